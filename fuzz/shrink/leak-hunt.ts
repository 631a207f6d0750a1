import { curlLine } from './curl.js';
import { shrinkRequest } from './shrink-request.js';
import type { Reproduction } from './shrink.js';
import type { Lab } from './lab.js';
import { WHOLE, type FuzzRequest, type Structured } from '../requests/request.js';
import type { Server } from '../servers/server.js';

/** How often each kind is sent, to find those that are worth a closer look, and how often then. */
const FIRST_LOOK = 10;
const LOOKS = [
  { most: 12, times: 40 },
  { most: 4, times: 120 },
] as const;
const SHRINK_TRIES = 20;
const SHRINK_TIMES = 30;

/** Of one request, many times over: less may be chance. */
const LEAST_BYTES_EACH = 512;

interface Suspect {
  readonly request: FuzzRequest;
  /** What one leaves behind. */
  readonly bytes: number;
}

/** Which kind of request makes memory grow: each is sent many times, and the one that leaves most is made small. */
export class LeakHunt {
  constructor(
    private readonly server: Server,
    private readonly lab: Lab,
    private readonly host: string,
  ) {}

  /** @param samples one request of each kind that was sent; null when none of them alone makes memory grow */
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

  /** Bytes that one such request leaves behind. */
  private async leftBy(request: FuzzRequest, times: number): Promise<number> {
    const before = (await this.server.use())?.live ?? 0;
    for (let time = 0; time < times; time++) await this.lab.send(request);
    const after = (await this.server.use())?.live ?? 0;
    return (after - before) / times;
  }
}

/** What comes in slowly would take too long so many times. */
function quickly({ delivery }: Structured): Structured['delivery'] {
  return delivery.kind === 'slow' ? WHOLE : delivery;
}
