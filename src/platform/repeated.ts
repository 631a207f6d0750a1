import { oneAtATime } from './one-at-a-time.js';
import { PLACE_MS } from './waits.js';

/**
 * Work that is done every while and whenever it is asked for, but never twice at the same time. Its timer does not keep the
 * process.
 */
export class Repeated {
  private readonly timer: NodeJS.Timeout;
  private readonly ask: () => Promise<void>;
  private last: Promise<void> = Promise.resolve();

  /** @param work never fails: nobody would be told */
  constructor(everyMs: number, work: () => Promise<void>) {
    this.ask = oneAtATime(work);
    this.timer = setInterval(() => void this.run(), everyMs).unref();
  }

  /** Does it now; what is under way is waited for, and it is done once more afterwards. */
  run(): Promise<void> {
    this.last = this.ask();
    return this.last;
  }

  /** From now on it is not done by itself. Resolves when nothing is under way. */
  stop(): Promise<void> {
    clearInterval(this.timer);
    return this.last;
  }

  /**
   * Does it for the last time. Where what is under way takes long, the database is away: then that was the last, since nobody
   * waits twice (D166).
   */
  async finish(): Promise<void> {
    const asked = performance.now();
    await this.stop();
    if (performance.now() - asked < PLACE_MS) await this.run();
  }
}
