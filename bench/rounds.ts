import type { LoadProcess } from './load/load-process.js';
import type { Figures, Load } from './load/loads.js';
import { PASSWORD } from './database/data.js';
import type { Measurement } from './options.js';
import { BASIC, type Hearth } from './servers/hearth.js';
import type { Yardstick } from './servers/yardsticks.js';
import { cpuMicroseconds, cpuMicrosecondsOfAll } from './support/process-figures.js';

export const TOKENS = 10_000;
/** Bearer tokens besides these, of which each is called once in five seconds at most: the time that one stays in memory. */
const MISSED_TOKENS = 200_000;
export const BEARER_GRANTS = TOKENS + MISSED_TOKENS;
const MISSES_PER_SECOND = 20_000;
/** Keys of clients that bind their tokens. */
const PROOF_KEYS = 1000;
const LOGINS_IN_FLIGHT = 16;
/** Refresh tokens created per second of measuring: more than the server can spend. */
const REFRESH_PER_SECOND = 10_000;
const CODES_PER_SECOND = 10_000;
/**
 * A login takes a fifth of a second: with so many accounts, each with a hash of its own, none has two in progress, and none
 * comes again while its password is remembered.
 */
export const LOGIN_ACCOUNTS = 64;

export interface Measured extends Figures {
  /** CPU time of the server per request, microseconds. */
  readonly cpu: number | null;
  /** CPU time of PostgreSQL per request, microseconds. */
  readonly postgres: number | null;
  /** The share of its core that the server used, 0 to 1. */
  readonly core: number | null;
  /** CPU load of the load generator, 0 to 1. */
  readonly busy: number | null;
  /** Logins that were made at the same time. */
  readonly loginsPerSecond: number | null;
}

/** What is sent to Hearth. */
export type Sent = Exclude<Measurement, 'start' | 'empty' | 'select' | 'bcrypt'>;

/** How loads are run: by whom, how many requests at a time, and how long before the measuring begins. */
export interface Manner {
  readonly load: LoadProcess;
  /** null: it is not on this machine, or embedded. */
  readonly postgresPid: number | null;
  readonly connections: number;
  readonly leadSeconds: number;
}

/** Runs one measurement after the other on a server of Hearth; single-use values are counted here. */
export class Rounds {
  private usedRefreshTokens = 0;
  private usedCodes = 0;
  private usedTokens = 0;

  /** @param tokens so many call in turns, unless each is to be missed */
  constructor(
    private readonly hearth: Hearth,
    private readonly manner: Manner,
    private readonly tokens = TOKENS,
  ) {}

  measure(name: Sent, seconds: number): Promise<Measured> {
    return runLoads(this.hearth, this.manner, seconds, this.loadsOf(name, seconds + this.manner.leadSeconds));
  }

  private loadsOf(name: Sent, seconds: number): Load[] {
    const count = this.tokens;
    const bearer: Load = { kind: 'bearer', count, isRandom: false };
    const password: Load = { kind: 'password', count: LOGIN_ACCOUNTS, basic: BASIC, password: PASSWORD };
    switch (name) {
      case 'bearer':
        return [bearer];
      case 'miss':
        return [{ kind: 'bearer', ...this.takeTokens(seconds), isRandom: false }];
      case 'ping':
        return [{ kind: 'ping', basic: BASIC }];
      case 'mac':
        return [{ kind: 'mac', count }];
      case 'dpop':
        return [{ kind: 'dpop', count, keys: PROOF_KEYS }];
      case 'refresh':
        return [{ kind: 'refresh', ...this.takeRefreshTokens(seconds), basic: BASIC }];
      case 'code':
        return [{ kind: 'code', ...this.takeCodes(seconds), basic: BASIC }];
      case 'introspect':
        return [{ kind: 'introspect', count, basic: BASIC }];
      case 'client':
        return [{ kind: 'client', basic: BASIC }];
      case 'password':
        return [password];
      case 'storm':
        return [bearer, password];
    }
  }

  private takeTokens(seconds: number): { from: number; count: number } {
    const count = Math.min(MISSED_TOKENS, Math.ceil(seconds * MISSES_PER_SECOND));
    if (this.usedTokens + count > MISSED_TOKENS) this.usedTokens = 0;
    const from = TOKENS + this.usedTokens + 1;
    this.usedTokens += count;
    return { from, count };
  }

  private takeRefreshTokens(seconds: number): { from: number; count: number } {
    const count = Math.ceil(seconds * REFRESH_PER_SECOND);
    const from = this.usedRefreshTokens + 1;
    this.usedRefreshTokens += count;
    return { from, count };
  }

  private takeCodes(seconds: number): { from: number; count: number } {
    const count = Math.ceil(seconds * CODES_PER_SECOND);
    const from = this.usedCodes + 1;
    this.usedCodes += count;
    return { from, count };
  }
}

/** How many refresh tokens and codes so many measurements of so many seconds spend; none of what is not measured. */
export function spentIn(
  times: number,
  seconds: number,
  only: ReadonlySet<Measurement>,
): { refresh: number; codes: number } {
  const of = (name: Measurement, perSecond: number): number =>
    only.has(name) ? times * Math.ceil(seconds * perSecond) : 0;
  return { refresh: of('refresh', REFRESH_PER_SECOND), codes: of('code', CODES_PER_SECOND) };
}

/** The figures of the first load; processor times from when its measuring begins. */
export async function runLoads(
  { child, port }: Pick<Yardstick, 'child' | 'port'>,
  { load, postgresPid, connections, leadSeconds }: Manner,
  seconds: number,
  loads: Load[],
): Promise<Measured> {
  const used = () =>
    [cpuMicroseconds(child.pid), postgresPid === null ? null : cpuMicrosecondsOfAll(postgresPid)] as const;
  let before = used();
  const hasLogins = loads.some(({ kind }) => kind === 'password');
  const outcome = await load.measure(
    { port, seconds, leadSeconds, connections: hasLogins ? LOGINS_IN_FLIGHT : connections, loads },
    () => (before = used()),
  );
  const after = used();
  const [figures, logins] = outcome.figures;
  // With concurrent logins, it would include their work too.
  const [cpu, postgres] = after.map((end, which) => {
    const begin = before[which];
    return begin === null || end === null || logins ? null : (end - begin) / figures.answered;
  });
  const core = cpu === null ? null : (cpu * figures.perSecond) / 1e6;
  return {
    ...figures,
    cpu,
    postgres,
    core,
    busy: outcome.busy,
    loginsPerSecond: logins ? logins.count / seconds : null,
  };
}

export function bareSample(perSecond: number): Measured {
  const none = { cpu: null, postgres: null, core: null, busy: null, loginsPerSecond: null };
  return { perSecond, count: 0, answered: 0, turnedAway: 0, p50: 1000 / perSecond, p99: NaN, ...none };
}
