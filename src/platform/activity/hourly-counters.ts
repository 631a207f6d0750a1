import { Injectable } from '@nestjs/common';
import { batchStatement } from '../database/batch-statement.js';
import { Database } from '../database/database.js';
import { isOutcomeUnknown } from '../errors/outcome.js';
import { Clock, HOUR, SECOND } from '../security/clock.js';
import { Repeated } from '../repeated.js';
import { AppLog } from '../telemetry/log.js';

/** The counted events. `refused:` is followed by an audit action, one of a fixed number. */
export type Kind = 'signin' | 'token' | 'family' | `refused:${string}`;

const FLUSH_MS = 5 * SECOND;

/** Adds counts, always in the same order, so that no two nodes wait for each other. */
const ADD = batchStatement<never>()({
  name: 'hourly-counts-add',
  columns: { hour: 'timestamptz', kind: 'text', count: 'integer' },
  text: ({ asked }) => `INSERT INTO hourly_count AS c (hour, kind, count)
         SELECT hour, kind, count FROM ${asked('a')} ORDER BY hour, kind
         ON CONFLICT (hour, kind) DO UPDATE SET count = c.count + excluded.count`,
});

interface Count {
  readonly hour: Date;
  readonly kind: Kind;
  count: number;
}

/**
 * Counts events by the hour (D238): in memory, and by one statement every five seconds. A killed process loses the counts of
 * its last seconds.
 */
@Injectable()
export class HourlyCounters {
  private counts = new Map<string, Count>();
  private readonly writes = new Repeated(FLUSH_MS, () => this.write());

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: AppLog,
  ) {}

  add(kind: Kind): void {
    const hour = Math.floor(this.clock.millis() / HOUR);
    const key = `${hour} ${kind}`;
    const known = this.counts.get(key);
    if (known) known.count++;
    else this.counts.set(key, { hour: new Date(hour * HOUR), kind, count: 1 });
  }

  /** Writes the current counts. */
  flush(): Promise<void> {
    return this.writes.run();
  }

  onApplicationShutdown(): Promise<void> {
    return this.writes.finish();
  }

  private async write(): Promise<void> {
    if (this.counts.size === 0) return;
    const taken = this.counts;
    this.counts = new Map();
    try {
      await this.database.query(ADD, ADD.valuesOf([...taken.values()]));
    } catch (cause) {
      // Counts that may be written are not added again: a gap is noticed, a count that is too high is not.
      if (!isOutcomeUnknown(cause)) this.takeBack(taken);
      this.log.pino.warn({ cause: String(cause), waiting: this.counts.size }, 'counts could not be written');
      throw cause;
    }
  }

  private takeBack(taken: ReadonlyMap<string, Count>): void {
    for (const [key, count] of taken) {
      const newer = this.counts.get(key);
      if (newer) newer.count += count.count;
      else this.counts.set(key, count);
    }
  }
}
