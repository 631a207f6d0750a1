import { once } from 'node:events';
import pg from 'pg';

/** A connection to PostgreSQL that knows whether it can be reused, which pg does not expose. */
export class Connection extends pg.Client {
  private isOver = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // Always handled: an idle connection that fails would otherwise end the process.
    this.on('error', () => this.noteEnd());
    this.on('end', () => this.noteEnd());
  }

  /** Whether the server or network closed it, or its current query was given up. */
  get isLost(): boolean {
    return this.isOver;
  }

  /** Neither lost nor inside a transaction; a connection that never ran a statement has no status yet. */
  get isClean(): boolean {
    const status = this.getTransactionStatus();
    return !this.isOver && (status === 'I' || status === null);
  }

  /** Resolves when the last query is completely answered: its error arrives before the status that follows. */
  async settled(): Promise<void> {
    if (this.isOver || (this as unknown as { readyForQuery: boolean }).readyForQuery) return;
    const stop = new AbortController();
    const heard = ['drain', 'end'].map((event) => once(this, event, { signal: stop.signal }));
    await Promise.race(heard).catch(() => undefined); // an error ends the query too
    stop.abort();
    await Promise.allSettled(heard);
  }

  /** Closes it at once, even during a query. */
  abandon(): void {
    this.noteEnd();
    this.end().catch(() => undefined);
  }

  private noteEnd(): void {
    this.isOver = true;
  }
}
