import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { AUDIT_CLASSES } from '../config/audit-retention.js';
import { Database, type Statement } from '../database/database.js';
import { oneAtATime } from '../one-at-a-time.js';
import { Clock, DAY } from '../security/clock.js';
import { AppLog } from '../telemetry/log.js';
import { dropPast } from './drop-partitions.js';
import {
  ATTACHED,
  attachMonth,
  COVERED,
  neededMonths,
  startOf,
  tableOf,
  tableOfClass,
  type Month,
} from './partition-statements.js';

/** Any number that only this uses. */
const MAKING_LOCK = 0x4e49;
const LOCK_TIMEOUT_MS = 2000;

/**
 * The partitions of the audit trail, of each class one for each month: made three months ahead, dropped as a whole when
 * they are past the retention of their class; by the database's clock, on whichever node is first (D229).
 */
@Injectable()
export class AuditPartitions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly log: AppLog,
  ) {
    database.mendPartitionsBy(oneAtATime(() => this.makeAhead()));
  }

  /**
   * Creates missing partitions: before the first request, every minute, and when an event had none, since a clock may
   * jump. Readers and writers never wait: a table is created separately, then attached. With several nodes, the second
   * one finds the work done.
   */
  makeAhead(): Promise<void> {
    return this.quietly('partitions of the audit could not be made ahead', async () => {
      if ((await this.missing()).length === 0) return;
      await this.database.transaction(async (tx) => {
        await tx.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
        await tx.query(`SELECT pg_advisory_xact_lock(${MAKING_LOCK})`);
        const missing = await this.lacking(({ text }, values) => tx.query(text, values));
        for (const month of missing) for (const sql of attachMonth(month)) await tx.query(sql);
      });
    });
  }

  dropPast(): Promise<void> {
    const now = this.clock.millis();
    const since = AUDIT_CLASSES.map((kept) => new Date(now - this.config.auditRetention[kept] * DAY));
    return this.quietly('partitions of the audit past their retention could not be dropped', () =>
      dropPast(this.database, AUDIT_CLASSES, since),
    );
  }

  /** The months, from this one to three ahead, without a partition for an event. */
  missing(): Promise<Month[]> {
    return this.lacking((statement, values) => this.database.query(statement, values));
  }

  private async lacking(
    ask: (statement: Statement, values: unknown[]) => Promise<{ name: string }[]>,
  ): Promise<Month[]> {
    let months = neededMonths(this.clock.now());
    const leave = (found: { name: string }[]): void => {
      const names = new Set(found.map(({ name }) => name));
      months = months.filter((month) => !names.has(tableOf(month)));
    };
    leave(await ask(ATTACHED, [AUDIT_CLASSES.map(tableOfClass)]));
    if (months.length === 0) return [];
    const starts = months.map(({ month }) => startOf(month));
    leave(await ask(COVERED, [months.map(tableOf), months.map(({ class: kept }) => kept), starts]));
    return months;
  }

  /** Logs a failure; the next run tries again. */
  private async quietly(message: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (cause) {
      this.log.pino.warn({ cause: String(cause) }, `${message}; it is tried again in a minute`);
    }
  }
}
