import { Injectable } from '@nestjs/common';
import { unavailable } from '../errors/outcome.js';
import { SECOND } from '../security/clock.js';
import { CALLER_MS } from '../waits.js';

const LOOK_MS = SECOND;
/** By then, all requests that waited in the sockets are read. */
const CATCHING_UP_MS = 5 * SECOND;

/**
 * Notices when this process stood still: its machine was paused, or it was stopped. Then it reads requests whose callers
 * have long gone, and may have been answered elsewhere: a token that came late is no theft (D49).
 */
@Injectable()
export class Standstill {
  /** Infinity: not watching yet. */
  private seenAt = Infinity;
  private overAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  /** Called when the server begins to listen: during a start, however long, no request can arrive late. */
  watch(): void {
    this.seenAt = this.now();
    this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** @throws CallError unavailable, for a moment after it went on */
  requirePresence(): void {
    this.look();
    if (this.now() - this.overAt < CATCHING_UP_MS) throw unavailable({ reason: 'standstill' }, undefined);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Milliseconds, of a clock that goes on while the process does not. */
  protected now(): number {
    return performance.now();
  }

  private look(): void {
    if (this.seenAt === Infinity) return;
    const now = this.now();
    if (now - this.seenAt > CALLER_MS) this.overAt = now;
    this.seenAt = now;
  }
}
