import { oneAtATime } from './one-at-a-time.js';

/** A failure after this time means that the database does not answer. */
const SOON_MS = 1000;

/**
 * Work that runs regularly and on request, but never twice at the same time. Its timer does not keep the process alive.
 */
export class Repeated {
  private readonly timer: NodeJS.Timeout;
  private readonly ask: () => Promise<void>;
  private last: Promise<void> = Promise.resolve();
  private hasFailed = false;

  /** @param work reports its failure and rejects; the next run completes what it left */
  constructor(everyMs: number, work: () => Promise<void>) {
    this.ask = oneAtATime(async () => {
      this.hasFailed = await work().then(
        () => false,
        () => true,
      );
    });
    this.timer = setInterval(() => void this.run(), everyMs).unref();
  }

  /** Runs the work now, or once more after the current run. Never fails. */
  run(): Promise<void> {
    this.last = this.ask();
    return this.last;
  }

  /** Stops the timer. Resolves when no run is under way. */
  stop(): Promise<void> {
    clearInterval(this.timer);
    return this.last;
  }

  /** Runs the work for the last time, unless the current run waits in vain: nobody waits twice (D166). */
  async finish(): Promise<void> {
    const asked = performance.now();
    await this.stop();
    const isInVain = this.hasFailed && performance.now() - asked > SOON_MS;
    if (!isInVain) await this.run();
  }
}
