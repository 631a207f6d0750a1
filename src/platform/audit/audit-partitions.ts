import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { AUDIT_CLASSES, type AuditClass } from '../config/audit-retention.js';
import { Database, type Statement } from '../database/database.js';
import { oneAtATime } from '../one-at-a-time.js';
import { Clock, DAY } from '../security/clock.js';
import { AppLog } from '../telemetry/log.js';
import {
  ATTACHED,
  attachMonth,
  COVERED,
  neededMonths,
  startOf,
  tableOf,
  tableOfClass,
  type Month,
  LEAVES,
} from './partition-statements.js';
import { Connection } from '../database/connection.js';

/** Numbers of locks that nothing else uses. */
const MAKING_LOCK = 0x4e49;
const DROPPING_LOCK = 0x4e4a;
/** Longer than a call may hold a lock in passing. The next run waits again for a query that takes hours. */
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

type Run = (sql: string) => Promise<unknown>;

/** The comment on tables that Hearth detached: an operator may detach one to keep it. */
const MARK = 'past its retention, to be dropped by Hearth';

interface Past {
  readonly parent: string;
  readonly name: string;
  /** Detaching it began, but did not complete. */
  readonly isPending: boolean;
}

const PAST = {
  name: 'audit-partitions-past',
  text: `WITH leaf AS (${LEAVES})
    SELECT parent, name, "isPending" FROM leaf
      JOIN unnest($1::text[], $2::timestamptz[]) AS kept (class, since) ON parent = 'audit_event_' || kept.class
     WHERE "isPending" OR until <= kept.since
     ORDER BY "isPending" DESC, name`,
};

const DETACHED = {
  name: 'audit-partitions-detached',
  text: `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND NOT relispartition AND pg_table_is_visible(oid)
            AND obj_description(oid, 'pg_class') = '${MARK}' ORDER BY 1`,
};

/**
 * Detaches and drops the partitions whose events are all past their retention. Readers and writers never wait for it: it
 * waits for readers, though not for long, and the next run completes what is left half done.
 * @param since the earliest time of kept events, for each class
 */
async function dropPast(
  database: Database,
  classes: readonly AuditClass[],
  since: readonly Date[],
): Promise<void> {
  const past = () => database.query<Past>(PAST, [classes, since]);
  const detached = () => database.query<{ name: string }>(DETACHED, []);
  if ((await past()).length + (await detached()).length === 0) return;
  await inOwnSession(database, DROPPING_LOCK, async (run) => {
    for (const partition of await past()) await detach(run, partition);
    for (const { name } of await detached()) await run(`DROP TABLE ${name}`);
  });
}

async function detach(run: Run, { parent, name, isPending }: Past): Promise<void> {
  if (!isPending) await run(`COMMENT ON TABLE ${name} IS '${MARK}'`);
  await run(`ALTER TABLE ${parent} DETACH PARTITION ${name} ${isPending ? 'FINALIZE' : 'CONCURRENTLY'}`);
}

/**
 * Runs work that must not be in a transaction and waits for others, in a separate session: without a limit for statements,
 * but with one for each lock. Does nothing while another session holds the advisory lock `key`.
 */
async function inOwnSession(
  database: Database,
  key: number,
  work: (run: Run) => Promise<void>,
): Promise<void> {
  const { sessions } = database.dataSource.options;
  // The embedded database has one session, and nobody to wait for.
  if (sessions === null) return work((sql) => database.dataSource.query(sql));
  const session = new Connection({ ...sessions.unhurried, application_name: 'hearth maintenance' });
  await session.connect();
  try {
    await session.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const { rows } = await session.query<{ isMine: boolean }>('SELECT pg_try_advisory_lock($1) AS "isMine"', [
      key,
    ]);
    if (rows[0].isMine) await work((sql) => session.query(sql));
  } finally {
    await session.end();
  }
}
