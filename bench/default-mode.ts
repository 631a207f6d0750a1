import { join } from 'node:path';
import { BCRYPT_COST, giveEachAHash, makeData, PASSWORD } from './database/data.js';
import type { Home, Homes } from './database/homes.js';
import { LoadProcess } from './load/load-process.js';
import type { Measurement, Options } from './options.js';
import { reportRates, reportRest } from './report.js';
import {
  CODES_PER_SECOND,
  LOGIN_ACCOUNTS,
  REFRESH_PER_SECOND,
  Rounds,
  TOKENS,
  type Compared,
  type Sample,
} from './rounds.js';
import { CLIENT_ID, Hearth } from './servers/hearth.js';
import { BareBcrypt, startBareSelect, startEmptyNest } from './servers/yardsticks.js';
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

export async function runDefault(
  options: Options,
  cores: Cores,
  homes: Homes,
  folder: string,
): Promise<string> {
  const dataDir = join(folder, 'data');
  const home = await homes.create(dataDir);
  const start = { core: cores.server, dataDir, databaseUrl: home.url };
  progress(`database: ${home.description}`);
  const passwordHash = await prepare(home, start, options);
  const starts = options.only.has('start') ? await measureStarts(folder, cores.server, home.url) : null;
  const hearth = await Hearth.start({ ...start, profileDir: options.profileDir });
  const rounds = new Rounds({
    connections: options.connections,
    hearth,
    load: new LoadProcess(cores.load),
    empty: await startEmptyNest(cores.server),
    select: home.url === null ? null : await startBareSelect(cores.server, home.url),
    bcrypt: new BareBcrypt(cores.server, passwordHash, PASSWORD),
    postgresPid: homes.postgresPid,
  });
  const samples = await measureAll(rounds, options);
  const rss = residentMegabytes(hearth.child.pid);
  await hearth.stop();
  return `${reportRates(samples)}\n\n${reportRest(samples, rss, starts)}`;
}

/** The server creates its tables and the client; then the data is added. */
async function prepare(
  home: Home,
  start: Omit<Parameters<typeof Hearth.start>[0], 'profileDir'>,
  options: Options,
): Promise<string> {
  const server = await Hearth.start({ ...start, profileDir: null });
  await server.stop();
  const seconds = options.rounds * options.seconds + WARM_UP_SECONDS;
  const refresh = options.only.has('refresh')
    ? Math.ceil(seconds * REFRESH_PER_SECOND) + options.rounds + 1
    : 1;
  const codes = options.only.has('code') ? Math.ceil(seconds * CODES_PER_SECOND) + options.rounds + 1 : 0;
  progress(`making ${TOKENS} Bearer and MAC tokens, ${refresh} refresh tokens; bcrypt cost ${BCRYPT_COST}`);
  const sql = await home.open();
  const sizes = { accounts: TOKENS, bearer: TOKENS, mac: TOKENS, refresh, codes };
  const hash = await makeData(sql, CLIENT_ID, sizes);
  if (options.only.has('password') || options.only.has('storm')) await giveEachAHash(sql, LOGIN_ACCOUNTS);
  await sql.close();
  return hash;
}

async function measureAll(rounds: Rounds, options: Options): Promise<Map<Measurement, Sample[]>> {
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
  rounds: Rounds,
  names: readonly Compared[],
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
