import { Injectable } from '@nestjs/common';
import { AuditPartitions } from '../platform/audit/audit-partitions.js';
import { AccountRemovals } from './account-removals.js';
import { Database } from '../platform/database/database.js';
import { Clock, DAY, MINUTE } from '../platform/security/clock.js';
import { AppLog } from '../platform/telemetry/log.js';

const CLEAN_UP_LOCK = 0x4e48;
const EVERY_MS = MINUTE;
const BATCH = 1000;
/** An ended grant is kept for a day, so that support staff find its tokens. */
const ENDED_GRANT_KEPT_MS = DAY;

/** An ended invitation is kept for a month, so that its page can offer a new one; a sent message too, for look-ups. */
const ENDED_LINK_KEPT_MS = 30 * DAY;

/** A used code is kept for an hour, so that its second use is detected (D54). */
const USED_CODE_KEPT_MS = 60 * MINUTE;

/** A cipher is kept for an hour, so that a sign-in form sent late redirects to the web application (D114). */
const LATE_FORM_KEPT_MS = 60 * MINUTE;

/** Two summers can be compared (D238). */
const COUNTS_KEPT_MS = 400 * DAY;

/** Tables whose rows expire: their key, when they expire, and how long they are kept after that. */
const EXPIRING = [
  { table: 'authorization_code', key: 'digest', end: 'expires_at', keptMs: USED_CODE_KEPT_MS },
  { table: 'authorization_context', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'device_authorization', key: 'digest', end: 'expires_at', keptMs: USED_CODE_KEPT_MS },
  { table: 'pushed_request', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'account_link', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'provider_visit', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'assertion_use', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'passkey_use', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'validation_token', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'mac_nonce', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'admin_session', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'held_administrator', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'trusted_browser', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'setup_code', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'session', key: 'digest', end: 'expires_at', keptMs: 0 },
  { table: 'sign_in_throttle', key: 'key', end: 'expires_at', keptMs: 0 },
  { table: 'budget', key: 'key', end: 'refilled_at', keptMs: 0 },
  { table: 'ended_token', key: 'grant_id, issue, scope', end: 'expires_at', keptMs: 10 * MINUTE },
  { table: 'silence', key: 'began_at', end: 'ended_at', keptMs: DAY },
  { table: 'signing_key', key: 'kid', end: 'expires_at', keptMs: 0 },
  { table: 'node', key: 'name', end: 'seen_at', keptMs: 10 * MINUTE },
  { table: 'invitation', key: 'digest', end: 'expires_at', keptMs: ENDED_LINK_KEPT_MS },
  { table: 'factor_recovery', key: 'account_id', end: 'ends_at', keptMs: 0 },
  { table: 'web_state', key: 'cipher_digest', end: 'expires_at', keptMs: LATE_FORM_KEPT_MS },
  { table: 'hourly_count', key: 'hour, kind', end: 'hour', keptMs: COUNTS_KEPT_MS },
  { table: 'active_accounts', key: 'span, starts_at, node', end: 'expires_at', keptMs: 0 },
  { table: 'brand_image', key: 'key', end: 'unused_since', keptMs: DAY },
  { table: 'webhook_delivery', key: 'id', end: 'forget_at', keptMs: 0 },
  { table: 'webhook_sequence', key: 'subject, webhook_id', end: 'ends_at', keptMs: 0 },
  { table: 'outbox_message', key: 'id', end: 'sent_at', keptMs: ENDED_LINK_KEPT_MS },
];

/** Grants whose day has come: those that live on get another one, since a refresh does not write it. */
const END_GRANTS = `
  WITH due AS MATERIALIZED (
    SELECT id, ends_at FROM token_grant WHERE ends_on < ($1::timestamptz AT TIME ZONE 'UTC')::date
     ORDER BY ends_on LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ), living AS (
    UPDATE token_grant g SET ends_on = (due.ends_at AT TIME ZONE 'UTC')::date FROM due WHERE g.id = due.id AND due.ends_at >= $1
  ), ended AS (
    DELETE FROM token_grant g USING due WHERE g.id = due.id AND due.ends_at < $1
  )
  SELECT id FROM due`;

/** What a webhook that is gone had, and what nobody is told. Few webhooks have many rows: each is looked for once. */
const ofNoWebhook = (table: string, key: string): string => `
  WITH RECURSIVE told AS (
    (SELECT webhook_id FROM ${table} ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT t.webhook_id FROM ${table} t WHERE t.webhook_id > told.webhook_id ORDER BY t.webhook_id LIMIT 1)
      FROM told WHERE told.webhook_id IS NOT NULL
  )
  DELETE FROM ${table} WHERE (${key}) IN (
    SELECT ${key} FROM ${table} JOIN told USING (webhook_id)
     WHERE NOT EXISTS (SELECT FROM webhook w WHERE w.id = told.webhook_id) LIMIT ${BATCH}) RETURNING 1`;
const LEFT_BEHIND = [
  ofNoWebhook('webhook_delivery', 'id'),
  ofNoWebhook('webhook_sequence', 'subject, webhook_id'),
  `DELETE FROM subject_event WHERE id IN (
     SELECT id FROM subject_event WHERE NOT EXISTS (SELECT FROM webhook WHERE is_enabled) LIMIT ${BATCH}) RETURNING 1`,
];

/** Keeps the audit's partitions, and deletes expired rows in small batches, on the node that holds the lock (D55). */
@Injectable()
export class CleanUp {
  private readonly timer = setInterval(() => void this.runQuietly(), EVERY_MS).unref();
  private isRunning = false;
  private isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly partitions: AuditPartitions,
    private readonly removals: AccountRemovals,
    private readonly log: AppLog,
  ) {}

  /** @returns the number of deleted rows; stops early when another node is cleaning up */
  async run(): Promise<number> {
    await this.partitions.makeAhead();
    await this.partitions.dropPast();
    const now = this.clock.now();
    let deleted = await this.removals.run(); // before the links that tell which accounts were never completed
    for (const { table, key, end, keptMs } of EXPIRING) {
      // A row that is locked is left for the next run: nothing deadlocks, and the row may be renewed.
      const due = `SELECT ${key} FROM ${table} WHERE ${end} < $1 LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
      const sql = `DELETE FROM ${table} WHERE (${key}) IN (${due}) RETURNING 1`;
      const gone = await this.inBatches(sql, [new Date(now.getTime() - keptMs)]);
      if (gone === null) return deleted;
      deleted += gone;
    }
    for (const sql of LEFT_BEHIND) deleted += (await this.inBatches(sql, [])) ?? 0;
    const ended = [new Date(now.getTime() - ENDED_GRANT_KEPT_MS)];
    return deleted + ((await this.inBatches(END_GRANTS, ended)) ?? 0);
  }

  beforeApplicationShutdown(): void {
    this.isStopped = true;
    clearInterval(this.timer);
  }

  /** Repeats until nothing is left: with a limit, a busy table would grow without bound. */
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

  /** One short transaction, so that nobody waits for it; null when another node is cleaning up. */
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
