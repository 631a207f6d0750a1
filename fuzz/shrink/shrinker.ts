import fc from 'fast-check';
import type { Exchange } from '../campaign/exchange.js';
import type { Fault } from '../oracle/fault.js';
import type { FuzzRequest } from '../requests/request.js';
import { curlLine } from './curl.js';
import type { Lab } from './lab.js';
import { replay } from './replay.js';
import { shrinkRequest } from './shrink-request.js';
import { smallest } from './smallest.js';

/** The reproduction of a fault, for the report. */
export interface Reproduction {
  /** Shell commands, in order; the last one shows the fault. */
  readonly commands: readonly string[];
  /** Whether the fault was seen again when only these were sent. */
  readonly isConfirmed: boolean;
}

/** Limits of tries and time: a report that arrives is better than a smaller one that does not. */
const MOST_TRIES = 600;
const MOST_MS = 120_000;
/** How often in a row slowness must show on an idle server. */
const SLOW_IN_A_ROW = 3;
/** How often a request is sent again that got no answer in time while another fault is looked for: the machine was busy. */
const MORE_TRIES = 2;
const HISTORY = 30;

/** Minimizes a fault: to one request if possible, else to that request and the earlier ones it needs. */
export class Shrinker {
  constructor(
    private readonly lab: Lab,
    private readonly host: string,
  ) {}

  /** @param before earlier requests of the same connection, the oldest first */
  async shrink(found: Fault, request: FuzzRequest, before: readonly Exchange[]): Promise<Reproduction> {
    const shows = this.limited((tried: FuzzRequest) => this.shows(found, tried));
    if (await shows(request)) return this.confirmed([await shrinkRequest(request, shows)]);
    const steps = await this.neededBefore(found, request, before.slice(-HISTORY));
    if (steps === null) return { commands: [curlLine(request, this.host)], isConfirmed: false };
    return this.confirmed(steps);
  }

  async shows(found: Fault, request: FuzzRequest): Promise<boolean> {
    const times = found.kind === 'slow' ? SLOW_IN_A_ROW : 1;
    for (let time = 0; time < times; time++) if (!(await this.showsOnce(found, request))) return false;
    return true;
  }

  private async showsOnce(found: Fault, request: FuzzRequest): Promise<boolean> {
    for (let tries = 0; tries <= MORE_TRIES; tries++) {
      const faults = await this.lab.faultsIn({ request, outcome: await this.lab.send(request) });
      if (faults.some((seen) => isSame(seen, found))) return true;
      if (!faults.some(({ kind }) => kind === 'silent')) return false;
    }
    return false;
  }

  private confirmed(requests: readonly FuzzRequest[]): Reproduction {
    return { commands: requests.map((request) => curlLine(request, this.host)), isConfirmed: true };
  }

  /**
   * The earlier requests that are needed to show the fault, and the request itself; null when it can't be reproduced.
   */
  private async neededBefore(
    found: Fault,
    request: FuzzRequest,
    before: readonly Exchange[],
  ): Promise<readonly FuzzRequest[] | null> {
    const last: Exchange = { request, outcome: { status: null, why: 'closed', ms: 0 } };
    let requests: readonly FuzzRequest[] | null = null;
    const stillFails = async (kept: readonly Exchange[]): Promise<boolean> => {
      const replayed = await replay([...kept, last], (one) => this.lab.send(one));
      const outcome = replayed.last ?? last.outcome;
      const faults = await this.lab.faultsIn({ request: replayed.requests.at(-1) ?? request, outcome });
      const isThere = faults.some((seen) => isSame(seen, found));
      if (isThere) ({ requests } = replayed);
      return isThere;
    };
    const limited = this.limited(stillFails);
    await smallest(fc.subarray([...before]), before, limited);
    return requests;
  }

  private limited<T>(works: (tried: T) => Promise<boolean>): (tried: T) => Promise<boolean> {
    const end = performance.now() + MOST_MS;
    let tries = 0;
    return (tried) =>
      ++tries > MOST_TRIES || performance.now() > end ? Promise.resolve(false) : works(tried);
  }
}

/** Exits of the process are all alike: nothing else is known about them. */
function isSame(seen: Fault, found: Fault): boolean {
  return seen.key === found.key || (seen.kind === 'ended' && found.kind === 'ended');
}
