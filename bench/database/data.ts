import bcrypt from 'bcrypt';
import { REDIRECT_URI } from '../load/loads.js';
import { FIRST_GRANT, INSTANCE_SECRET, keptOf, keptSql, type Calling } from '../load/tokens.js';
import { progress } from '../support/progress.js';
import type { Sql } from './postgres.js';

export interface DataSizes {
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
/** Rows in one statement where SQL makes them. */
const CALLING_PART = 500_000;

interface Owners {
  /** They take turns. */
  readonly accounts: number;
  /** Id of its row. */
  readonly client: string;
}

/** Accounts with two identifiers and a family each, and their tokens; created in bulk in the tables of the server. */
export async function makeData(sql: Sql, clientId: string, sizes: DataSizes): Promise<string> {
  const [client] = await sql.query('SELECT id FROM client WHERE client_id = $1', [clientId]);
  const passwordHash = bcrypt.hashSync(PASSWORD, BCRYPT_COST);
  await makeAccounts(sql, sizes.accounts, passwordHash);
  await sql.query('UPDATE instance_secret SET secret = $1', [INSTANCE_SECRET]);
  const owners = { accounts: sizes.accounts, client: String(client.id) };
  for (const kind of ['bearer', 'mac'] as const) await makeCallingGrants(sql, kind, sizes[kind], owners);
  await makeRefreshGrants(sql, sizes.refresh, owners);
  await makeCodes(sql, sizes.codes, owners);
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

/**
 * Grants whose tokens call, as far along as grants are: each was refreshed. By turns of a device that gave the password,
 * and of an application by the web flow, with the scope and the sign-in that belong to that; half of these with two factors.
 */
export async function makeCallingGrants(sql: Sql, kind: Calling, count: number, of: Owners): Promise<void> {
  const { anchor, refreshDigest } = keptSql(kind);
  for (let from = 1; from <= count; from += CALLING_PART) {
    const to = Math.min(from + CALLING_PART - 1, count);
    await sql.query(
      `INSERT INTO token_grant (id, account_id, client_id, token_type, device_id, sid, methods, scope, auth_time, created_at,
                                ends_at, ends_on, refreshed_at, refreshed_from, anchor, refresh_digest, origin, sign_in_id)
       OVERRIDING SYSTEM VALUE
       SELECT ${FIRST_GRANT[kind]} + n, ${BASE} + 1 + (n - 1) % $1::int, $2::bigint, '${kind}',
              CASE WHEN n % 2 = 0 THEN 'device ' || n END, CASE WHEN n % 2 = 1 THEN left(md5(n::text), 22) END,
              CASE WHEN n % 4 = 1 THEN 'pwd otp' END, CASE WHEN n % 2 = 1 THEN 'account openid' END, now(), now(),
              now() + interval '1 year', current_date + 365, now(), '192.0.2.1', ${anchor}, ${refreshDigest}, CASE WHEN n % 2 = 1 THEN 4 ELSE 1 END, CASE WHEN n % 2 = 1 THEN 4000000000000000000 + n END
         FROM generate_series($3::bigint, $4::bigint) n`,
      [of.accounts, of.client, from, to],
    );
    if (count > CALLING_PART) progress(`made ${to} of ${count} grants`);
  }
}

/** What their rows keep is made by the server's own code, so it is passed as values. */
async function makeRefreshGrants(sql: Sql, count: number, of: Owners): Promise<void> {
  for (let from = 1; from <= count; from += PART) {
    const numbers = Array.from({ length: Math.min(PART, count - from + 1) }, (_, i) => from + i);
    const kept = numbers.map((n) => keptOf('refresh', n));
    await sql.query(
      `INSERT INTO token_grant (id, account_id, client_id, token_type, created_at, ends_at, ends_on, anchor, refresh_digest)
       OVERRIDING SYSTEM VALUE
       SELECT ${FIRST_GRANT.refresh} + n, ${BASE} + 1 + (n - 1) % $1::int, $2::bigint, 'bearer', now(),
              now() + interval '1 year', current_date + 365, decode(anchor, 'hex'), decode(digest, 'hex')
         FROM unnest($3::int[], $4::text[], $5::text[]) AS t (n, anchor, digest)`,
      [
        ...[of.accounts, of.client, numbers],
        kept.map(({ anchor }) => anchor.toString('hex')),
        kept.map(({ refreshDigest }) => refreshDigest.toString('hex')),
      ],
    );
  }
}

function makeCodes(sql: Sql, count: number, { accounts, client }: Owners) {
  return sql.query(
    `INSERT INTO authorization_code (digest, client_id, account_id, redirect_uri, expires_at)
     SELECT sha256(convert_to('bench-code-' || n, 'UTF8')), $3::bigint, ${BASE} + 1 + (n - 1) % $2::int, $4,
            now() + interval '1 day'
       FROM generate_series(1, $1::int) n`,
    [count, accounts, client, REDIRECT_URI],
  );
}
