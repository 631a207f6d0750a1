import { once } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import { topicIn, type Topic } from './announced-changes.js';
import { requireWritable, type WritableHost } from './writable-host.js';

export interface ConnectionConfig extends pg.ClientConfig {
  /** Is done before it connects. */
  readonly before?: () => Promise<void>;
  /** Finds the host to connect to, if it has to accept writes. */
  readonly writable?: WritableHost;
  /** Sets what could not be set with the start of the session. */
  readonly firstStatement?: string;
}

type Connected = ((cause: Error) => void) | ((cause: null, client: pg.Client) => void);

/**
 * A connection to PostgreSQL that knows whether it can be reused, which pg does not expose. With several hosts it leads to
 * the one that accepts writes.
 */
export class Connection extends pg.Client {
  private readonly before: (() => Promise<void>) | undefined;
  private readonly writable: WritableHost | undefined;
  private readonly firstStatement: string | undefined;
  private isOver = false;
  private announced: Topic[] | null = null;

  constructor(config?: ConnectionConfig) {
    super(config);
    this.before = config?.before;
    this.writable = config?.writable;
    this.firstStatement = config?.firstStatement;
    // Always handled: an idle connection that fails would otherwise end the process.
    this.on('error', () => {
      this.noteEnd();
      this.writable?.doubt();
    });
    this.on('end', () => this.noteEnd());
    this.on('notice', ({ message }) => {
      const topic = topicIn(message);
      if (topic !== null) (this.announced ??= []).push(topic);
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | void {
    const isPlain = !this.before && !this.writable && !this.firstStatement;
    const connected = isPlain ? super.connect() : this.connectReady();
    if (!callback) return connected;
    const told = callback as (cause: Error | null, client?: pg.Client) => void;
    connected.then(() => told(null, this), told);
  }

  /** Returns what its statements changed since this was last asked; null: nothing that is announced. */
  takeAnnounced(): readonly Topic[] | null {
    const { announced } = this;
    this.announced = null;
    return announced;
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
    this.writable?.doubt();
    this.end().catch(() => undefined);
  }

  /** Fails what is under way at once, as a network that fails does. */
  cut(): void {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.destroy(new Error('another host of the database takes writes'));
  }

  private async connectReady(): Promise<pg.Client> {
    const { before, writable, firstStatement } = this;
    await before?.();
    if (writable) Object.assign(this, await writable.find());
    try {
      await super.connect();
      if (writable) await requireWritable(this);
      writable?.join(this);
      if (firstStatement) await this.query(firstStatement);
      return this;
    } catch (cause) {
      this.abandon();
      throw cause;
    }
  }

  private noteEnd(): void {
    this.isOver = true;
  }
}
