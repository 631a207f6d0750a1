// .ci/with-postgres node --import @swc-node/register/esm-register scripts/upgrade-dump.ts <commit>: test/upgrade/every-table.sql.gz,
// a database of that commit with a row in every table. Later versions have to go on with it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { EVERY_TABLE } from '../test/support/every-table.js';
import { createEmptyDatabase } from '../test/support/test-database.js';
import { build } from '../test/support/version-before.js';

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

const [commit] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'hearth-upgrade-'));
const database = await createEmptyDatabase();
try {
  const main = build(commit, join(folder, 'sources'));
  const env = { DATABASE_URL: database.url };
  execFileSync(process.execPath, [main, 'migrate'], { cwd: folder, env, stdio: 'inherit' });
  await fill(database.url);
  const dump = execFileSync('pg_dump', ['--no-owner', '--inserts', database.url], { encoding: 'utf8' });
  const sql = dump
    .replaceAll(/^(--.*|\\.*|)\n/gm, '') // comments, and what only psql reads
    .replaceAll(/^(INSERT INTO \S+) VALUES/gm, '$1 OVERRIDING SYSTEM VALUE VALUES'); // from PostgreSQL 17 on, partitions number too
  writeFileSync('test/upgrade/every-table.sql.gz', gzipSync(sql, { level: 9 }));
} finally {
  await database.drop();
  rmSync(folder, { recursive: true });
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('SET session_replication_role = replica'); // in any order, and without triggers
  const { rows: tables } = await client.query<{ name: string }>(EVERY_TABLE);
  for (const { name: table } of tables) {
    const { rows } = await client.query<{ name: string; type: string }>(COLUMNS, [table]);
    const values = rows.map(({ name, type }) => {
      const exception = EXCEPTIONS[`${table}.${name}`];
      return exception === undefined ? (VALUES[type] ?? VALUES.text) : exception;
    });
    const places = values.map((_, index) => `$${index + 1}`).join(', ');
    const columns = rows.map(({ name }) => `"${name}"`).join(', ');
    await client.query(`INSERT INTO "${table}" (${columns}) VALUES (${places})`, values);
  }
  await client.end();
}
