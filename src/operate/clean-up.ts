import { Injectable } from '@nestjs/common';
import { actionsOf } from '../platform/audit/catalogue.js';
import { AppConfig } from '../platform/config/app-config.js';
import { AUDIT_CLASSES } from '../platform/config/audit-retention.js';
import { Database } from '../platform/database/database.js';
import { Clock, DAY, MINUTE } from '../platform/security/clock.js';
import { AppLog } from '../platform/telemetry/log.js';

const CLEAN_UP_LOCK = 0x4e48;
const EVERY_MS = MINUTE;
const BATCH = 1000;
/** An ended grant stays a day, so that its last token is still told "expired". */
const ENDED_GRANT_KEPT_MS = DAY;

/** An ended invitation stays a month, so that its page can offer a new one; a message that was sent, to be looked up. */
const ENDED_LINK_KEPT_MS = 30 * DAY;

/** A used code stays an hour, so that its second use is told (D54). */
const USED_CODE_KEPT_MS = 60 * MINUTE;

/** A cipher stays an hour, so that who left the sign-in form open is sent back to the web application (D114). */
const LATE_FORM_KEPT_MS = 60 * MINUTE;

/** Tables whose rows end by themselves: their key, when they end, and how long they are kept after it. */
const EXPIRING = [
  { table: 'authorization_code', key: 'digest', end: 'expires_at', keptMs: USED_CODE_KEPT_MS },
  { table: 'authorization_context', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'account_link', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'assertion_use', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'validation_token', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'mac_nonce', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'admin_session', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'setup_code', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'session', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'sign_in_throttle', key: 'key', end: 'expires_at', keptMs: 0 },
  { table: 'budget', key: 'key', end: 'refilled_at', keptMs: 0 },
  { table: 'refresh_token', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'signing_key', key: 'kid', end: 'expires_at', keptMs: 0 },
  { table: 'node', key: 'name', end: 'seen_at', keptMs: 10 * MINUTE },
  { table: 'invitation', key: 'digest', end: 'expires_at', keptMs: ENDED_LINK_KEPT_MS },
  { table: 'web_state', key: 'cipher_digest', end: 'expires_at', keptMs: LATE_FORM_KEPT_MS },
  { table: 'outbox_message', key: 'id', end: 'sent_at', keptMs: ENDED_LINK_KEPT_MS },
];

/** Read by the index on action and time: what is kept longer costs nothing. */
const END_AUDIT = `DELETE FROM audit_event WHERE id IN (
    SELECT id FROM audit_event WHERE action = ANY($1) AND at < $2 LIMIT ${BATCH}) RETURNING 1`;

/** A grant is over when it was revoked or no token of it lives; one that lives is looked at again when it may be. */
const END_GRANTS = `
  WITH due AS (
    SELECT id, revoked_at FROM token_grant WHERE expires_at < $1 ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ), alive AS (
    SELECT due.id, greatest(
             (SELECT max(expires_at) FROM access_token WHERE grant_id = due.id),
             (SELECT max(expires_at) FROM refresh_token WHERE grant_id = due.id AND spent_at IS NULL)) AS ends
      FROM due WHERE revoked_at IS NULL
  ), extended AS (
    UPDATE token_grant g SET expires_at = alive.ends FROM alive WHERE g.id = alive.id AND alive.ends > $2
  )
  DELETE FROM token_grant g USING due WHERE g.id = due.id
     AND NOT EXISTS (SELECT FROM alive WHERE alive.id = g.id AND alive.ends > $2) RETURNING g.id`;

/** Deletes what has ended, in small batches, on whichever node holds the lock (D55). */
@Injectable()
export class CleanUp {
  private readonly timer = setInterval(() => void this.runQuietly(), EVERY_MS).unref();
  private isRunning = false;
  private isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly log: AppLog,
  ) {}

  /** @returns how many rows went; it ends early when another node is at it, which then does it all */
  async run(): Promise<number> {
    const now = this.clock.now();
    let deleted = 0;
    for (const { table, key, end, keptMs } of EXPIRING) {
      // A row that somebody is at is left for the next time: no two wait for each other, and it may live on.
      const due = `SELECT ${key} FROM ${table} WHERE ${end} < $1 LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
      const sql = `DELETE FROM ${table} WHERE ${key} IN (${due}) RETURNING 1`;
      const gone = await this.inBatches(sql, [new Date(now.getTime() - keptMs)]);
      if (gone === null) return deleted;
      deleted += gone;
    }
    const ended = [new Date(now.getTime() - ENDED_GRANT_KEPT_MS), now];
    deleted += (await this.inBatches(END_GRANTS, ended)) ?? 0;
    return deleted + (await this.endAudit(now));
  }

  /** Each class of the audit trail has its own time (D126). */
  private async endAudit(now: Date): Promise<number> {
    let deleted = 0;
    for (const kept of AUDIT_CLASSES) {
      const before = new Date(now.getTime() - this.config.auditRetention[kept] * DAY);
      deleted += (await this.inBatches(END_AUDIT, [actionsOf(kept), before])) ?? 0;
    }
    return deleted;
  }

  beforeApplicationShutdown(): void {
    this.isStopped = true;
    clearInterval(this.timer);
  }

  /** Until nothing is left: a limit would let a busy table grow without end. */
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

  /** One short transaction, so that nobody waits for it; null when another node is at it. */
  private batch(sql: string, values: unknown[]): Promise<number | null> {
    return this.database.transaction(async (tx) => {
      const lock = 'SELECT pg_try_advisory_xact_lock($1) AS locked';
      const [{ locked }] = await tx.query<[{ locked: boolean }]>(lock, [CLEAN_UP_LOCK]);
      if (!locked) return null;
      const [rows] = await tx.query<[unknown[], number]>(sql, values);
      return rows.length;
    });
  }

  private async runQuietly(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    try {
      await this.run();
    } catch (cause) {
      this.log.pino.warn({ cause: String(cause) }, 'clean-up did not finish; it tries again in a minute');
    } finally {
      this.isRunning = false;
    }
  }
}
