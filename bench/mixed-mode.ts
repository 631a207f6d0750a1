import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveEachAHash } from './database/data.js';
import type { Homes } from './database/homes.js';
import { Caller, KINDS, type Heard } from './load/mixed-caller.js';
import { reportMixed, type Memory } from './mixed-report.js';
import type { Options } from './options.js';
import { LOGIN_ACCOUNTS, TOKENS } from './rounds.js';
import { Hearth } from './servers/hearth.js';
import { fill } from './servers/with-data.js';
import type { Cores } from './support/cores.js';
import { residentMegabytes } from './support/process-figures.js';
import { progress } from './support/progress.js';

const SAMPLE_SECONDS = 15;
const NODES = 2;

/** What families do at once, on two nodes of one PostgreSQL: whether memory grows, who hears a 5xx, how long calls take. */
export async function runMixed(
  options: Options,
  cores: Cores,
  homes: Homes,
  folder: string,
): Promise<string> {
  if (homes.isEmbedded)
    throw new Error('--mixed needs PostgreSQL: set BENCH_DATABASE_URL, or install its server');
  const { connections, seconds, perSecond, profileDir } = options;
  const dataDir = join(folder, 'data');
  const home = await homes.create(dataDir);
  const start = { core: cores.server, dataDir, databaseUrl: home.url };
  const sizes = { accounts: TOKENS, bearer: TOKENS, mac: 0, refresh: connections, codes: 0 };
  await fill(home, start, sizes, (sql) => giveEachAHash(sql, LOGIN_ACCOUNTS));
  const nodes: Hearth[] = [];
  for (let n = 0; n < NODES; n++) nodes.push(await Hearth.start({ ...start, profileDir }));
  progress(`${perSecond} requests a second by ${connections} callers on ${NODES} nodes for ${seconds} s`);
  const beganAt = performance.now();
  const pace = { beganAt, endsAt: beganAt + seconds * 1000, stepMs: (1000 * connections) / perSecond };
  const heard = Promise.all(
    Array.from({ length: connections }, (_, i) =>
      call(new Caller(nodes[i % NODES].port, i + 1), i / connections, pace),
    ),
  );
  const memory: Memory[] = [];
  for (let at = 0; at <= seconds; at += SAMPLE_SECONDS) {
    await sleep(beganAt + at * 1000 - performance.now());
    memory.push({ at, nodes: nodes.map(({ child }) => residentMegabytes(child.pid)) });
    progress(`${at} s: ${memory[memory.length - 1].nodes.map((mb) => `${mb.toFixed(0)} MB`).join(', ')}`);
  }
  const answers = (await heard).flat();
  await Promise.all(nodes.map((node) => node.stop()));
  return reportMixed(answers, memory, seconds);
}

interface Pace {
  readonly beganAt: number;
  readonly endsAt: number;
  /** From one request of a caller to its next; later where its answer takes longer. */
  readonly stepMs: number;
}

/** Each kind as often as its share says. @param phase of the step and of the kinds, 0 to 1: callers don't go together */
async function call(caller: Caller, phase: number, { beganAt, endsAt, stepMs }: Pace): Promise<Heard[]> {
  const turns = KINDS.flatMap((kind) =>
    Array.from({ length: kind.share }, (_, i) => ({ kind, at: i / kind.share })),
  ).sort((a, b) => a.at - b.at);
  const heard: Heard[] = [];
  for (let n = 0; ; n++) {
    const at = Math.max(beganAt + (n + phase) * stepMs, performance.now());
    if (at >= endsAt) return heard;
    await sleep(at - performance.now());
    heard.push(await caller.send(turns[Math.floor(n + phase * turns.length) % turns.length].kind));
  }
}
