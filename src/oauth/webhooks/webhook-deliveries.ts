import { Injectable } from '@nestjs/common';
import { Batch } from '../../platform/database/batch.js';
import { batchStatement } from '../../platform/database/batch-statement.js';
import { Database } from '../../platform/database/database.js';
import { again } from '../../platform/errors/outcome.js';
import { Clock, DAY, MINUTE, SECOND } from '../../platform/security/clock.js';
import { GONE, LEASE_MS, type TakenDelivery, type WebhookAnswer } from './taken-delivery.js';
import { WebhookStore } from './webhook-store.js';

/** Deliveries of one webhook at once on one node, so that a receiver that hangs takes no more room. */
export const MOST_AT_ONCE = 20;
/** Deliveries in one statement that goes through many. */
const PART = 1000;
const DELIVERED_KEPT_MS = 7 * DAY;
/** Failed deliveries are kept so long, so that they can be sent again. */
const FAILED_KEPT_MS = 30 * DAY;
/** After so many failures in a row one delivery at a time is sent, to find out whether the receiver is back. */
const FAILURES_UNTIL_GATE = 5;
const FIRST_GATE_SECONDS = 5;
const LONGEST_GATE_SECONDS = 5 * 60;

/** Due deliveries of every webhook that is well, as many as it has room for; of one that is not, one at a time. */
const TAKE = {
  name: 'webhook-take',
  text: `
  WITH probed AS (
    UPDATE webhook w SET retry_at = $2
     WHERE w.retry_at <= $1 AND w.is_enabled AND EXISTS (SELECT FROM client c WHERE c.id = w.client_id AND NOT c.is_disabled)
       AND EXISTS (SELECT FROM webhook_delivery d WHERE d.webhook_id = w.id AND d.next_at <= $1)
    RETURNING w.*
  ), sought AS (
    SELECT p.*, true AS is_probe, 1 AS room FROM probed p
     UNION ALL
    SELECT w.*, false, greatest(${MOST_AT_ONCE} - coalesce(busy.count, 0), 0) FROM webhook w
      JOIN client c ON c.id = w.client_id AND NOT c.is_disabled
      LEFT JOIN unnest($3::uuid[], $4::int[]) AS busy(id, count) ON busy.id = w.id
     WHERE w.is_enabled AND w.retry_at IS NULL
  ), due AS (
    SELECT d.id, s.url, s.sealed_secret, s.is_probe,
           CASE WHEN s.previous_ends_at > $1 THEN s.sealed_previous END AS sealed_previous
      FROM sought s CROSS JOIN LATERAL (
        SELECT id FROM webhook_delivery WHERE webhook_id = s.id AND next_at <= $1
         ORDER BY next_at LIMIT s.room FOR UPDATE SKIP LOCKED) d
  )
  UPDATE webhook_delivery d SET attempts = d.attempts + 1, next_at = $2, tried_at = $1 FROM due WHERE d.id = due.id
  RETURNING d.id, d.webhook_id AS "webhookId", d.message_id AS "messageId", d.kind, d.subject, d.sequence, d.data,
            d.occurred_at AS "occurredAt", d.attempts, d.gives_up_at AS "givesUpAt", due.url,
            due.sealed_secret AS "sealedSecret", due.sealed_previous AS "sealedPrevious", due.is_probe AS "isProbe"`,
};

const DELIVERED = batchStatement<never>()({
  name: 'webhook-delivered',
  isRepeatable: true,
  columns: { id: 'bigint', status: 'integer', answer: 'text', duration: 'integer', at: 'timestamptz' },
  text: ({ asked }) => `
    UPDATE webhook_delivery d
       SET next_at = NULL, delivered_at = u.at, forget_at = u.at + interval '${DELIVERED_KEPT_MS / DAY} days',
           status = u.status, answer = u.answer, duration_ms = u.duration
      FROM ${asked('u')} WHERE d.id = u.id`,
});

/** Does not touch a delivery that another node has tried meanwhile, because this one took too long. */
const FAILED = {
  name: 'webhook-failed',
  text: `UPDATE webhook_delivery SET next_at = $3, forget_at = $4, status = $5, answer = $6, duration_ms = $7
          WHERE id = $1 AND attempts = $2 AND next_at IS NOT NULL`,
};
/** Makes a receiver wait that asks for it, except for what is being sent now; afterwards one delivery asks whether it is back. */
const LEFT_ALONE = {
  name: 'webhook-left-alone',
  text: `UPDATE webhook SET failures = greatest(failures, ${FAILURES_UNTIL_GATE}), retry_at = greatest(retry_at, $2) WHERE id = $1`,
};
/** A receiver that fails again and again is asked ever more rarely, by one delivery. */
const FAILING = {
  name: 'webhook-failing',
  text: `
  UPDATE webhook w SET failures = now.failures, retry_at = $3::timestamptz + make_interval(secs =>
           least(${FIRST_GATE_SECONDS} * power(2, least(now.failures - ${FAILURES_UNTIL_GATE}, 20)), ${LONGEST_GATE_SECONDS}))
    FROM (SELECT id, CASE WHEN $2 THEN failures + 1 ELSE ${FAILURES_UNTIL_GATE} END AS failures FROM webhook WHERE id = $1) now
   WHERE w.id = now.id AND (w.retry_at IS NULL OR $2)`,
};
/**
 * The receiver is back: deliveries that it was to get much later become due now. Those due soon (before $4) are left: they may be
 * under way.
 */
const WELL = {
  name: 'webhook-well',
  isRepeatable: true,
  text: `
  WITH well AS (
    UPDATE webhook SET failures = 0, retry_at = NULL WHERE id = $1
  )
  UPDATE webhook_delivery SET next_at = $3 WHERE $2 AND webhook_id = $1 AND next_at > $4`,
};
const GIVE_UP = {
  name: 'webhook-give-up',
  isRepeatable: true,
  text: `UPDATE webhook_delivery SET next_at = NULL, forget_at = $2
          WHERE id IN (SELECT id FROM webhook_delivery WHERE gives_up_at <= $1 AND next_at <= $1
                        ORDER BY gives_up_at LIMIT ${PART} FOR UPDATE SKIP LOCKED) RETURNING 1`,
};

const FIRST_RETRY_MS = 5 * SECOND;
const LONGEST_RETRY_MS = 4 * 60 * MINUTE;
const RETRY_FACTOR = 4;
/** Spreads the attempts, so that what failed at one moment is not sent again at one moment. */
const JITTER = 0.2;

/** Takes the deliveries that are due, and notes their outcome. */
@Injectable()
export class WebhookDeliveries {
  private readonly delivered: Batch<[TakenDelivery, WebhookAnswer], void>;
  /** How many attempts of each webhook failed on this node since one did not. */
  private readonly inARow = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly store: WebhookStore,
  ) {
    this.delivered = new Batch<[TakenDelivery, WebhookAnswer], void>(async (all) => {
      const at = clock.now();
      const rows = all.map(([{ id }, { status, text, durationMs }]) => {
        return { id, status, answer: text, duration: durationMs, at };
      });
      await again(() => database.query(DELIVERED, DELIVERED.valuesOf(rows)));
      return all.map(() => undefined);
    });
  }

  /** @param busy how many deliveries this node is sending to each webhook */
  async take(busy: ReadonlyMap<string, number>): Promise<TakenDelivery[]> {
    const now = this.clock.millis();
    const until = new Date(now + LEASE_MS);
    const values = [new Date(now), until, [...busy.keys()], [...busy.values()]];
    const taken = await this.database.query<TakenDelivery & Record<string, unknown>>(TAKE, values);
    for (const { webhookId, isProbe } of taken)
      if (!isProbe && this.isFailing(webhookId)) this.inARow.delete(webhookId);
    return taken;
  }

  async noteSuccess(delivery: TakenDelivery, answer: WebhookAnswer): Promise<void> {
    const { webhookId, isProbe } = delivery;
    const isBack = isProbe || this.isFailing(webhookId);
    this.inARow.delete(webhookId);
    await this.delivered.add([delivery, answer]);
    if (!isBack) return;
    const now = this.clock.millis();
    const values = [webhookId, isProbe, new Date(now), new Date(now + LEASE_MS)];
    await again(() => this.database.query(WELL, values));
  }

  /** @returns when it is tried again; null: it is given up */
  async noteFailure(delivery: TakenDelivery, answer: WebhookAnswer): Promise<Date | null> {
    const { id, attempts, webhookId, isProbe, url } = delivery;
    this.inARow.set(webhookId, (this.inARow.get(webhookId) ?? 0) + 1);
    const now = this.clock.millis();
    const nextAt = this.retryAt(delivery, answer, now);
    const forgetAt = nextAt === null ? new Date(now + FAILED_KEPT_MS) : null;
    const { status, text, durationMs } = answer;
    const values = [id, attempts, nextAt, forgetAt, status, text, durationMs];
    await again(() => this.database.query(FAILED, values));
    if (isProbe || this.isFailing(webhookId))
      await again(() => this.database.query(FAILING, [webhookId, isProbe, new Date(now)]));
    if (status === GONE)
      await again(() => this.database.transaction((tx) => this.store.noteGone(tx, webhookId, url)));
    if (answer.retryAfterMs > 0)
      await again(() => this.database.query(LEFT_ALONE, [webhookId, new Date(now + answer.retryAfterMs)]));
    return nextAt;
  }

  private isFailing(webhookId: string): boolean {
    return (this.inARow.get(webhookId) ?? 0) >= FAILURES_UNTIL_GATE;
  }

  /** Keeps deliveries as failed that could not be sent in three days, since the receiver was away. */
  async giveUp(): Promise<void> {
    const now = this.clock.millis();
    const values = [new Date(now), new Date(now + FAILED_KEPT_MS)];
    let given: unknown[];
    do given = await this.database.query(GIVE_UP, values);
    while (given.length === PART);
  }

  /** Five seconds, four times as long each time, up to four hours, or as long as the receiver asks for; null: never. */
  private retryAt(
    { attempts, givesUpAt }: TakenDelivery,
    { status, retryAfterMs }: WebhookAnswer,
    now: number,
  ): Date | null {
    if (status === GONE) return null;
    const wait = Math.min(FIRST_RETRY_MS * RETRY_FACTOR ** (attempts - 1), LONGEST_RETRY_MS);
    const next = new Date(now + Math.max(wait * (1 + JITTER * Math.random()), retryAfterMs));
    return next < givesUpAt ? next : null;
  }
}
