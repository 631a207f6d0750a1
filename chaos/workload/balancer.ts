import { setTimeout as sleep } from 'node:timers/promises';
import { request, type RawAnswer, type RawRequest } from '../../test/support/http.js';

/** Longer than any answer of a node may take. */
const GIVEN_UP_MS = 12_000;
const LOOK_MS = 1000;
const NOBODY_PAUSE_MS = 100;

export type HealthCheck = 'live' | 'ready';

export interface Heard {
  /** null: the request went out, and nobody answered. */
  readonly answer: RawAnswer | null;
  /** The URL of the node that took it; null: none did, so nothing was changed. */
  readonly node: string | null;
  /** From the request to the answer, or to the end of the caller's patience. */
  readonly ms: number;
}

const NOBODY: Heard = { node: null, answer: null, ms: 0 };

/** As a load balancer does: sends to the nodes in turn, passes over those that take no connection or don't answer. */
export class Balancer {
  private next = 0;
  private readonly out = new Set<string>();
  private readonly timer = setInterval(() => void this.look(), LOOK_MS);

  /** @param check of each node, once a second: whether it runs, or also whether it should get requests */
  constructor(
    readonly nodes: readonly string[],
    private readonly check: HealthCheck,
  ) {}

  /** @param afterMs when the caller goes away without the answer */
  async send(asked: RawRequest, afterMs?: number): Promise<Heard> {
    for (const node of this.inTurn()) {
      const heard = await this.sendTo(node, asked, afterMs);
      if (heard.node !== null) return heard;
      this.out.add(node);
    }
    await sleep(NOBODY_PAUSE_MS);
    return NOBODY;
  }

  async sendTo(node: string, asked: RawRequest, afterMs = GIVEN_UP_MS): Promise<Heard> {
    const gone = new AbortController();
    const limit = setTimeout(() => gone.abort(), afterMs);
    const since = performance.now();
    const heard = (answer: RawAnswer | null): Heard => ({ node, answer, ms: performance.now() - since });
    try {
      return heard(await request({ url: node, signal: gone.signal }, asked));
    } catch (cause) {
      return isRefused(cause) ? NOBODY : heard(null);
    } finally {
      clearTimeout(limit);
    }
  }

  close(): void {
    clearInterval(this.timer);
  }

  private inTurn(): string[] {
    const first = this.next++ % this.nodes.length;
    const all = [...this.nodes.slice(first), ...this.nodes.slice(0, first)];
    const up = all.filter((node) => !this.out.has(node));
    return up.length > 0 ? up : all;
  }

  private async look(): Promise<void> {
    await Promise.all(
      this.nodes.map(async (node) => {
        const { answer } = await this.sendTo(node, { path: `/health/${this.check}` }, LOOK_MS);
        if (answer?.status === 200) this.out.delete(node);
        else this.out.add(node);
      }),
    );
  }
}

function isRefused(cause: unknown): boolean {
  return (cause as NodeJS.ErrnoException).code === 'ECONNREFUSED';
}
