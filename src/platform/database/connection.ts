import { once } from 'node:events';
import pg from 'pg';

/** One connection to PostgreSQL. It knows whether it can be used again, which pg keeps to itself. */
export class Connection extends pg.Client {
  private isOver = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // Always heard: one that dies while nobody uses it would end the process.
    this.on('error', () => this.noteEnd());
    this.on('end', () => this.noteEnd());
  }

  /** The server or the network ended it, or what it is doing can't be waited for any more. */
  get isLost(): boolean {
    return this.isOver;
  }

  /** Neither lost nor in the middle of a transaction; one that never ran a statement has no status yet. */
  get isClean(): boolean {
    const status = this.getTransactionStatus();
    return !this.isOver && (status === 'I' || status === null);
  }

  /** When what was asked last is answered to its end: an error is told before the status that it leaves. */
  async settled(): Promise<void> {
    if (this.isOver || (this as unknown as { readyForQuery: boolean }).readyForQuery) return;
    const stop = new AbortController();
    const heard = ['drain', 'end'].map((event) => once(this, event, { signal: stop.signal }));
    await Promise.race(heard).catch(() => undefined); // its error is its end
    stop.abort();
    await Promise.allSettled(heard);
  }

  /** Closes it at once, whatever is under way. */
  abandon(): void {
    this.noteEnd();
    this.end().catch(() => undefined);
  }

  private noteEnd(): void {
    this.isOver = true;
  }
}
