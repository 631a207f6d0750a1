import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import { EventDecisions } from './event-decisions.js';
import { WebhookHearers, type Hearer } from './webhook-hearers.js';

const SPREAD_LOCK = 0x5745;
const BATCH = 1000;
/** How long a delivery is tried. */
export const TRIED_FOR_MS = 3 * DAY;
/** The numbers of a deleted subject are kept longer than its deliveries can be sent again. */
const NUMBERS_KEPT_MS = 60 * DAY;

/**
 * Takes events in the order in which they happened, and makes a delivery for each webhook that may hear of them, with the
 * next number of the subject there. Events of one subject are committed in their order, and one node spreads at a time: so
 * the numbers are in that order, none is missing, and none is given twice. It takes nothing while there is a webhook that
 * its node has not heard of, so that a new webhook gets every event from then on. The ids of the events are an array, so
 * that they are looked up once: the table is nearly empty whenever it is analysed.
 */
export const SPREAD = {
  name: 'webhook-spread',
  text: `
  WITH hearer AS MATERIALIZED (
    SELECT h.*, w.id IS NOT NULL AS "isHere"
      FROM jsonb_to_recordset($1) AS h(webhook uuid, client bigint, events text[], everything text[], own text[], users text[])
      FULL JOIN (SELECT id, events FROM webhook WHERE is_enabled) w ON w.id = h.webhook AND w.events = h.events
  ), lock AS MATERIALIZED (
    SELECT CASE WHEN NOT EXISTS (SELECT FROM hearer WHERE webhook IS NULL) THEN pg_try_advisory_xact_lock(${SPREAD_LOCK}) END AS "isMine"
  ), taken AS (
    DELETE FROM subject_event WHERE id = ANY (ARRAY(
      SELECT e.id FROM subject_event e, lock WHERE lock."isMine" ORDER BY e.id LIMIT ${BATCH}))
    RETURNING *
  ), heard AS (
    SELECT h.webhook, t.* FROM taken t JOIN hearer h
        ON h."isHere" AND (t.kind = ANY (h.everything) OR (t.created_by = h.client AND t.kind = ANY (h.own))
           OR (h.client = ANY (t.client_ids) AND t.kind = ANY (h.users)))
  ), ended AS (
    SELECT subject FROM taken WHERE kind IN ('account.deleted', 'family.deleted')
  ), numbered AS (
    INSERT INTO webhook_sequence AS s (subject, webhook_id, last, ends_at)
    SELECT subject, webhook, sum(told), CASE WHEN bool_or(subject IN (SELECT subject FROM ended)) THEN $2::timestamptz + $4::interval END
      FROM (SELECT subject, webhook, 1 AS told FROM heard
             UNION ALL SELECT s.subject, s.webhook_id, 0 FROM webhook_sequence s JOIN ended USING (subject)) each
     GROUP BY subject, webhook ORDER BY subject, webhook
        ON CONFLICT (subject, webhook_id) DO UPDATE SET last = s.last + EXCLUDED.last, ends_at = coalesce(EXCLUDED.ends_at, s.ends_at)
    RETURNING s.subject, s.webhook_id, s.last
  ), made AS (
    INSERT INTO webhook_delivery (webhook_id, message_id, kind, subject, sequence, data, occurred_at, next_at, gives_up_at)
    SELECT h.webhook, gen_random_uuid(), h.kind, h.subject,
           n.last - count(*) OVER each + row_number() OVER (each ORDER BY h.id),
           h.data, h.occurred_at, $2::timestamptz, $2::timestamptz + $3::interval
      FROM heard h JOIN numbered n ON n.subject = h.subject AND n.webhook_id = h.webhook
    WINDOW each AS (PARTITION BY h.webhook, h.subject)
     ORDER BY h.id
  )
  SELECT count(*)::int AS taken, EXISTS (SELECT FROM lock WHERE "isMine" IS NULL) AS "isStale" FROM taken`,
};

/** Tells webhooks what happened: makes deliveries of events, each once (D276). */
@Injectable()
export class EventSpreader {
  constructor(
    private readonly database: Database,
    private readonly decisions: EventDecisions,
    private readonly hearers: WebhookHearers,
    private readonly clock: Clock,
  ) {}

  /**
   * Spreads some of the waiting events, unless another node is doing it, and decides the next ones at the same time: in a
   * flood neither waits for the other. @returns whether there may be more
   */
  async run(): Promise<boolean> {
    const both = await Promise.allSettled([this.decisions.run(), this.spreadSome()]);
    const failed = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failed) throw failed.reason;
    return both.some((each) => each.status === 'fulfilled' && each.value);
  }

  private async spreadSome(): Promise<boolean> {
    const first = await this.spread(await this.hearers.all());
    const { taken } = first.isStale ? await this.spread(await this.hearers.all('as they are now')) : first;
    return taken === BATCH;
  }

  private async spread(hearers: readonly Hearer[]): Promise<{ taken: number; isStale: boolean }> {
    const lasting = [TRIED_FOR_MS, NUMBERS_KEPT_MS].map((millis) => `${millis / DAY} days`);
    const values = [JSON.stringify(hearers), this.clock.now(), ...lasting];
    const [spread] = await this.database.query<{ taken: number; isStale: boolean }>(SPREAD, values);
    return spread;
  }
}
