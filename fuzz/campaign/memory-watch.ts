import { fault, type Fault } from '../oracle/fault.js';
import { growthIn, mebibytes, TOLERATED_BYTES, type Sample } from '../oracle/memory-growth.js';
import type { FuzzRequest } from '../requests/request.js';
import type { Server } from '../servers/server.js';
import type { Outcome } from '../wire/answer.js';

const CHECKPOINTS = 12;
const MOST_KINDS = 400;

/** Measures the server's memory at regular intervals, and keeps one request of each kind in case it grows. */
export class MemoryWatch {
  readonly samples: Sample[] = [];
  private readonly cpu: (number | null)[] = [];
  private readonly distance: number;
  private next: number;
  private readonly kinds = new Map<string, FuzzRequest>();

  constructor(
    private readonly server: Server,
    requests: number,
  ) {
    this.distance = Math.max(1, Math.floor(requests / CHECKPOINTS));
    this.next = this.distance;
  }

  /** @returns whether a measurement is due */
  exchanged(request: FuzzRequest, outcome: Outcome, count: number): boolean {
    const kind = `${request.aim} ${outcome.status ?? ''}`;
    if (this.kinds.has(kind) || this.kinds.size < MOST_KINDS) this.kinds.set(kind, request);
    if (count < this.next) return false;
    this.next += this.distance;
    return true;
  }

  async measure(count: number): Promise<void> {
    const use = await this.server.use();
    if (!use) return;
    this.samples.push({ requests: count, bytes: use.live });
    this.cpu.push(use.cpuSeconds);
  }

  /** CPU time of the server from the first to the last checkpoint, per request; null where unknown. */
  get cpuMillisEach(): number | null {
    const [first, last] = [this.samples[0], this.samples[this.samples.length - 1]];
    const [from, to] = [this.cpu[0], this.cpu[this.cpu.length - 1]];
    if (first === last || from === null || to === null) return null;
    return ((to - from) * 1000) / (last.requests - first.requests);
  }

  /** null: memory does not grow, or is unknown. */
  get growth(): Fault | null {
    const bytes = growthIn(this.samples);
    if (bytes <= TOLERATED_BYTES) return null;
    return fault(
      'memory',
      'the server',
      `memory grew by ${mebibytes(bytes)} after the warm-up, and went on to the end`,
    );
  }

  get requests(): readonly FuzzRequest[] {
    return [...this.kinds.values()];
  }
}
