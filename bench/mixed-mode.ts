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
  const { connections, seconds, profileDir } = options;
  const dataDir = join(folder, 'data');
  const home = await homes.create(dataDir);
  const start = { core: cores.server, dataDir, databaseUrl: home.url };
  const sizes = { accounts: TOKENS, bearer: TOKENS, mac: 0, refresh: connections, codes: 0 };
  await fill(home, start, sizes, (sql) => giveEachAHash(sql, LOGIN_ACCOUNTS));
  const nodes: Hearth[] = [];
  for (let n = 0; n < NODES; n++) nodes.push(await Hearth.start({ ...start, profileDir }));
  progress(`${connections} callers on ${NODES} nodes for ${seconds} s`);
  const beganAt = performance.now();
  const goesOn = (): boolean => performance.now() - beganAt < seconds * 1000;
  const heard = Promise.all(
    Array.from({ length: connections }, (_, i) => call(new Caller(nodes[i % NODES].port, i + 1), i, goesOn)),
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

/** One request after the other, each kind as often as its share says; no two callers begin with the same. */
async function call(caller: Caller, first: number, goesOn: () => boolean): Promise<Heard[]> {
  const turns = KINDS.flatMap((kind) =>
    Array.from({ length: kind.share }, (_, i) => ({ kind, at: i / kind.share })),
  );
  turns.sort((a, b) => a.at - b.at);
  const heard: Heard[] = [];
  for (let n = first; goesOn(); n++) heard.push(await caller.send(turns[n % turns.length].kind));
  return heard;
}
