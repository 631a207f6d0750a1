import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { webhookContext } from '../src/oauth/webhooks/webhook.entity.js';
import { Sealer } from '../src/platform/security/sealer.js';
import type { Home, Homes } from './database/homes.js';
import type { Sql } from './database/postgres.js';
import { MASTER_KEY } from './load/tokens.js';
import type { Options } from './options.js';
import { digits, table } from './report.js';
import { Hearth } from './servers/hearth.js';
import { Receiver, type Manner } from './servers/webhook-receivers.js';
import type { Cores } from './support/cores.js';
import { progress } from './support/progress.js';

const NODES = 2;
const FAMILIES = 2000;
/** Changed by one statement. */
const PART = 1000;
const KILL_EVERY_MS = 30_000;
/** How long the last part of the run is, in which a receiver is away and nothing else is wrong. */
const CALM_SECONDS = 20;
const CALM_PER_SECOND = 200;
const TARGET_MS = 500;
/** How long two receivers are away: times of the database are moved back, step by step, while nodes try again. */
const AWAY_MINUTES = 60;
const STEP_MINUTES = 5;
const STEP_MS = 3000;
const LIMIT_MS = 45 * 60_000;

/**
 * Partners whose receivers take, fail now and then, hang, or are away, while nodes are killed: every event arrives, and no
 * number is missing.
 */
export async function runWebhooks(
  options: Options,
  cores: Cores,
  homes: Homes,
  folder: string,
): Promise<string> {
  if (homes.isEmbedded)
    throw new Error('--webhooks needs PostgreSQL: set BENCH_DATABASE_URL, or install its server');
  const home = await homes.create(folder);
  const nodes = await Promise.all(Array.from({ length: NODES }, (_, i) => startNode(home, cores, folder, i)));
  let isTrouble = true;
  let back = Infinity;
  const manners: Readonly<Record<string, Manner>> = {
    'takes all': () => 'takes',
    'fails one in four': () => (isTrouble && Math.random() < 0.25 ? 'fails' : 'takes'),
    'hangs, then comes back': (now) => (now < back ? 'hangs' : 'takes'),
    'is away, then comes back': (now) => (now < back ? 'fails' : 'takes'),
  };
  const receivers = await Promise.all(
    Object.entries(manners).map(([name, manner]) => Receiver.start(name, manner)),
  );
  const sql = await home.open();
  const families = await subscribe(sql, receivers);
  const [healthy] = receivers;
  const began = performance.now();
  const killing = killAgainAndAgain(
    nodes,
    (i) => startNode(home, cores, folder, i),
    () => isTrouble,
  );
  const each = options.events / receivers.length;
  for (let done = 0; done < options.events; done += PART) {
    await change(sql, families, PART, done);
    if (done % 50_000 === 0)
      progress(`${done} events; ${receivers.map(({ distinct }) => distinct).join(', ')} taken`);
  }
  await untilTaken([healthy], each);
  isTrouble = false;
  await killing;
  const flood = (performance.now() - began) / 1000;
  progress(
    `${options.events} events in ${digits(flood, 0)} s; now ${CALM_PER_SECOND} a second, two receivers away`,
  );
  healthy.latencies = [];
  for (let tenth = 0; tenth < CALM_SECONDS * 10; tenth++) {
    const next = sleep(100);
    await change(sql, families, CALM_PER_SECOND / 10, (tenth * CALM_PER_SECOND) / 10);
    await next;
  }
  const all = each + (CALM_SECONDS * CALM_PER_SECOND) / receivers.length;
  await untilTaken([healthy], all);
  const calm = healthy.latencies.toSorted((a, b) => a - b);
  await letPass(sql, AWAY_MINUTES);
  back = Date.now();
  progress(`all receivers are back, after ${AWAY_MINUTES} minutes by the times in the database`);
  nodes[0].child.process.kill('SIGKILL');
  nodes[0] = await startNode(home, cores, folder, 0);
  await letPass(sql, STEP_MINUTES); // the longest time until they are asked again
  await untilTaken(receivers, all);
  const whole = (performance.now() - began) / 1000;
  const [left] = await sql.query(
    'SELECT (SELECT count(*) FROM row_change)::int + (SELECT count(*) FROM subject_event)::int + (SELECT count(*) FROM webhook_delivery WHERE next_at IS NOT NULL AND attempts = 0)::int AS count',
  );
  await sql.close();
  await Promise.all(nodes.map((node) => node.stop()));
  for (const receiver of receivers) receiver.close();
  const p = (share: number): number => calm[Math.floor((calm.length - 1) * share)];
  const rows = receivers.map(({ name, distinct, missing, repeated, forged }) => {
    const isWhole = distinct === all && missing === 0 && forged === 0;
    return [
      name,
      digits(all, 0),
      digits(distinct, 0),
      String(missing),
      digits(repeated, 0),
      isWhole ? 'ok' : 'short',
    ];
  });
  return [
    table([['receiver', 'events', 'taken', 'numbers missing', 'repeated', ''], ...rows]),
    `\nleft behind: ${String(left.count)}; the whole run took ${digits(whole, 0)} s, nodes were killed every ${KILL_EVERY_MS / 1000} s of the first ${digits(flood, 0)} and once more`,
    `a healthy receiver, two others away: p50 ${p(0.5)} ms, p99 ${p(0.99)} ms (target ${TARGET_MS}: ${p(0.99) <= TARGET_MS ? 'ok' : 'short'})`,
  ].join('\n');
}

function startNode(home: Home, { server }: Cores, folder: string, i: number): Promise<Hearth> {
  const settings = { JWKS_INSIDE_NETWORKS: '127.0.0.1' };
  const dataDir = join(folder, `node-${i}`);
  return Hearth.start({ core: server, dataDir, databaseUrl: home.url, profileDir: null, settings });
}

/** A partner with families of its own for each receiver. @returns the families, of each partner in turn */
async function subscribe(sql: Sql, receivers: readonly Receiver[]): Promise<string[]> {
  const families: string[][] = [];
  const sealer = new Sealer([MASTER_KEY], true);
  const clients: unknown[] = [];
  for (const i of receivers.keys()) {
    const [client] = await sql.query(
      `INSERT INTO client (client_id, name, ruleset_id, client_type, provisions, created_at)
       SELECT $1::text, $1::text, id, 'confidential', 'own', now() FROM ruleset WHERE name = 'PROVISIONING' RETURNING id`,
      [`receiver-${i}`],
    );
    const made = await sql.query(
      `INSERT INTO family (name, premium_type, created_by, created_at)
       SELECT 'Family', 0, $1::bigint, now() FROM generate_series(1, $2::int) RETURNING id`,
      [client.id, FAMILIES / receivers.length],
    );
    clients.push(client.id);
    families.push(made.map(({ id: family }) => String(family)));
  }
  // Afterwards: of the families that were made nobody is told.
  for (const [i, { url }] of receivers.entries()) {
    const id = randomUUID();
    await sql.query(
      `INSERT INTO webhook (id, client_id, url, events, sealed_secret, created_at) VALUES ($1, $2, $3, '{*}', $4, now())`,
      [id, clients[i], url, sealer.seal('webhook', Buffer.alloc(32, i), webhookContext(id))],
    );
  }
  return families[0].flatMap((_, n) => families.map((own) => own[n]));
}

/** An event of each of so many families, in turn. */
async function change(sql: Sql, families: readonly string[], count: number, from: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, i) => families[(from + i) % families.length]);
  await sql.query('UPDATE family SET name = $2 WHERE id = ANY ($1::bigint[])', [ids, `Family ${from}`]);
}

async function killAgainAndAgain(
  nodes: Hearth[],
  start: (i: number) => Promise<Hearth>,
  isOn: () => boolean,
): Promise<void> {
  for (let i = 0; isOn(); i = (i + 1) % nodes.length) {
    await sleep(KILL_EVERY_MS);
    if (!isOn()) return;
    nodes[i].child.process.kill('SIGKILL');
    nodes[i] = await start(i);
  }
}

/** Nothing but what waits for a later time is changed: the next attempts of deliveries, and of receivers that fail. */
async function letPass(sql: Sql, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += STEP_MINUTES) {
    const step = `interval '${STEP_MINUTES} minutes'`;
    await sql.query(`UPDATE webhook SET retry_at = retry_at - ${step} WHERE retry_at IS NOT NULL`);
    await sql.query(
      `UPDATE webhook_delivery SET next_at = next_at - ${step} WHERE next_at > now() + interval '1 minute'`,
    );
    await sleep(STEP_MS);
  }
}

/** Until each has taken so many, or for too long: the report says what is missing. */
async function untilTaken(receivers: readonly Receiver[], count: number): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  for (let i = 1; receivers.some(({ distinct }) => distinct < count) && performance.now() < end; i++) {
    await sleep(100);
    if (i % 100 === 0) progress(`${receivers.map(({ distinct }) => distinct).join(', ')} taken of ${count}`);
  }
}
