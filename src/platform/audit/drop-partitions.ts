import type { AuditClass } from '../config/audit-retention.js';
import type { Database } from '../database/database.js';
import { LEAVES } from './partition-statements.js';
import { Connection } from '../database/connection.js';

/** Any number that only this uses. */
const DROPPING_LOCK = 0x4e4a;

/** Longer than a call may hold a lock in passing. The next run waits again for a query that takes hours. */
const LOCK_TIMEOUT_MS = 2000;

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
export async function dropPast(
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
