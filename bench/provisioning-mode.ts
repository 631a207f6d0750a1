import { join } from 'node:path';
import type { Homes } from './database/homes.js';
import { LoadProcess } from './load/load-process.js';
import type { Load } from './load/loads.js';
import type { Options } from './options.js';
import { digits, table } from './report.js';
import { PARTNER_BASIC, type Hearth } from './servers/hearth.js';
import { serve } from './servers/with-data.js';
import type { Cores } from './support/cores.js';
import { median, residentMegabytes } from './support/process-figures.js';
import { progress } from './support/progress.js';

const FLAT = 1.3;
const WARM_UP_SECONDS = 2;
const REQUESTS_PER_FAMILY = 3;
const FEW = 1000;
const MANY = 1_000_000;

type Rates = Record<'moveInFew' | 'moveInMany' | 'searchFew' | 'searchMany', number[]>;

/** A partner creates its accounts and looks some up, on a small and on a large database. */
export async function runProvisioning(
  options: Options,
  cores: Cores,
  homes: Homes,
  folder: string,
): Promise<string> {
  if (homes.isEmbedded)
    throw new Error('--provisioning needs PostgreSQL: set BENCH_DATABASE_URL, or install its server');
  const few = await serve({ tokens: 0, accounts: FEW }, options, cores, homes, join(folder, 'few'));
  const many = await serve({ tokens: 0, accounts: MANY }, options, cores, homes, join(folder, 'many'));
  const load = new LoadProcess(cores.load);
  const rates: Rates = { moveInFew: [], moveInMany: [], searchFew: [], searchMany: [] };
  let run = 0;
  const measure = async (server: Hearth, what: Load, seconds: number): Promise<number> => {
    const order = { port: server.port, seconds, connections: options.connections, loads: [what] };
    return (await load.measure(order)).figures[0].perSecond;
  };
  for (let round = 0; round <= options.rounds; round++) {
    const seconds = round === 0 ? WARM_UP_SECONDS : options.seconds;
    for (const [size, server, count] of [
      ['Few', few, FEW],
      ['Many', many, MANY],
    ] as const) {
      const search = await measure(server, { kind: 'search', count, basic: PARTNER_BASIC }, seconds);
      const moveIn = await measure(server, { kind: 'move-in', run: run++, basic: PARTNER_BASIC }, seconds);
      if (round === 0) continue;
      rates[`search${size}`].push(search);
      rates[`moveIn${size}`].push(moveIn / REQUESTS_PER_FAMILY);
      progress(
        `round ${round}/${options.rounds}  among ${count}: search ${search.toFixed(0)}/s, requests of the move ${moveIn.toFixed(0)}/s`,
      );
    }
  }
  const memory = [few, many].map(({ child }) => digits(residentMegabytes(child.pid), 0));
  await Promise.all([few.stop(), many.stop()]);
  return `${report(rates)}\n\nmemory (RSS) after the load: ${memory[0]} MB and ${memory[1]} MB`;
}

function report(rates: Rates): string {
  const row = (
    title: string,
    small: number[],
    large: number[],
    verdict: (ratio: number) => string[],
  ): string[] => {
    const ratio = median(small) / median(large);
    return [title, digits(median(small), 0), digits(median(large), 0), digits(ratio, 2), ...verdict(ratio)];
  };
  const isFlat = (ratio: number): string[] => [`≤ ${FLAT}`, ratio <= FLAT ? 'ok' : 'short'];
  return table([
    [
      'per second',
      `${FEW.toLocaleString('en-GB')} accounts`,
      `${MANY.toLocaleString('en-GB')} accounts`,
      'ratio',
      'target',
      '',
    ],
    row('search by e-mail', rates.searchFew, rates.searchMany, isFlat),
    row('createfamily + createaccount + addaccount2family', rates.moveInFew, rates.moveInMany, () => [
      '',
      '',
    ]),
  ]);
}
