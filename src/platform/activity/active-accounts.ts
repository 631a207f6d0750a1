import { Injectable } from '@nestjs/common';
import { batchStatement } from '../database/batch-statement.js';
import { Database } from '../database/database.js';
import { Repeated } from '../repeated.js';
import { Clock, DAY, HOUR, MINUTE } from '../security/clock.js';
import { AppLog } from '../telemetry/log.js';
import { Sketch } from './sketch.js';
import { ThisNode } from './this-node.js';

export type Span = 'hour' | 'day';

const SPANS = [
  // Hours serve the last day and the day before.
  { span: 'hour', lengthMs: HOUR, keptMs: 3 * DAY },
  { span: 'day', lengthMs: DAY, keptMs: 400 * DAY },
] as const;
const FLUSH_MS = MINUTE;

const PUT = batchStatement<never>()({
  name: 'active-accounts-put',
  isRepeatable: true,
  columns: {
    span: 'text',
    starts_at: 'timestamptz',
    node: 'text',
    sketch: 'bytea',
    expires_at: 'timestamptz',
  },
  text: ({ asked }) => `INSERT INTO active_accounts (span, starts_at, node, sketch, expires_at)
         SELECT span, starts_at, node, sketch, expires_at FROM ${asked('a')} ORDER BY span, starts_at
         ON CONFLICT (span, starts_at, node) DO UPDATE SET sketch = excluded.sketch`,
});

interface Seen {
  readonly span: Span;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly expiresAt: number;
  readonly sketch: Sketch;
  isChanged: boolean;
}

/**
 * Counts active accounts (D238). A request adds its account to the sketches of the hour and the day, which takes a tenth of a
 * microsecond and stores no account. Changed sketches are written once a minute, and at the end.
 */
@Injectable()
export class ActiveAccounts {
  private current: readonly Seen[] = [];
  private readonly sketches = new Map<string, Seen>();
  private readonly writes = new Repeated(FLUSH_MS, () => this.write());

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly node: ThisNode,
    private readonly log: AppLog,
  ) {}

  seen(accountId: string): void {
    const now = this.clock.millis();
    const hour = this.current.at(0); // which lies in its day
    if (!hour || now < hour.startsAt || hour.endsAt <= now)
      this.current = SPANS.map((span) => this.startedAt(now, span));
    for (const each of this.current) if (each.sketch.add(accountId)) each.isChanged = true;
  }

  /** Returns the sketches of this node, which may not be written yet. */
  ofThisNode(of: Span): { readonly startsAt: Date; readonly sketch: Sketch }[] {
    const own = [...this.sketches.values()].filter(({ span }) => span === of);
    return own.map(({ startsAt, sketch }) => ({ startsAt: new Date(startsAt), sketch }));
  }

  /** Writes the current counts. */
  flush(): Promise<void> {
    return this.writes.run();
  }

  onApplicationShutdown(): Promise<void> {
    return this.writes.finish();
  }

  private async write(): Promise<void> {
    const changed = [...this.sketches.values()].filter(({ isChanged }) => isChanged);
    if (changed.length === 0) return;
    for (const each of changed) each.isChanged = false;
    const rows = changed.map(({ span, startsAt, expiresAt, sketch }) => ({
      span,
      starts_at: new Date(startsAt),
      node: this.node.id,
      sketch: sketch.bytes,
      expires_at: new Date(expiresAt),
    }));
    try {
      await this.database.query(PUT, PUT.valuesOf(rows));
      this.dropPast();
    } catch (cause) {
      for (const each of changed) each.isChanged = true;
      this.log.pino.warn({ cause: String(cause) }, 'active accounts could not be written');
      throw cause;
    }
  }

  private startedAt(now: number, { span, lengthMs, keptMs }: (typeof SPANS)[number]): Seen {
    const startsAt = now - (now % lengthMs);
    const key = `${span} ${startsAt}`;
    const known = this.sketches.get(key);
    if (known) return known;
    const endsAt = startsAt + lengthMs;
    const seen = {
      span,
      startsAt,
      endsAt,
      expiresAt: endsAt + keptMs,
      sketch: new Sketch(),
      isChanged: false,
    };
    this.sketches.set(key, seen);
    return seen;
  }

  /** Drops hours and days that are over and no longer change. */
  private dropPast(): void {
    const now = this.clock.millis();
    this.current = []; // it may be one of them
    for (const [key, { endsAt, isChanged }] of this.sketches)
      if (endsAt + FLUSH_MS <= now && !isChanged) this.sketches.delete(key);
  }
}
