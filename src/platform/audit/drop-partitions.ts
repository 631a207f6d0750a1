import type { AuditClass } from '../config/audit-retention.js';
import type { Database } from '../database/database.js';
import { inOwnSession, type Run } from '../database/own-session.js';
import { LEAVES } from './partition-statements.js';

/** Any number that only this uses. */
const DROPPING_LOCK = 0x4e4a;

/** A comment that says whose a detached table is: an operator may detach one to keep it. */
const MARK = 'past its retention, to be dropped by Hearth';

interface Past {
  readonly parent: string;
  readonly name: string;
  /** Detaching it was begun, and given up. */
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
 * Detaches and drops the partitions whose events are all past their retention. Nobody who reads or writes waits for it: it
 * waits for those who still read, though not for long, and whatever is left half done goes on with the next run.
 * @param since when the events of each class begin that are kept
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
