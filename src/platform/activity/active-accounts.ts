import { Injectable } from '@nestjs/common';
import { batchStatement } from '../database/batch-statement.js';
import { Database } from '../database/database.js';
import { Clock, DAY, HOUR, MINUTE, SECOND } from '../security/clock.js';
import { AppLog } from '../telemetry/log.js';
import { Sketch } from './sketch.js';
import { ThisNode } from './this-node.js';

export type Span = 'hour' | 'day';

const SPANS = [
  // Hours are for the last day and the one before it.
  { span: 'hour', lengthMs: HOUR, keptMs: 3 * DAY },
  { span: 'day', lengthMs: DAY, keptMs: 400 * DAY },
] as const;
const FOLD_MS = 5 * SECOND;
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
 * Which accounts are active, to count them (D238). A request adds its account to a set, nothing else; every five seconds the set
 * becomes part of the sketches of its hour and day, which are written once a minute, if they changed, and at the end.
 */
@Injectable()
export class ActiveAccounts {
  private accounts = new Set<string>();
  private since = 0;
  private readonly sketches = new Map<string, Seen>();
  private readonly timers = [
    setInterval(() => this.fold(), FOLD_MS).unref(),
    setInterval(() => void this.flush(), FLUSH_MS).unref(),
  ];

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly node: ThisNode,
    private readonly log: AppLog,
  ) {}

  seen(accountId: string): void {
    if (this.accounts.size === 0) this.since = this.clock.millis();
    this.accounts.add(accountId);
  }

  /** What this node has not written yet, or may not have. */
  ofThisNode(of: Span): { readonly startsAt: Date; readonly sketch: Sketch }[] {
    this.fold();
    const own = [...this.sketches.values()].filter(({ span }) => span === of);
    return own.map(({ startsAt, sketch }) => ({ startsAt: new Date(startsAt), sketch }));
  }

  async flush(): Promise<void> {
    this.fold();
    const changed = [...this.sketches.values()].filter(({ isChanged }) => isChanged);
    if (changed.length === 0) return;
    for (const each of changed) each.isChanged = false;
    const rows = changed.map(({ span, startsAt, expiresAt, sketch }) => ({
      span,
      starts_at: new Date(startsAt),
      node: this.node.name,
      sketch: sketch.bytes,
      expires_at: new Date(expiresAt),
    }));
    try {
      await this.database.query(PUT, PUT.valuesOf(rows));
      this.dropPast();
    } catch (cause) {
      for (const each of changed) each.isChanged = true;
      this.log.pino.warn({ cause: String(cause) }, 'active accounts could not be written');
    }
  }

  async onApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.flush();
  }

  private fold(): void {
    if (this.accounts.size === 0) return;
    const { accounts } = this;
    this.accounts = new Set();
    for (const each of SPANS.map((span) => this.currentOf(span)))
      for (const accountId of accounts) if (each.sketch.add(accountId)) each.isChanged = true;
  }

  private currentOf({ span, lengthMs, keptMs }: (typeof SPANS)[number]): Seen {
    const startsAt = this.since - (this.since % lengthMs);
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

  /** An hour or day that has been over for a while does not change any more. */
  private dropPast(): void {
    const now = this.clock.millis();
    for (const [key, { endsAt, isChanged }] of this.sketches)
      if (endsAt + FLUSH_MS <= now && !isChanged) this.sketches.delete(key);
  }
}
