import { createHash } from 'node:crypto';
import { refreshStatements, type AskedRefresh } from '../src/oauth/tokens/refresh-statements.js';
import { PLANNING } from '../src/platform/database/session-settings.js';
import type { Sql } from './database/postgres.js';
import { digits, table } from './report.js';
import { cpuMicroseconds } from './support/process-figures.js';
import { progress } from './support/progress.js';

/** Far from the grants that the load uses. */
const FIRST = 4_000_000_000;
const PART = 500_000;
const BATCH = 50;
const ACCOUNTS = 1_000_000;
const YEAR_MS = 365 * 86_400_000;

const ROTATE = refreshStatements(false).rotate.many;

/** Living grants, made by SQL; what they recognize follows from their number. */
export async function makeStore(sql: Sql, grants: number): Promise<void> {
  await sql.query(
    `INSERT INTO account (id, name, status, password_hash, created_at) OVERRIDING SYSTEM VALUE
     SELECT ${FIRST} + n, 'Bench user ' || n, 'active', 'none', now() FROM generate_series(1, ${ACCOUNTS}) n`,
  );
  await sql.query('VACUUM ANALYZE account');
  await sql.query('SET session_replication_role = replica'); // the accounts and the client are there: no key is checked
  for (let from = 1; from <= grants; from += PART) {
    await sql.query(
      `INSERT INTO token_grant (id, account_id, client_id, token_type, device_id, scope, auth_time, created_at, ends_at, ends_on,
                                refreshed_at, refreshed_from, anchor, refresh_digest)
       OVERRIDING SYSTEM VALUE
       SELECT ${FIRST} + n, ${FIRST} + 1 + n % ${ACCOUNTS}, (SELECT id FROM client WHERE client_id = 'bench'), 'bearer', 'device ' || n,
              CASE WHEN n % 2 = 0 THEN 'openid email' END, now(), now(), now() + interval '1 year', current_date + 365,
              now(), '192.0.2.1', ${kept('a', 'n')}, ${kept('r', 'n')}
         FROM generate_series($1::bigint, $2::bigint) n`,
      [from, Math.min(from + PART - 1, grants)],
    );
    progress(`made ${Math.min(from + PART - 1, grants)} of ${grants} grants`);
  }
  await sql.query('SET session_replication_role = origin');
  await sql.query('VACUUM ANALYZE token_grant');
}

/** What a refresh costs PostgreSQL, in batches of fifty over random grants; each grant is taken once. */
export async function measureStore(sql: Sql, grants: number, refreshes: number): Promise<string> {
  const [{ id: client }] = await sql.query(`SELECT id::text FROM client WHERE client_id = 'bench'`);
  const [{ pid }] = await sql.query('SELECT pg_backend_pid() AS pid');
  for (const [name, value] of Object.entries(PLANNING)) await sql.query(`SET ${name} = ${value}`);
  const before = await sizes(sql);
  const cpuBefore = cpuMicroseconds(Number(pid)) ?? NaN;
  const step = coprimeTo(grants);
  for (let done = 0; done < refreshes; done += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, i) =>
      asked((((done + i) * step) % grants) + 1, String(client)),
    );
    const used = await sql.query(ROTATE.text, ROTATE.valuesOf(rows), ROTATE.name);
    if (used.length !== BATCH) throw new Error(`${used.length} of ${BATCH} refreshes were accepted`);
    if (done % 100_000 === 0) progress(`${done} of ${refreshes} refreshes`);
  }
  const cpu = (cpuMicroseconds(Number(pid)) ?? NaN) - cpuBefore;
  await sql.query('SELECT pg_stat_force_next_flush()').catch(() => []);
  const after = await sizes(sql);
  const of = (name: keyof Sizes): number => after[name] - before[name];
  return table([
    [
      `${grants.toLocaleString('en')} grants, ${refreshes.toLocaleString('en')} refreshes in batches of ${BATCH}`,
      '',
      'target',
      '',
    ],
    ...[
      ['bytes for each living grant, indexes included', before.bytes / before.rows, 300, 'at most'],
      ['PostgreSQL’s processor for each refresh, µs', cpu / refreshes, 60, 'at most'],
      ['WAL for each refresh, bytes', of('wal') / refreshes, 8192, 'at most'],
      ['updated in place (HOT), %', (100 * of('hot')) / of('updates'), 99, 'at least'],
      ['growth of the table and its indexes, %', (100 * of('bytes')) / before.bytes, 10, 'at most'],
    ].map(([what, value, target, how]) => {
      const isMet = how === 'at most' ? Number(value) <= Number(target) : Number(value) >= Number(target);
      return [String(what), digits(Number(value), 1), `${how} ${target}`, isMet ? 'ok' : 'short'];
    }),
  ]);
}

interface Sizes {
  readonly bytes: number;
  readonly rows: number;
  readonly wal: number;
  readonly updates: number;
  readonly hot: number;
}

async function sizes(sql: Sql): Promise<Sizes> {
  const [row] = await sql.query(
    `SELECT pg_total_relation_size('token_grant')::float8 AS bytes, (SELECT count(*) FROM token_grant)::float8 AS rows,
            (pg_current_wal_insert_lsn() - '0/0')::float8 AS wal, n_tup_upd::float8 AS updates, n_tup_hot_upd::float8 AS hot
       FROM pg_stat_user_tables WHERE relname = 'token_grant'`,
  );
  return row as unknown as Sizes;
}

function asked(n: number, client: string): AskedRefresh {
  const now = Date.now();
  const ends = new Date(now + YEAR_MS);
  return {
    ask: String(n),
    grant_id: String(FIRST + n),
    client_id: client,
    generation: 0,
    anchor: digest('a', n),
    digest: digest('r', n),
    is_genuine: true,
    next_digest: digest('s', n),
    thumbprint: null,
    key_thumbprint: null,
    now: new Date(now),
    deadline: new Date(now + 10_000),
    grace_seconds: 60,
    bearer_ends_at: ends,
    mac_ends_at: ends,
    total_seconds: null,
    unused_seconds: null,
    client_name: 'bench',
    address: '192.0.2.2',
    inet: '192.0.2.2',
    asked_scope: null,
    usual_scope: 'account',
  };
}

/** The same in Node and in SQL. */
function digest(kind: string, n: number): Buffer {
  return createHash('sha256').update(`${kind}${n}`).digest().subarray(0, 16);
}
const kept = (kind: string, n: string): string =>
  `substring(sha256(convert_to('${kind}' || ${n}, 'UTF8')) FROM 1 FOR 16)`;

/** A step that goes through all numbers in no order that a disk would like. */
function coprimeTo(grants: number): number {
  let step = Math.floor(grants * 0.618_034);
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  while (divisor(step, grants) !== 1) step++;
  return step;
}
