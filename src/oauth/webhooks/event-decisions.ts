import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { isUnavailable } from '../../platform/errors/outcome.js';
import { AppLog } from '../../platform/telemetry/log.js';
import { eventsOf, type WatchedChange } from './events-of-changes.js';
import { WATCHED_NAMES } from './watched-tables.js';

const DECIDE_LOCK = 0x5744;
const BATCH = 1000;
/** If so many subjects can't be decided, the reason is not in them: nothing is given up. */
const MOST_UNDECIDED = 10;

/** By the index, which passes over what was deleted lately. */
const ANY = {
  name: 'row-change-any',
  text: 'SELECT id FROM row_change WHERE table_name = ANY ($1) ORDER BY id LIMIT 1',
};
const LOCK = `SELECT pg_try_advisory_xact_lock(${DECIDE_LOCK}) AS "isMine"`;
/**
 * Where the batch is full, with what else its transactions did to the same subjects: events are merged within those. That is
 * looked up for each, and by no index of `id`: whatever the planner thinks of the table, it never reads all that waits.
 */
const READ = `
  WITH batch AS MATERIALIZED (
    SELECT * FROM row_change WHERE table_name = ANY ($1) AND ($2::text IS NULL OR subject = $2) ORDER BY id LIMIT ${BATCH}
  ), rest AS (
    SELECT c.* FROM (SELECT DISTINCT transaction_id, subject FROM batch) b CROSS JOIN LATERAL (
        SELECT * FROM row_change WHERE transaction_id = b.transaction_id AND subject = b.subject
            AND id + 0 > (SELECT max(id) FROM batch) AND table_name = ANY ($1) OFFSET 0) c
     WHERE (SELECT count(*) FROM batch) = ${BATCH}
  )
  SELECT id, transaction_id AS "transactionId", table_name AS "tableName", subject, old_values AS "oldValues",
         new_values AS "newValues", changed, client_ids::text AS clients
    FROM (TABLE batch UNION ALL TABLE rest) c ORDER BY id`;
/** An event has the clients and the time of its change. */
const WRITE = `
  WITH taken AS (
    DELETE FROM row_change WHERE id = ANY ($1::bigint[]) RETURNING *
  )
  INSERT INTO subject_event (transaction_id, kind, subject, data, created_by, client_ids, occurred_at)
  SELECT t.transaction_id, e.kind, t.subject, e.data, t.created_by, t.client_ids, t.occurred_at
    FROM ROWS FROM (json_to_recordset($2) AS (change bigint, kind text, data jsonb)) WITH ORDINALITY AS e(change, kind, data, place)
    JOIN taken t ON t.id = e.change ORDER BY e.place`;

const SUBJECTS = {
  name: 'row-change-subjects',
  text: `SELECT subject FROM (SELECT id, subject FROM row_change WHERE table_name = ANY ($1) ORDER BY id LIMIT ${BATCH}) c
          GROUP BY subject ORDER BY min(id)`,
};
const GIVE_UP = {
  name: 'webhook-change-give-up',
  text: `WITH lock AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${DECIDE_LOCK}) AS "isMine")
         DELETE FROM row_change c USING lock WHERE lock."isMine" AND c.table_name = ANY ($1) AND c.subject = $2
            AND c.occurred_at < now() - interval '1 hour' RETURNING c.id`,
};

/**
 * Decides which events follow from what the triggers wrote, on one node at a time. It does not wait for the webhooks, so
 * the triggers' rows are deleted at once, even while events can't be spread. A few subjects that can't be decided hold up no
 * other, and what happened to them is deleted after an hour.
 */
@Injectable()
export class EventDecisions {
  constructor(
    private readonly database: Database,
    private readonly log: AppLog,
  ) {}

  /**
   * Decides some of the written changes, unless another node is doing it. @returns whether there was any
   * @throws what kept it from deciding some of them, after it decided the others
   */
  async run(): Promise<boolean> {
    if ((await this.database.query(ANY, [WATCHED_NAMES])).length === 0) return false;
    return this.decide(null).catch((cause: unknown) => {
      if (isUnavailable(cause)) throw cause;
      return this.decideEach();
    });
  }

  /** @param subject null: any */
  private decide(subject: string | null): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const [{ isMine }] = await tx.query<[{ isMine: boolean }]>(LOCK);
      if (!isMine) return false;
      const changes = await tx.query<WatchedChange[]>(READ, [WATCHED_NAMES, subject]);
      await tx.query(WRITE, [changes.map(({ id }) => id), JSON.stringify(eventsOf(changes))]);
      return changes.length > 0;
    });
  }

  private async decideEach(): Promise<boolean> {
    const undecided = new Map<string, unknown>();
    for (const { subject } of await this.database.query<{ subject: string }>(SUBJECTS, [WATCHED_NAMES])) {
      try {
        await this.decide(subject);
      } catch (cause) {
        undecided.set(subject, cause);
        if (isUnavailable(cause) || undecided.size === MOST_UNDECIDED) throw cause;
      }
    }
    for (const [subject, cause] of undecided) await this.giveUp(subject, cause);
    for (const cause of undecided.values()) throw cause;
    return true;
  }

  private async giveUp(subject: string, cause: unknown): Promise<void> {
    const { length: lost } = await this.database.query(GIVE_UP, [WATCHED_NAMES, subject]);
    const why = { subject, lost, cause: String(cause) };
    if (lost > 0)
      this.log.pino.error(why, 'changes are told to no webhook: they could not be decided for an hour');
  }
}
