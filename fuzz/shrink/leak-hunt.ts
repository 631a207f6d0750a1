import { curlLine } from './curl.js';
import { shrinkRequest } from './shrink-request.js';
import type { Reproduction } from './shrinker.js';
import type { Lab } from './lab.js';
import { WHOLE, type FuzzRequest, type Structured } from '../requests/request.js';
import type { Server } from '../servers/server.js';

/** How often each kind is sent at first, and how often those that look suspicious. */
const FIRST_LOOK = 10;
const LOOKS = [
  { most: 12, times: 40 },
  { most: 4, times: 120 },
] as const;
const SHRINK_TRIES = 20;
const SHRINK_TIMES = 30;

/** Growth for each request; less may be chance. */
const LEAST_BYTES_EACH = 512;

interface Suspect {
  readonly request: FuzzRequest;
  /** Bytes that one request leaves behind. */
  readonly bytes: number;
}

/**
 * Finds the kind of request that makes memory grow: sends each many times, and minimizes the one that leaves most
 * behind.
 */
export class LeakHunt {
  constructor(
    private readonly server: Server,
    private readonly lab: Lab,
    private readonly host: string,
  ) {}

  /** @param samples one request of each kind; null when none makes memory grow by itself */
  async find(samples: readonly FuzzRequest[]): Promise<Reproduction | null> {
    let suspects: Suspect[] = [];
    for (const request of samples) suspects.push(await this.suspect(request, FIRST_LOOK));
    for (const { most, times } of LOOKS) {
      const worst = suspects.sort((a, b) => b.bytes - a.bytes).slice(0, most);
      suspects = [];
      for (const { request } of worst) suspects.push(await this.suspect(request, times));
    }
    const worst = suspects.sort((a, b) => b.bytes - a.bytes).at(0);
    if (!worst || worst.bytes <= LEAST_BYTES_EACH) return null;
    let tries = 0;
    const { bytes } = worst;
    const request = await shrinkRequest(worst.request, async (smaller) =>
      ++tries > SHRINK_TRIES ? false : (await this.leftBy(smaller, SHRINK_TIMES)) > bytes / 2,
    );
    const loop = `for i in $(seq 1000); do ${curlLine(request, this.host)} >/dev/null; done   # ${Math.round(bytes)} bytes stay of each`;
    return { commands: [loop], isConfirmed: true };
  }

  private async suspect(request: FuzzRequest, times: number): Promise<Suspect> {
    const quick: FuzzRequest = request.kind === 'raw' ? request : { ...request, delivery: quickly(request) };
    return { request: quick, bytes: await this.leftBy(quick, times) };
  }

  /** Bytes left behind by each such request. */
  private async leftBy(request: FuzzRequest, times: number): Promise<number> {
    const before = (await this.server.use())?.live ?? 0;
    for (let time = 0; time < times; time++) await this.lab.send(request);
    const after = (await this.server.use())?.live ?? 0;
    return (after - before) / times;
  }
}

/** Slow deliveries would take too long so many times. */
function quickly({ delivery }: Structured): Structured['delivery'] {
  return delivery.kind === 'slow' ? WHOLE : delivery;
}
