import { EVERY_TABLE } from './every-table.js';

/** By type. All numbers, texts and digests are the same, so that every foreign key finds its row. */
const VALUES: Readonly<Record<string, string>> = {
  bigint: '1',
  boolean: 'true',
  bytea: String.raw`\x01`,
  'bytea[]': String.raw`{"\\x01"}`,
  'bigint[]': '{1}',
  date: '2026-11-20',
  inet: '192.0.2.1',
  integer: '1',
  jsonb: '{"x": 1}',
  smallint: '1',
  text: 'x',
  'text[]': '{x}',
  'timestamp with time zone': '2026-11-20T12:00:00Z',
  uuid: '00000000-0000-4000-8000-000000000001',
};
/** What a constraint asks for. */
const EXCEPTIONS: Readonly<Record<string, string | null>> = {
  'account.role': 'support',
  'account.status': 'active',
  'account_identifier.issuer': '',
  'account_identifier.normalized': 'x@example.org',
  'account_identifier.type': 'Email',
  'audit_event.at': 'now',
  'audit_event.class': 'account',
  'authorization_context.response_type': 'code',
  'branding.stage': 'live',
  'client.client_type': 'confidential',
  'client.id_token_signing_alg': 'ES256',
  'client.id_token_claims': 'scope',
  'client.kind': 'registered',
  'client.profile': 'strict',
  'client.provisions': 'own',
  'client_secret.scheme': 'sha256',
  'invitation.ended_by': 'used',
  'invitation.kind': 'invitation',
  'invitation.member_type': null,
  'invitation.new_value': null,
  'outbox_message.channel': 'email',
  'sent_invitation.ended_by': 'used',
  'token_grant.sealed_secret': null,
  'token_grant.token_type': 'bearer',
};
const COLUMNS = `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
  WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = ''`;

type Query = (sql: string, values?: unknown[]) => Promise<unknown[]>;

/**
 * Gives every table of a migrated database that has no row one, as a superuser.
 * @param more values of types, beside or instead of the plain ones; @param exact values of columns, `table.column`
 */
export async function fillEveryTable(
  query: Query,
  more: Readonly<Record<string, string>> = {},
  exact: Readonly<Record<string, string | null>> = {},
): Promise<void> {
  const values: Readonly<Record<string, string>> = { ...VALUES, ...more };
  const exceptions: Readonly<Record<string, string | null>> = { ...EXCEPTIONS, ...exact };
  await query('SET session_replication_role = replica'); // in any order, and without triggers
  for (const { name: table } of (await query(EVERY_TABLE)) as { name: string }[]) {
    if ((await query(`SELECT FROM "${table}" LIMIT 1`)).length > 0) continue;
    const columns = (await query(COLUMNS, [table])) as { name: string; type: string }[];
    const given = columns.map(({ name, type }) => {
      const exception = exceptions[`${table}.${name}`];
      return exception === undefined ? (values[type] ?? values.text) : exception;
    });
    const places = given.map((_, index) => `$${index + 1}`).join(', ');
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    await query(`INSERT INTO "${table}" (${names}) VALUES (${places})`, given);
  }
  await query('SET session_replication_role = origin');
}
