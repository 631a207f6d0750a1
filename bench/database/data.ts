import { createHash } from 'node:crypto';
import bcrypt from 'bcrypt';
import { macKey } from '../load/mac.js';
import { plainMacToken, REDIRECT_URI } from '../load/loads.js';
import type { Sql } from './postgres.js';

export interface DataSizes {
  readonly accounts: number;
  readonly bearer: number;
  readonly mac: number;
  readonly refresh: number;
  readonly codes: number;
}

export type SealMacKey = (key: string, digest: Buffer) => Buffer;

export const PASSWORD = 'correct horse battery staple';
export const BCRYPT_COST = 12; // the server's default
/** Far from the ids that the server assigns. */
const BASE = 1_000_000_000;
/** One range of ids for each kind of grant. */
const BEARER = BASE;
const MAC = 2 * BASE;
const REFRESH = 3 * BASE;

/** Accounts with two identifiers and a family each, and their tokens; created in bulk in the tables of the server. */
export async function makeData(
  sql: Sql,
  clientId: string,
  sizes: DataSizes,
  seal: SealMacKey,
): Promise<string> {
  const [client] = await sql.query('SELECT id FROM client WHERE client_id = $1', [clientId]);
  const passwordHash = bcrypt.hashSync(PASSWORD, BCRYPT_COST);
  await makeAccounts(sql, sizes.accounts, passwordHash);
  const grants = (base: number, count: number, type: string): Promise<unknown> =>
    makeGrants(sql, base, count, sizes.accounts, String(client.id), type);
  await grants(BEARER, sizes.bearer, 'bearer');
  await makeBearerTokens(sql, sizes.bearer);
  await grants(MAC, sizes.mac, 'mac');
  await makeMacTokens(sql, sizes.mac, seal);
  await grants(REFRESH, sizes.refresh, 'bearer');
  await makeRefreshTokens(sql, sizes.refresh);
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

function makeGrants(sql: Sql, base: number, count: number, accounts: number, client: string, type: string) {
  return sql.query(
    `INSERT INTO token_grant (id, account_id, client_id, token_type, created_at, expires_at) OVERRIDING SYSTEM VALUE
     SELECT $1::bigint + n, ${BASE} + 1 + (n - 1) % $3::int, $4::bigint, $5::text, now(), now() + interval '1 year'
       FROM generate_series(1, $2::int) n`,
    [base, count, accounts, client, type],
  );
}

function makeBearerTokens(sql: Sql, count: number) {
  return sql.query(
    `INSERT INTO access_token (digest, grant_id, expires_at)
     SELECT sha256(convert_to('bench-token-' || n, 'UTF8')), ${BEARER}::bigint + n, now() + interval '1 day'
       FROM generate_series(1, $1::int) n`,
    [count],
  );
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

function makeRefreshTokens(sql: Sql, count: number) {
  return sql.query(
    `INSERT INTO refresh_token (digest, grant_id, issued_at, expires_at)
     SELECT sha256(convert_to('bench-refresh-' || n, 'UTF8')), ${REFRESH}::bigint + n, now(), now() + interval '1 year'
       FROM generate_series(1, $1::int) n`,
    [count],
  );
}

/** Their keys are sealed by the server's own code, so they are passed as values. */
async function makeMacTokens(sql: Sql, count: number, seal: SealMacKey): Promise<void> {
  const digests = Array.from({ length: count }, (_, i) =>
    createHash('sha256')
      .update(plainMacToken(i + 1))
      .digest(),
  );
  const keys = digests.map((digest, i) => seal(macKey(i + 1), digest).toString('hex'));
  await sql.query(
    `INSERT INTO access_token (digest, grant_id, expires_at, mac_key, mac_algorithm)
     SELECT decode(t.digest, 'hex'), ${MAC}::bigint + t.n, now() + interval '1 day', decode(t.mac_key, 'hex'), 'hmac-sha-1'
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t (digest, mac_key, n)`,
    [digests.map((digest) => digest.toString('hex')), keys],
  );
}
