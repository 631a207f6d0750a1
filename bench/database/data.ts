import bcrypt from 'bcrypt';
import { REDIRECT_URI } from '../load/loads.js';
import { FIRST_GRANT, INSTANCE_SECRET, keptOf, type Kind } from '../load/tokens.js';
import type { Sql } from './postgres.js';

interface DataSizes {
  readonly accounts: number;
  readonly bearer: number;
  readonly mac: number;
  readonly refresh: number;
  readonly codes: number;
}

export const PASSWORD = 'correct horse battery staple';
export const BCRYPT_COST = 12; // the server's default
/** Far from the ids that the server assigns. */
const BASE = 1_000_000_000;
/** Rows in one statement. */
const PART = 20_000;

/** Accounts with two identifiers and a family each, and their tokens; created in bulk in the tables of the server. */
export async function makeData(sql: Sql, clientId: string, sizes: DataSizes): Promise<string> {
  const [client] = await sql.query('SELECT id FROM client WHERE client_id = $1', [clientId]);
  const passwordHash = bcrypt.hashSync(PASSWORD, BCRYPT_COST);
  await makeAccounts(sql, sizes.accounts, passwordHash);
  await sql.query('UPDATE instance_secret SET secret = $1', [INSTANCE_SECRET]);
  for (const kind of ['bearer', 'mac', 'refresh'] as const)
    await makeGrants(sql, kind, sizes[kind], { accounts: sizes.accounts, client: String(client.id) });
  await makeCodes(sql, sizes.codes, sizes.accounts, String(client.id));
  await sql.query('VACUUM ANALYZE');
  return passwordHash;
}

/** For measuring single sign-ins: a correct password is cached for some seconds by its hash. */
export async function giveEachAHash(sql: Sql, accounts: number): Promise<void> {
  const hashes = await Promise.all(
    Array.from({ length: accounts }, () => bcrypt.hash(PASSWORD, BCRYPT_COST)),
  );
  await sql.query(
    `UPDATE account SET password_hash = given.hash
       FROM unnest($1::text[]) WITH ORDINALITY given (hash, n) WHERE account.id = ${BASE} + given.n`,
    [hashes],
  );
}

async function makeAccounts(sql: Sql, count: number, passwordHash: string): Promise<void> {
  await sql.query(
    `INSERT INTO account (id, name, country_code, locale, status, password_hash, created_at) OVERRIDING SYSTEM VALUE
     SELECT ${BASE} + n, 'Bench user ' || n, 'GB', 'en', 'active', $2::text, now() FROM generate_series(1, $1::int) n`,
    [count, passwordHash],
  );
  await sql.query(
    `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated)
     SELECT ${BASE} + n, 'Email', 'user' || n || '@bench.example', 'user' || n || '@bench.example', true
       FROM generate_series(1, $1::int) n
     UNION ALL SELECT ${BASE} + n, 'Login', 'bench' || n, 'bench' || n, false FROM generate_series(1, $1::int) n`,
    [count],
  );
  await sql.query(
    `INSERT INTO family (id, name, premium_type, created_at) OVERRIDING SYSTEM VALUE
     SELECT ${BASE} + n, 'Bench family ' || n, 1, now() FROM generate_series(1, $1::int) n`,
    [count],
  );
  await sql.query(
    `INSERT INTO family_member (family_id, account_id, member_type, created_at)
     SELECT ${BASE} + n, ${BASE} + n, 2, now() FROM generate_series(1, $1::int) n`,
    [count],
  );
}

/** What rows keep of their tokens is made by the server's own code, so it is passed as values. */
async function makeGrants(
  sql: Sql,
  kind: Kind,
  count: number,
  of: { accounts: number; client: string },
): Promise<void> {
  for (let from = 1; from <= count; from += PART) {
    const numbers = Array.from({ length: Math.min(PART, count - from + 1) }, (_, i) => from + i);
    const kept = numbers.map((n) => keptOf(kind, n));
    await sql.query(
      `INSERT INTO token_grant (id, account_id, client_id, token_type, created_at, ends_at, ends_on, anchor, refresh_digest)
       OVERRIDING SYSTEM VALUE
       SELECT $1::bigint + n, ${BASE} + 1 + (n - 1) % $2::int, $3::bigint, $4::text, now(), now() + interval '1 year',
              current_date + 365, decode(anchor, 'hex'), decode(digest, 'hex')
         FROM unnest($5::int[], $6::text[], $7::text[]) AS t (n, anchor, digest)`,
      [
        ...[FIRST_GRANT[kind], of.accounts, of.client, kind === 'mac' ? 'mac' : 'bearer', numbers],
        kept.map(({ anchor }) => anchor.toString('hex')),
        kept.map(({ refreshDigest }) => refreshDigest.toString('hex')),
      ],
    );
  }
}

function makeCodes(sql: Sql, count: number, accounts: number, client: string) {
  return sql.query(
    `INSERT INTO authorization_code (digest, client_id, account_id, redirect_uri, expires_at)
     SELECT sha256(convert_to('bench-code-' || n, 'UTF8')), $3::bigint, ${BASE} + 1 + (n - 1) % $2::int, $4,
            now() + interval '1 day'
       FROM generate_series(1, $1::int) n`,
    [count, accounts, client, REDIRECT_URI],
  );
}
