import type { Logger } from 'pino';
import { Repeated } from '../repeated.js';

const FLUSH_MS = 1000;

/**
 * Collects small updates (last-used dates, session touches) in memory and writes the newest of each key in one
 * statement per second. A crash loses the last second: at worst a session expires early.
 */
export class WriteBehind<V> {
  private pending = new Map<string, V>();
  private writing: ReadonlyMap<string, V> = new Map();
  private readonly flushes = new Repeated(FLUSH_MS, () => this.flush());

  constructor(
    private readonly write: (batch: Map<string, V>) => Promise<void>,
    private readonly log: Logger,
  ) {}

  set(key: string, value: V): void {
    this.pending.set(key, value);
  }

  get(key: string): V | undefined {
    return this.pending.get(key) ?? this.writing.get(key);
  }

  delete(key: string): void {
    this.pending.delete(key);
  }

  private async flush(): Promise<void> {
    if (this.pending.size === 0) return;
    const batch = this.pending;
    this.pending = new Map();
    this.writing = batch;
    try {
      await this.write(batch);
    } catch (cause) {
      // Kept for the next second; newer values take precedence.
      this.pending = new Map([...batch, ...this.pending]);
      this.log.warn({ cause: String(cause), waiting: batch.size }, 'dates of last use could not be written');
      throw cause;
    } finally {
      this.writing = new Map();
    }
  }

  close(): Promise<void> {
    return this.flushes.finish();
  }
}
