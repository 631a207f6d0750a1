import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Homes } from './database/homes.js';
import type { Load } from './load/loads.js';
import { LoadProcess } from './load/load-process.js';
import type { Options } from './options.js';
import { digits, table } from './report.js';
import { Hearth } from './servers/hearth.js';
import { serve } from './servers/with-data.js';
import { startEmptyTypeorm } from './servers/yardsticks.js';
import type { Child } from './support/child.js';
import type { Cores } from './support/cores.js';
import { cpuMicroseconds, median, residentMegabytes } from './support/process-figures.js';
import { progress } from './support/progress.js';

const START_TARGET = 1.05;
const EMBEDDED_MS = 600;
const MEMORY_TARGET = 1.2;
const TOKENS = 10_000;
const BEARER: Load = { kind: 'bearer', count: TOKENS, isRandom: false };
const EMPTY: Load = { kind: 'path', prefix: '/', from: 0, count: 1 };

/** An application that was started. */
interface Started {
  readonly child: Child;
  readonly port: number;
  readonly startMs: number;
}

/** One of the applications that are compared; started anew in each round. */
interface Contender {
  readonly title: string;
  readonly start: () => Promise<Started>;
  /** The requests that it answers before its memory is measured; null: only its start is measured. */
  readonly load: Load | null;
  readonly starts: number[];
  /** CPU milliseconds until it listens: the figure that other work on the machine changes least. */
  readonly processor: number[];
  readonly atRest: number[];
  readonly afterLoad: number[];
}

/** Start and memory compared with an empty Nest application with TypeORM, in turns, on one core. */
export async function runLight(
  options: Options,
  cores: Cores,
  homes: Homes,
  folder: string,
): Promise<string> {
  if (homes.isEmbedded)
    throw new Error('--light needs PostgreSQL: set BENCH_DATABASE_URL, or install its server');
  const [core, dataDir] = [cores.server, join(folder, 'postgres')];
  const home = await homes.create(dataDir);
  const same: Homes = { ...homes, create: () => Promise.resolve(home) };
  await (await serve({ tokens: TOKENS, accounts: TOKENS }, options, cores, same, dataDir)).stop();
  const hearth = { core, profileDir: options.profileDir };
  const embedded = { ...hearth, dataDir: join(folder, 'embedded'), databaseUrl: null };
  await (await Hearth.start(embedded)).stop(); // the first start creates the database
  const contenders = [
    contender('empty Nest application with TypeORM', EMPTY, () =>
      startEmptyTypeorm(core, home.url as string),
    ),
    contender('Hearth on the same PostgreSQL', BEARER, () =>
      Hearth.start({ ...hearth, dataDir, databaseUrl: home.url }),
    ),
    contender('Hearth on its embedded database', null, () => Hearth.start(embedded)),
    contender('  the same, first start', null, () =>
      Hearth.start({ ...embedded, dataDir: mkdtempSync(join(folder, 'first-')) }),
    ),
  ];
  const load = new LoadProcess(cores.load);
  for (let round = 1; round <= options.rounds; round++)
    for (const one of contenders) {
      await measure(one, load, options);
      progress(`round ${round}/${options.rounds}  ${one.title}: ${digits(one.starts[round - 1], 0)} ms`);
    }
  return report(contenders);
}

function contender(title: string, load: Load | null, start: () => Promise<Started>): Contender {
  return { title, load, start, starts: [], processor: [], atRest: [], afterLoad: [] };
}

async function measure(one: Contender, generator: LoadProcess, options: Options): Promise<void> {
  const { child, port, startMs } = await one.start();
  one.starts.push(startMs);
  one.processor.push((cpuMicroseconds(child.pid) ?? NaN) / 1000);
  one.atRest.push(residentMegabytes(child.pid));
  if (one.load) {
    const { seconds, connections } = options;
    await generator.measure({ port, seconds, connections, loads: [one.load] });
    one.afterLoad.push(residentMegabytes(child.pid));
  }
  await child.stop();
}

function report(contenders: readonly Contender[]): string {
  const header = ['', 'start ms', 'processor ms', 'MB at rest', 'MB after the load'];
  const rows = contenders.map(({ title, starts, processor, atRest, afterLoad }) => [
    title,
    ...[starts, processor, atRest, afterLoad].map((values) =>
      values.length === 0 ? '' : digits(median(values), 0),
    ),
  ]);
  const [empty, postgres, embedded] = contenders;
  const targets = [
    ratio('start on PostgreSQL / empty, processor time', postgres.processor, empty.processor, START_TARGET),
    ratio('memory after the load / empty', postgres.afterLoad, empty.afterLoad, MEMORY_TARGET),
    atMost('embedded start, ms longer', median(embedded.starts) - median(empty.starts), EMBEDDED_MS, 0),
  ];
  return `${table([header, ...rows])}\n\n${table(targets)}`;
}

function ratio(title: string, values: readonly number[], base: readonly number[], target: number): string[] {
  return atMost(title, median(values) / median(base), target, 2);
}

function atMost(title: string, value: number, target: number, places: number): string[] {
  return [title, digits(value, places), `≤ ${target}`, value <= target ? 'ok' : 'short'];
}
