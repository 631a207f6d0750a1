import { join } from 'node:path';
import type { Homes } from './database/homes.js';
import { LoadProcess } from './load/load-process.js';
import type { More } from './load/loads.js';
import type { Options } from './options.js';
import { makeStore, measureStore } from './store.js';
import { digits, table } from './report.js';
import type { Hearth } from './servers/hearth.js';
import { serve, type Size } from './servers/with-data.js';
import type { Cores } from './support/cores.js';
import {
  cpuMicroseconds,
  cpuMicrosecondsOfAll,
  median,
  residentMegabytes,
} from './support/process-figures.js';
import { progress } from './support/progress.js';

const TARGET = 0.85;
/** Each connection has to touch the pages of a large database before they are near for it: seconds, not requests. */
const WARM_UP_SECONDS = 5;

interface Case {
  readonly title: string;
  readonly server: Hearth;
  readonly tokens: { readonly count: number; readonly more?: More };
  readonly rates: number[];
  readonly p99s: number[];
  /** Microseconds of the server's CPU time per request. */
  readonly cpus: number[];
  /** Microseconds of PostgreSQL's CPU time per request. */
  readonly postgres: number[];
}

const SMALL: Size = { tokens: 1000, accounts: 200 };
const ACCOUNTS = 200_000;
/** So many of a large database that a server has nearly all of them in memory. */
const IN_MEMORY = 5000;
const COLD = '  the same, calls of 5,000 accounts';
const WARM = '  the same, calls with one grant of each';

/**
 * Bearer calls on two servers, each with its own database; tokens are drawn at random. What it costs that a token is not in
 * memory is told by the same database and the same accounts: with more accounts each of them is further away for
 * PostgreSQL, whether the token is known or not.
 */
export async function runLarge(
  options: Options,
  cores: Cores,
  homes: Homes,
  folder: string,
): Promise<string> {
  if (homes.isEmbedded)
    throw new Error('--large needs PostgreSQL: set BENCH_DATABASE_URL, or install its server');
  const { grants } = options;
  const more = { times: Math.floor(grants / ACCOUNTS), step: ACCOUNTS };
  if (more.times === 0) throw new Error(`--grants must be at least ${ACCOUNTS}: one for each account`);
  const small = await serve(SMALL, options, cores, homes, join(folder, 'small'));
  const dataDir = join(folder, 'large');
  const home = await homes.create(dataDir);
  const same: Homes = { ...homes, create: () => Promise.resolve(home) };
  const large = await serve({ tokens: 0, accounts: ACCOUNTS }, options, cores, same, dataDir, (sql) =>
    makeStore(sql, grants, ACCOUNTS),
  );
  const cases = [
    caseOf('1,000 grants, 200 accounts', small, { count: SMALL.tokens }),
    caseOf(`${grants.toLocaleString('en')} grants, ${ACCOUNTS.toLocaleString('en')} accounts`, large, {
      count: ACCOUNTS,
      more,
    }),
    caseOf(COLD, large, { count: IN_MEMORY, more }),
    caseOf(WARM, large, { count: IN_MEMORY }),
  ];
  await measure(cases, options, new LoadProcess(cores.load), homes.postgresPid);
  const memory = [small, large].map(({ child }) => digits(residentMegabytes(child.pid), 0));
  await small.stop();
  const sql = await home.open();
  const store = await measureStore(sql, grants, Math.ceil(grants / 10));
  await sql.close();
  await large.stop();
  return `${report(cases)}\n\nmemory (RSS) after the load: ${memory[0]} MB and ${memory[1]} MB\n\n${store}`;
}

function caseOf(title: string, server: Hearth, tokens: Case['tokens']): Case {
  return { title, server, tokens, rates: [], p99s: [], cpus: [], postgres: [] };
}

async function measure(
  cases: readonly Case[],
  options: Options,
  load: LoadProcess,
  postgresPid: number | null,
): Promise<void> {
  const usedByPostgres = () => (postgresPid === null ? null : cpuMicrosecondsOfAll(postgresPid)) ?? NaN;
  for (let round = 0; round <= options.rounds; round++) {
    // Alternates the order: the case that follows the calls of any account finds other pages in PostgreSQL's cache.
    const inTurn = round % 2 === 0 ? cases : cases.toReversed();
    for (const { title, server, tokens, rates, p99s, cpus, postgres } of inTurn) {
      const seconds = round === 0 ? WARM_UP_SECONDS : options.seconds;
      const loads = [{ kind: 'bearer', isRandom: true, ...tokens } as const];
      const before = cpuMicroseconds(server.child.pid) ?? NaN;
      const postgresBefore = usedByPostgres();
      const { figures } = await load.measure({
        port: server.port,
        seconds,
        connections: options.connections,
        loads,
      });
      if (round === 0) continue;
      progress(
        `round ${round}/${options.rounds}  ${title.trim().padEnd(36)} ${figures[0].perSecond.toFixed(0)}/s`,
      );
      rates.push(figures[0].perSecond);
      p99s.push(figures[0].p99);
      cpus.push(((cpuMicroseconds(server.child.pid) ?? NaN) - before) / figures[0].answered);
      postgres.push((usedByPostgres() - postgresBefore) / figures[0].answered);
    }
  }
}

function report(cases: readonly Case[]): string {
  const [{ rates: base }] = cases;
  const rows = cases.map(({ title, rates, p99s, cpus, postgres }) => [
    title,
    digits(median(rates), 0),
    digits(median(p99s), 2),
    digits(median(cpus), 0),
    digits(median(postgres), 0),
    digits(ratioOf(rates, base), 2),
  ]);
  const heading = ['Bearer accgetloggedaccount', 'requests/s', 'p99 ms', 'CPU µs', 'PG µs', 'ratio'];
  const ratesOf = (asked: string): number[] => cases.find(({ title }) => title === asked)?.rates ?? [];
  const ratio = ratioOf(ratesOf(COLD), ratesOf(WARM));
  const verdict = `${digits(ratio, 2)} (≥ ${TARGET}: ${ratio >= TARGET ? 'ok' : 'short'})`;
  return `${table([heading, ...rows])}\n\na token that is not in memory, beside one that is, of the same accounts: ${verdict}`;
}

/** Compared round by round: a temporary slowdown of the machine affects both alike. */
function ratioOf(rates: readonly number[], others: readonly number[]): number {
  return median(rates.map((rate, round) => rate / others[round]));
}
