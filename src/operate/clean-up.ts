import { Injectable } from '@nestjs/common';
import { AuditPartitions } from '../platform/audit/audit-partitions.js';
import { removeUnusedDocuments } from '../oauth/consent/unused-documents.js';
import { deleteDueGrants } from '../oauth/tokens/due-grants.js';
import { deleteLeftByWebhooks } from '../oauth/webhooks/left-by-webhooks.js';
import { Changes } from '../platform/database/changes.js';
import { Database } from '../platform/database/database.js';
import { expiringTables, type ExpiringTable } from '../platform/database/expiring-tables.js';
import { Repeated } from '../platform/repeated.js';
import { Clock, DAY, MINUTE } from '../platform/security/clock.js';
import { AppLog } from '../platform/telemetry/log.js';
import { DueActs } from './due-acts.js';

const CLEAN_UP_LOCK = 0x4e48;
const EVERY_MS = MINUTE;
const BATCH = 1000;
/** An ended grant is kept for a day, so that support finds its tokens. */
const ENDED_GRANT_KEPT_MS = DAY;

const LEFT_BEHIND = deleteLeftByWebhooks(BATCH);
const END_GRANTS = deleteDueGrants(BATCH);

/** Keeps the audit's partitions, and deletes expired rows in small batches, on the node that holds the lock (D55). */
@Injectable()
export class CleanUp {
  private readonly runs = new Repeated(EVERY_MS, () => this.runQuietly());
  private isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly partitions: AuditPartitions,
    private readonly due: DueActs,
    private readonly changes: Changes,
    private readonly log: AppLog,
  ) {}

  /** @returns the number of deleted rows; stops early when another node is cleaning up */
  async run(): Promise<number> {
    await this.partitions.makeAhead();
    await this.partitions.dropPast();
    const now = this.clock.now();
    let deleted = await this.due.run(); // before the links that tell which accounts were never completed
    for (const expiring of expiringTables(this.database.dataSource)) {
      const over = new Date(now.getTime() - expiring.keptMs);
      const gone = await this.inBatches(deleteExpired(expiring), [over]);
      if (gone === null) return deleted;
      deleted += gone;
    }
    for (const sql of LEFT_BEHIND) deleted += (await this.inBatches(sql, [])) ?? 0;
    const ended = [new Date(now.getTime() - ENDED_GRANT_KEPT_MS)];
    deleted += (await this.inBatches(END_GRANTS, ended)) ?? 0;
    return deleted + (await removeUnusedDocuments(this.database, this.changes)); // after the grants
  }

  /** Stops the timer: from now on it only runs when it is asked. */
  pause(): void {
    void this.runs.stop();
  }

  beforeApplicationShutdown(): void {
    this.isStopped = true;
    this.pause();
  }

  /** Repeats until nothing is left: with a limit, a busy table would grow forever. */
  private async inBatches(sql: string, values: unknown[]): Promise<number | null> {
    let total = 0;
    let deleted: number | null = BATCH;
    while (deleted === BATCH && !this.isStopped) {
      deleted = await this.batch(sql, values);
      if (deleted === null) return null;
      total += deleted;
    }
    return total;
  }

  /** Runs one short transaction, so that nobody waits. @returns null: another node is cleaning up */
  private batch(sql: string, values: unknown[]): Promise<number | null> {
    return this.database.transaction(async (tx) => {
      const lock = 'SELECT pg_try_advisory_xact_lock($1) AS locked';
      const [{ locked }] = await tx.query<[{ locked: boolean }]>(lock, [CLEAN_UP_LOCK]);
      if (!locked) return null;
      const done = await tx.query<unknown[] | [unknown[], number]>(sql, values);
      return Array.isArray(done[0]) ? done[0].length : done.length;
    });
  }

  private async runQuietly(): Promise<void> {
    try {
      await this.run();
    } catch (cause) {
      this.log.pino.warn({ cause: String(cause) }, 'clean-up did not finish; it tries again in a minute');
    }
  }
}

/** Leaves locked rows for the next run: nothing deadlocks, and the row may be renewed. */
function deleteExpired({ table, key, end }: ExpiringTable): string {
  const columns = key.join(', ');
  const due = `SELECT ${columns} FROM ${table} WHERE ${end} < $1 LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
  return `DELETE FROM ${table} WHERE (${columns}) IN (${due}) RETURNING 1`;
}
