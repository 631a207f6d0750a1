import { join } from 'node:path';
import { reportPairs, type Slices } from './against-report.js';
import type { Homes } from './database/homes.js';
import { LoadProcess } from './load/load-process.js';
import { COMPARED, type Compared, type Options } from './options.js';
import { LEAST_PAIRS } from './paired.js';
import { BEARER_GRANTS, Rounds, spentIn, TOKENS, type Manner, type Measured } from './rounds.js';
import { buildIn, THIS_BUILD, type Build } from './servers/builds.js';
import { Hearth } from './servers/hearth.js';
import { fill } from './servers/with-data.js';
import type { Cores } from './support/cores.js';
import { progress } from './support/progress.js';

/** So few that the lead puts all of them into memory. */
const CALLING = 2000;
const LEAD_SECONDS = 0.3;
/** Until V8 has compiled the code of each call: some ten thousand requests. */
const WARM_UP_SECONDS = 4;

/** Two builds in turns, slice by slice, on one core; each on a database of its own, which differ in nothing but the schema. */
export async function runAgainst(
  options: Options,
  cores: Cores,
  homes: Homes,
  folder: string,
): Promise<string> {
  if (options.rounds < LEAST_PAIRS) throw new Error(`--against needs --rounds ${LEAST_PAIRS} or more`);
  const builds = { old: await buildIn(options.against ?? ''), fresh: THIS_BUILD };
  const manner: Manner = {
    load: new LoadProcess(cores.load),
    postgresPid: homes.postgresPid,
    connections: options.connections,
    leadSeconds: LEAD_SECONDS,
  };
  const startOne = async (which: keyof typeof builds): Promise<Rounds> => {
    const dataDir = join(folder, which);
    const profileDir = options.profileDir && join(options.profileDir, which);
    return new Rounds(
      await start(builds[which], { ...options, profileDir }, cores, homes, dataDir),
      manner,
      CALLING,
    );
  };
  const rounds = { old: await startOne('old'), fresh: await startOne('fresh') };
  const names = COMPARED.filter((name) => options.only.has(name));
  progress('warming up');
  for (const name of names)
    for (const which of ['old', 'fresh'] as const) await rounds[which].measure(name, WARM_UP_SECONDS);
  const slices = new Map<Compared, Slices[]>(names.map((name) => [name, []]));
  for (let round = 1; round <= options.rounds; round++) {
    for (const [name, taken] of slices) taken.push(await measurePair(rounds, name, options.seconds, round));
    progress(`round ${round}/${options.rounds}`);
  }
  return `old: ${builds.old.folder}\nnew: ${builds.fresh.folder}\n\n${reportPairs(slices)}`;
}

async function start(
  build: Build,
  options: Options,
  cores: Cores,
  homes: Homes,
  dataDir: string,
): Promise<Hearth> {
  const home = await homes.create(dataDir);
  const given = { build, core: cores.server, dataDir, databaseUrl: home.url };
  const slices = spentIn(options.rounds, options.seconds + LEAD_SECONDS, options.only);
  const warmUp = spentIn(1, WARM_UP_SECONDS + LEAD_SECONDS, options.only);
  const spent = { refresh: slices.refresh + warmUp.refresh, codes: slices.codes + warmUp.codes };
  await fill(home, given, { accounts: TOKENS, bearer: BEARER_GRANTS, mac: CALLING, ...spent });
  return Hearth.start({ ...given, profileDir: options.profileDir });
}

/** A B, then B A, and so on: what drifts meets both alike. */
async function measurePair(
  rounds: { readonly old: Rounds; readonly fresh: Rounds },
  name: Compared,
  seconds: number,
  round: number,
): Promise<Slices> {
  const measure = (which: keyof typeof rounds): Promise<Measured> => rounds[which].measure(name, seconds);
  if (round % 2 === 1) {
    const old = await measure('old');
    return { old, fresh: await measure('fresh') };
  }
  const fresh = await measure('fresh');
  return { old: await measure('old'), fresh };
}
