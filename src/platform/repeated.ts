import { oneAtATime } from './one-at-a-time.js';

/** What fails later than this was not refused: nobody answers. */
const SOON_MS = 1000;

/**
 * Work that is done every while and whenever it is asked for, but never twice at the same time. Its timer does not keep the
 * process.
 */
export class Repeated {
  private readonly timer: NodeJS.Timeout;
  private readonly ask: () => Promise<void>;
  private last: Promise<void> = Promise.resolve();
  private hasFailed = false;

  /** @param work tells of its failure itself, and fails then; what it could not do is left for the next time */
  constructor(everyMs: number, work: () => Promise<void>) {
    this.ask = oneAtATime(async () => {
      this.hasFailed = await work().then(
        () => false,
        () => true,
      );
    });
    this.timer = setInterval(() => void this.run(), everyMs).unref();
  }

  /** Does it now; what is under way is waited for, and it is done once more afterwards. Never fails. */
  run(): Promise<void> {
    this.last = this.ask();
    return this.last;
  }

  /** From now on it is not done by itself. Resolves when nothing is under way. */
  stop(): Promise<void> {
    clearInterval(this.timer);
    return this.last;
  }

  /** Does it for the last time. Where what is under way waits in vain, that was the last: nobody waits twice (D166). */
  async finish(): Promise<void> {
    const asked = performance.now();
    await this.stop();
    const isInVain = this.hasFailed && performance.now() - asked > SOON_MS;
    if (!isInVain) await this.run();
  }
}
