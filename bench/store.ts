import { refreshStatements, type AskedRefresh } from '../src/oauth/tokens/refresh-statements.js';
import { PLANNING } from '../src/platform/database/postgres-session.js';
import { makeCallingGrants } from './database/data.js';
import type { Sql } from './database/postgres.js';
import { FIRST_GRANT, keptOf } from './load/tokens.js';
import { digits, table } from './report.js';
import { CLIENT_ID } from './servers/hearth.js';
import { cpuMicroseconds } from './support/process-figures.js';
import { progress } from './support/progress.js';

const BATCH = 50;
const YEAR_MS = 365 * 86_400_000;

const ROTATE = refreshStatements(false).rotate.many;

/** Living grants of accounts that are there: no key is checked, which would take longer than all else. */
export async function makeStore(sql: Sql, grants: number, accounts: number): Promise<void> {
  await sql.query('SET session_replication_role = replica');
  await makeCallingGrants(sql, 'bearer', grants, { accounts, client: await clientOf(sql) });
  await sql.query('SET session_replication_role = origin');
  await sql.query('VACUUM ANALYZE token_grant');
}

/** What a refresh costs PostgreSQL, in batches of fifty over random grants; each grant is taken once. */
export async function measureStore(sql: Sql, grants: number, refreshes: number): Promise<string> {
  const client = await clientOf(sql);
  const [{ pid }] = await sql.query('SELECT pg_backend_pid() AS pid');
  for (const [name, value] of Object.entries(PLANNING)) await sql.query(`SET ${name} = ${value}`);
  await sql.query('DELETE FROM silence'); // no node ran while the data was made: that is not how refreshes find a database
  const before = await sizes(sql);
  const cpuBefore = cpuMicroseconds(Number(pid)) ?? NaN;
  const step = coprimeTo(grants);
  for (let done = 0; done < refreshes; done += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, i) => asked((((done + i) * step) % grants) + 1, client));
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
      ['bytes for each living grant, indexes included', before.bytes / before.rows, 308, 'at most'],
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

async function clientOf(sql: Sql): Promise<string> {
  const [{ id }] = await sql.query('SELECT id::text FROM client WHERE client_id = $1', [CLIENT_ID]);
  return String(id);
}

function asked(n: number, client: string): AskedRefresh {
  const now = Date.now();
  const ends = new Date(now + YEAR_MS);
  const { anchor, refreshDigest } = keptOf('bearer', n);
  return {
    ask: String(n),
    grant_id: String(FIRST_GRANT.bearer + n),
    client_id: client,
    generation: 0,
    anchor,
    digest: refreshDigest,
    is_genuine: true,
    next_digest: keptOf('mac', n).refreshDigest,
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
    asked_resources: null,
    usual_scope: 'account',
  };
}

/** A step that goes through all numbers in no order that a disk would like. */
function coprimeTo(grants: number): number {
  let step = Math.floor(grants * 0.618_034);
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  while (divisor(step, grants) !== 1) step++;
  return step;
}
