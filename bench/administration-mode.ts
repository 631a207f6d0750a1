import { join } from 'node:path';
import { PASSWORD } from './database/data.js';
import { email } from './load/loads.js';
import type { Homes } from './database/homes.js';
import type { Sql } from './database/postgres.js';
import type { Options } from './options.js';
import { digits, table } from './report.js';
import { ADMIN_BASIC, type Hearth } from './servers/hearth.js';
import { serve } from './servers/with-data.js';
import type { Cores } from './support/cores.js';
import { progress } from './support/progress.js';

const LIMIT_MS = 100;
const ACCOUNTS = 1_000_000;
const CLIENTS = 10_000;
const WEEK_MS = 7 * 86_400_000;
const EVENTS = 10_000_000;
const MESSAGES = 100_000;
/** Requests for each list, each with a different search term where it has a search. */
const REQUESTS = 40;

/** A list of the administration; `n` varies from request to request. */
type List = readonly [title: string, path: (n: number) => string];

const LISTS: readonly List[] = [
  ['accounts', () => '/accounts'],
  ['accounts, identifier begins with', (n) => `/accounts?query=user${1 + n * 24_001}`],
  ['accounts, a frequent beginning', () => '/accounts?query=user'],
  ['accounts, name begins with', (n) => `/accounts?query=Bench%20user%20${n}`],
  ['accounts, no match', () => '/accounts?query=zzz'],
  ['accounts, disabled', () => '/accounts?status=disabled'],
  ['accounts, a role', () => '/accounts?role=administrator'],
  ['accounts, the newest first', () => '/accounts?sort=-created'],
  ['accounts, by name', () => '/accounts?sort=name'],
  ['accounts, by name from the end', () => '/accounts?sort=-name'],
  ['one account', (n) => `/accounts/${1_000_000_000 + 1 + n * 24_001}`],
  ['families', () => '/families'],
  ['families, name begins with', (n) => `/families?query=Bench%20family%20${n}`],
  ['families, by name from the end', () => '/families?sort=-name'],
  ['families, the newest first', () => '/families?sort=-created'],
  ['clients', () => '/clients'],
  ['clients, begins with', (n) => `/clients?query=made-${n}`],
  ['clients, by name', () => '/clients?sort=name'],
  ['clients, the newest first', () => '/clients?sort=-created'],
  ['clients, a ruleset', () => '/clients?ruleset=PROVISIONING'],
  ['clients, disabled', () => '/clients?state=disabled'],
  ['rulesets', () => '/rulesets'],
  ['grants of an account', (n) => `/grants?account=${1_000_000_000 + 1 + n * 24_001}`],
  ['grants of a client', (n) => `/grants?client=made-${n}`],
  ['outbox, waiting', () => '/outbox?state=waiting'],
  ['outbox, failed', () => '/outbox?state=failed'],
  ['audit', () => '/audit'],
  ['audit of an account', (n) => `/audit?account=${1_000_000_000 + 1 + n * 24_001}`],
  ['audit of a client', (n) => `/audit?client=made-${n}`],
  ['audit, an action', () => '/audit?action=token.issued'],
  ['audit, a rare action', () => '/audit?action=client.deleted'],
  ['audit, an action that never happened', () => '/audit?action=token.reused'],
  ['audit, refused', () => '/audit?outcome=refused'],
  ['audit, refused of a client', (n) => `/audit?outcome=refused&client=made-${n}`],
  ['audit, of a week ago', () => `/audit?to=${new Date(Date.now() - WEEK_MS).toISOString()}`],
  ['overview', () => '/overview'],
];

/** What is typed into the search field of the console. */
const SEARCHES: readonly List[] = [
  ['search, an address', (n) => email(1 + n * 24_001)],
  ['search, the number of an account and a family', (n) => String(1_000_000_000 + 1 + n * 24_001)],
  ['search, a client_id', (n) => `made-${n}`],
  ['search, a frequent beginning', () => 'bench'],
  ['search, no match', (n) => `nobody-${n}`],
];
const SEARCH_LIMIT_MS = 50;

/** How long an administrator waits for a list on a large database. */
export async function runAdministration(
  options: Options,
  cores: Cores,
  homes: Homes,
  folder: string,
): Promise<string> {
  if (homes.isEmbedded)
    throw new Error('--administration needs PostgreSQL: set BENCH_DATABASE_URL, or install its server');
  const size = { tokens: 0, accounts: ACCOUNTS };
  const server = await serve(size, options, cores, homes, join(folder, 'data'), makeMore);
  const token = await tokenOf(server);
  const cookie = await cookieOf(server);
  const rows: string[][] = [];
  for (const [title, path] of LISTS)
    rows.push(await rowOf(title, LIMIT_MS, (n) => timeOf(server, token, path(n))));
  for (const [title, text] of SEARCHES)
    rows.push(await rowOf(title, SEARCH_LIMIT_MS, (n) => timeOfSearch(server, cookie, text(n))));
  await server.stop();
  const header = ['ms, one request at a time', 'first', 'p50', 'slowest', 'target', ''];
  const data = `${ACCOUNTS} accounts and families, ${CLIENTS} clients, ${EVENTS} audit events, ${MESSAGES} messages`;
  return `${table([header, ...rows])}\n\n${data}`;
}

async function rowOf(title: string, limit: number, ask: (n: number) => Promise<number>): Promise<string[]> {
  const times: number[] = [];
  for (let n = 0; n < REQUESTS; n++) times.push(await ask(n));
  const [first, ...others] = times;
  const sorted = others.sort((a, b) => a - b);
  const [p50, slowest] = [sorted[Math.floor(sorted.length / 2)], sorted[sorted.length - 1]];
  progress(`${title}: ${digits(p50, 1)} ms`);
  const verdict = slowest <= limit ? 'ok' : 'short';
  return [title, digits(first, 1), digits(p50, 1), digits(slowest, 1), `≤ ${limit}`, verdict];
}

async function timeOf({ port }: Hearth, token: string, path: string): Promise<number> {
  const startedAt = performance.now();
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}/admin/api${path}`, { headers });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - startedAt;
}

/** To its answer: what was found, or where to go. */
async function timeOfSearch({ port }: Hearth, cookie: string, query: string): Promise<number> {
  const startedAt = performance.now();
  const body = new URLSearchParams({ query });
  const [headers, redirect] = [{ Cookie: cookie }, 'manual' as const];
  const answer = await fetch(`http://127.0.0.1:${port}/admin/search`, {
    method: 'POST',
    headers,
    body,
    redirect,
  });
  await answer.arrayBuffer();
  if (![200, 303].includes(answer.status)) throw new Error(`the search answered ${answer.status}`);
  return performance.now() - startedAt;
}

async function cookieOf({ port }: Hearth): Promise<string> {
  const [method, redirect] = ['POST', 'manual' as const];
  const body = new URLSearchParams({ identifier: email(1), password: PASSWORD, next: '' });
  const answer = await fetch(`http://127.0.0.1:${port}/admin/sign-in`, { method, body, redirect });
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('hearth-admin='));
  if (cookie === undefined) throw new Error(`the sign-in answered ${answer.status}`);
  return cookie.split(';')[0];
}

async function tokenOf({ port }: Hearth): Promise<string> {
  const headers = { Authorization: `Basic ${ADMIN_BASIC}` };
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const answer = await fetch(`http://127.0.0.1:${port}/token`, { method: 'POST', headers, body });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`/token answered ${answer.status}`);
  return token;
}

async function makeMore(sql: Sql): Promise<void> {
  await sql.query(
    `INSERT INTO client (client_id, name, ruleset_id, client_type, is_disabled, created_at)
     SELECT 'made-' || n, 'Made client ' || n, (SELECT id FROM ruleset WHERE name = CASE WHEN n % 100 = 0 THEN 'PROVISIONING' ELSE 'WEB' END),
            'confidential', n % 50 = 0, now() FROM generate_series(1, $1::int) n`,
    [CLIENTS],
  );
  await sql.query(`UPDATE account SET status = 'disabled' WHERE id % 5000 = 0`, []);
  await sql.query(`UPDATE account SET role = 'administrator' WHERE id = 1000000001`, []);
  await sql.query(
    `INSERT INTO audit_event (at, class, action, outcome, client_id, account_id, target, address)
     SELECT now() - n * (now() - date_trunc('month', now(), 'UTC')) / $1::int, (ARRAY['token', 'token', 'signin'])[1 + n % 3],
            (ARRAY['token.issued', 'token.refreshed', 'signin'])[1 + n % 3], CASE WHEN n % 20 = 0 THEN 'refused' ELSE 'ok' END, 'made-' || (1 + n % $2::int), 1000000000 + 1 + n % $3::int,
            'grant:' || n, '192.0.2.1' FROM generate_series(1, $1::int) n`,
    [EVENTS, CLIENTS, ACCOUNTS],
  );
  await sql.query(
    `INSERT INTO outbox_message (account_id, kind, channel, recipient, locale, payload, created_at, next_at, attempts, sent_at)
     SELECT 1000000000 + n, 'invitation', 'email', 'user' || n || '@bench.example', 'en', NULL, now(), now() + interval '1 day',
            n % 3, CASE WHEN n % 10 = 0 THEN NULL ELSE now() END FROM generate_series(1, $1::int) n`,
    [MESSAGES],
  );
  await sql.query('VACUUM ANALYZE', []);
}
