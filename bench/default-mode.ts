import { join } from 'node:path';
import { giveEachAHash, PASSWORD } from './database/data.js';
import type { Sql } from './database/postgres.js';
import type { Homes } from './database/homes.js';
import { LoadProcess } from './load/load-process.js';
import type { Load } from './load/loads.js';
import type { Measurement, Options } from './options.js';
import { reportRates, reportRest } from './report.js';
import {
  bareSample,
  BEARER_GRANTS,
  LOGIN_ACCOUNTS,
  Rounds,
  runLoads,
  spentIn,
  TOKENS,
  type Manner,
  type Measured,
} from './rounds.js';
import { Hearth } from './servers/hearth.js';
import { fill } from './servers/with-data.js';
import { BareBcrypt, startBareSelect, startEmptyNest, type Yardstick } from './servers/yardsticks.js';
import { measureStarts } from './start-times.js';
import type { Cores } from './support/cores.js';
import { residentMegabytes } from './support/process-figures.js';
import { elapsedSeconds, progress } from './support/progress.js';

/** Until V8 has compiled the code of each call: some ten thousand requests. */
const WARM_UP_SECONDS = 4;
/** It is measured before and after everything else. */
const EMPTY_SECONDS = 1;
const NOT_WARMED: readonly Measurement[] = ['bcrypt', 'password', 'storm'];
/** No round begins that would end later than this; the whole run is limited to ten minutes. */
const LAST_ROUND_ENDS_SECONDS = 570;

export interface Sample extends Measured {
  /** Its rate, compared with that of the empty controller just before and just after; of that itself 1. */
  readonly toEmpty: number;
}

/** What Hearth is compared with. */
interface Yardsticks {
  readonly empty: Yardstick;
  /** null with the embedded database, which allows one process only. */
  readonly select: Yardstick | null;
  readonly bcrypt: BareBcrypt;
}

export async function runDefault(
  options: Options,
  cores: Cores,
  homes: Homes,
  folder: string,
): Promise<string> {
  const dataDir = join(folder, 'data');
  const home = await homes.create(dataDir);
  const start = { core: cores.server, dataDir, databaseUrl: home.url };
  const isWithLogins = options.only.has('password') || options.only.has('storm');
  const spent = spentIn(1, options.rounds * options.seconds + WARM_UP_SECONDS, options.only);
  const sizes = { accounts: TOKENS, bearer: BEARER_GRANTS, mac: TOKENS, ...spent };
  const passwordHash = await fill(home, start, sizes, async (sql: Sql) => {
    if (isWithLogins) await giveEachAHash(sql, LOGIN_ACCOUNTS);
  });
  const starts = options.only.has('start') ? await measureStarts(folder, cores.server, home.url) : null;
  const hearth = await Hearth.start({ ...start, profileDir: options.profileDir });
  const { connections } = options;
  const load = new LoadProcess(cores.load);
  const manner: Manner = { load, postgresPid: homes.postgresPid, connections, leadSeconds: 0 };
  const yardsticks = {
    empty: await startEmptyNest(cores.server),
    select: home.url === null ? null : await startBareSelect(cores.server, home.url),
    bcrypt: new BareBcrypt(cores.server, passwordHash, PASSWORD),
  };
  const measured = new Beside(yardsticks, new Rounds(hearth, manner), manner);
  const samples = await measureAll(measured, options);
  const rss = residentMegabytes(hearth.child.pid);
  await hearth.stop();
  return `${reportRates(samples)}\n\n${reportRest(samples, rss, starts)}`;
}

/** The server and its yardsticks. */
class Beside {
  constructor(
    private readonly yardsticks: Yardsticks,
    private readonly rounds: Rounds,
    private readonly manner: Manner,
  ) {}

  empty(seconds: number): Promise<Measured> {
    const { empty } = this.yardsticks;
    return runLoads(empty, this.manner, seconds, [{ kind: 'path', prefix: '/', from: 0, count: 1 }]);
  }

  /** null: not on this database. */
  async measure(name: Exclude<Measurement, 'start' | 'empty'>, seconds: number): Promise<Measured | null> {
    const { select, bcrypt } = this.yardsticks;
    if (name === 'bcrypt') return bareSample(await bcrypt.measure(seconds));
    if (name !== 'select') return this.rounds.measure(name, seconds);
    if (select === null) return null;
    const rows: Load = { kind: 'path', prefix: '/', from: 1_000_000_001, count: TOKENS };
    return runLoads(select, this.manner, seconds, [rows]);
  }
}

async function measureAll(rounds: Beside, options: Options): Promise<Map<Measurement, Sample[]>> {
  const names = [...options.only].filter((name) => name !== 'start' && name !== 'empty');
  const samples = new Map<Measurement, Sample[]>();
  progress('warming up');
  await rounds.empty(WARM_UP_SECONDS);
  for (const name of names) if (!NOT_WARMED.includes(name)) await rounds.measure(name, WARM_UP_SECONDS);
  let roundSeconds = 0;
  for (let round = 1; round <= options.rounds; round++) {
    const startedAt = elapsedSeconds();
    if (startedAt + roundSeconds > LAST_ROUND_ENDS_SECONDS) {
      progress(`${round - 1} rounds: another would not fit into ten minutes`);
      break;
    }
    for await (const [name, sample] of measureEach(rounds, names, options.seconds)) {
      samples.set(name, [...(samples.get(name) ?? []), sample]);
      const rate = `${sample.perSecond.toFixed(1).padStart(8)}/s`;
      if (name !== 'empty')
        progress(
          `round ${round}/${options.rounds}  ${name.padEnd(10)} ${rate}  ${sample.toEmpty.toFixed(2)} of empty`,
        );
    }
    roundSeconds = elapsedSeconds() - startedAt;
  }
  return samples;
}

/** Each between two of the empty controller: a machine that is slower for a minute is so for both. */
async function* measureEach(
  rounds: Beside,
  names: readonly Exclude<Measurement, 'start' | 'empty'>[],
  seconds: number,
): AsyncGenerator<[Measurement, Sample]> {
  let before = await rounds.empty(EMPTY_SECONDS);
  yield ['empty', { ...before, toEmpty: 1 }];
  for (const name of names) {
    const measured = await rounds.measure(name, seconds);
    if (measured === null) continue;
    const after = await rounds.empty(EMPTY_SECONDS);
    yield [name, { ...measured, toEmpty: (2 * measured.perSecond) / (before.perSecond + after.perSecond) }];
    yield ['empty', { ...after, toEmpty: 1 }];
    before = after;
  }
}
