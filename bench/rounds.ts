import type { LoadProcess } from './load/load-process.js';
import type { Figures, Load } from './load/loads.js';
import { PASSWORD } from './database/data.js';
import type { Measurement } from './options.js';
import { BASIC, type Hearth } from './servers/hearth.js';
import type { BareBcrypt, Yardstick } from './servers/yardsticks.js';
import { cpuMicroseconds, cpuMicrosecondsOfAll } from './support/process-figures.js';

export const TOKENS = 10_000;
/** Keys of clients that bind their tokens. */
const PROOF_KEYS = 1000;
const LOGINS_IN_FLIGHT = 16;
/** Refresh tokens created per second of measuring: more than the server can spend. */
export const REFRESH_PER_SECOND = 10_000;
export const CODES_PER_SECOND = 10_000;
/**
 * A login takes a fifth of a second: with so many accounts, each with a hash of its own, none has two in progress, and none
 * comes again while its password is remembered.
 */
export const LOGIN_ACCOUNTS = 64;

export interface Sample extends Figures {
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
  /** Its rate, compared with that of the empty controller just before and just after; of that itself 1. */
  readonly toEmpty: number;
}

type Measured = Omit<Sample, 'toEmpty'>;
export type Compared = Exclude<Measurement, 'start' | 'empty'>;

interface Servers {
  readonly connections: number;
  readonly load: LoadProcess;
  readonly hearth: Hearth;
  readonly empty: Yardstick;
  /** null with the embedded database, which allows one process only. */
  readonly select: Yardstick | null;
  readonly bcrypt: BareBcrypt;
  /** null: it is not on this machine, or embedded. */
  readonly postgresPid: number | null;
}

/** Runs one measurement after the other; single-use values are counted here. */
export class Rounds {
  private usedRefreshTokens = 0;
  private usedCodes = 0;

  constructor(private readonly servers: Servers) {}

  empty(seconds: number): Promise<Measured> {
    return this.run(this.servers.empty, seconds, [{ kind: 'path', prefix: '/', from: 0, count: 1 }]);
  }

  async measure(name: Compared, seconds: number): Promise<Measured | null> {
    const { hearth, select, bcrypt } = this.servers;
    if (name === 'bcrypt') return bareSample(await bcrypt.measure(seconds));
    if (name === 'select') {
      const rows: Load = { kind: 'path', prefix: '/', from: 1_000_000_001, count: TOKENS };
      return select === null ? null : this.run(select, seconds, [rows]);
    }
    return this.run(hearth, seconds, this.loadsOf(name, seconds));
  }

  private loadsOf(
    name: 'bearer' | 'mac' | 'dpop' | 'refresh' | 'client' | 'code' | 'introspect' | 'password' | 'storm',
    seconds: number,
  ): Load[] {
    const bearer: Load = { kind: 'bearer', count: TOKENS, isRandom: false };
    const password: Load = { kind: 'password', count: LOGIN_ACCOUNTS, basic: BASIC, password: PASSWORD };
    switch (name) {
      case 'bearer':
        return [bearer];
      case 'mac':
        return [{ kind: 'mac', count: TOKENS }];
      case 'dpop':
        return [{ kind: 'dpop', count: TOKENS, keys: PROOF_KEYS }];
      case 'refresh':
        return [{ kind: 'refresh', ...this.takeRefreshTokens(seconds), basic: BASIC }];
      case 'code':
        return [{ kind: 'code', ...this.takeCodes(seconds), basic: BASIC }];
      case 'introspect':
        return [{ kind: 'introspect', count: TOKENS, basic: BASIC }];
      case 'client':
        return [{ kind: 'client', basic: BASIC }];
      case 'password':
        return [password];
      case 'storm':
        return [bearer, password];
    }
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

  private async run(
    { child, port }: Pick<Yardstick, 'child' | 'port'>,
    seconds: number,
    loads: Load[],
  ): Promise<Measured> {
    const used = () => [cpuMicroseconds(child.pid), this.usedByPostgres()] as const;
    const before = used();
    const hasLogins = loads.some(({ kind }) => kind === 'password');
    const connections = hasLogins ? LOGINS_IN_FLIGHT : this.servers.connections;
    const outcome = await this.servers.load.measure({ port, seconds, connections, loads });
    const after = used();
    const [figures, logins] = outcome.figures;
    // With concurrent logins, it would include their work too.
    const [cpu, postgres] = after.map((end, which) => {
      const begin = before[which];
      return begin === null || end === null || logins ? null : (end - begin) / figures.sent;
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

  private usedByPostgres(): number | null {
    const { postgresPid } = this.servers;
    return postgresPid === null ? null : cpuMicrosecondsOfAll(postgresPid);
  }
}

function bareSample(perSecond: number): Measured {
  const none = { cpu: null, postgres: null, core: null, busy: null, loginsPerSecond: null };
  return { perSecond, count: 0, sent: 0, turnedAway: 0, p50: 1000 / perSecond, p99: NaN, ...none };
}
