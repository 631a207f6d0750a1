import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Clock, MINUTE, SECOND } from '../security/clock.js';
import { Repeated } from '../repeated.js';
import { AppLog } from '../telemetry/log.js';
import { eventOf, type KeptEntry } from './audit-entry.js';
import { AuditEvent } from './audit-event.entity.js';

/** How many different events get their own row in a minute; further ones are only counted by action. */
const MAX_ROWS_A_MINUTE = 200;
const FLUSH_MS = SECOND;

interface Count {
  readonly entry: KeptEntry;
  firstAt: Date;
  count: number;
  /** When the next row of it is written, if it occurs again. */
  dueAt: number;
}

/**
 * Events without a transaction that an unauthenticated caller can cause at will, above all refusals. The first of a
 * kind is written within a second, those of the following minute as one row with their count: a flood neither fills the
 * disk nor costs more than counting.
 */
@Injectable()
export class AuditTally {
  private readonly counts = new Map<string, Count>();
  private readonly writes = new Repeated(FLUSH_MS, () => this.write());
  private isAllAsked = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: AppLog,
  ) {}

  /** Writes the events that are due, or all of them. */
  flush(isAllAsked = false): Promise<void> {
    this.isAllAsked ||= isAllAsked;
    return this.writes.run();
  }

  onApplicationShutdown(): Promise<void> {
    this.isAllAsked = true;
    return this.writes.finish();
  }

  note(entry: KeptEntry): void {
    const key = keyOf(entry);
    const known = this.counts.get(key);
    if (!known && this.counts.size >= MAX_ROWS_A_MINUTE && !isRest(entry)) return this.note(restOf(entry));
    const count = known ?? { entry, firstAt: this.clock.now(), count: 0, dueAt: this.clock.millis() };
    if (count.count === 0) count.firstAt = this.clock.now();
    count.count++;
    if (!known) this.counts.set(key, count);
  }

  private async write(): Promise<void> {
    const isAllDue = this.isAllAsked;
    this.isAllAsked = false;
    const now = this.clock.millis();
    const over = [...this.counts].filter(([, { dueAt }]) => isAllDue || dueAt <= now);
    for (const [key, { count }] of over) if (count === 0) this.counts.delete(key);
    const due = over.flatMap(([, count]) => (count.count === 0 ? [] : count));
    if (due.length === 0) return;
    const rows = due.map(rowOf);
    const written = due.map(({ count }) => count);
    for (const count of due) Object.assign(count, { count: 0, dueAt: now + MINUTE });
    try {
      await this.database.transaction((tx) => tx.insert(AuditEvent, rows));
    } catch (cause) {
      // Kept and tried again in a second: the map does not grow by that.
      due.forEach((count, index) =>
        Object.assign(count, { count: count.count + written[index], dueAt: now }),
      );
      this.log.pino.warn({ cause: String(cause), waiting: rows.length }, 'audit events could not be written');
      throw cause;
    }
  }
}

function keyOf({ action, clientId, accountId, target, address, details }: KeptEntry): string {
  return JSON.stringify([action, clientId, accountId, target, address, details]);
}

function rowOf({ entry, firstAt, count }: Count): Partial<AuditEvent> {
  return eventOf({ ...entry, details: { ...entry.details, count } }, firstAt);
}

/** Stands for all events beyond the limit. */
function restOf({ action, outcome }: KeptEntry): KeptEntry {
  return { action, outcome, details: { rest: true } };
}

function isRest({ details }: KeptEntry): boolean {
  return details !== null && details !== undefined && 'rest' in details;
}
