import { SettingsError } from '../../config/settings-error.js';
import { Connection } from '../connection.js';
import { isOfLocks } from '../database-errors.js';
import type { GuardedDataSource } from '../guarded-data-source.js';
import { EQUAL_TEXTS, type Ask } from './moved-tables.js';

/** Others that use the empty database, such as its autovacuum, are waited for this long. */
const LOCK_TIMEOUT_MS = 10_000;
/** When the command is killed, PostgreSQL undoes its transaction within a second, even in the middle of a long statement. */
const NOTICE_OUR_END = `SET client_connection_check_interval = '1s'`;
const IN_USE =
  'Something else uses the tables in the database of DATABASE_URL, and nothing was moved: stop it ' +
  '("SELECT pid, query FROM pg_stat_activity" names it), and run the command again.';
const COMMIT_UNKNOWN =
  'The connection was lost during the commit. Run the command again: it moves everything, or says that everything had been moved.';

/** Looks at the target, without time limits for a statement. */
export function lookAtTarget<T>(target: GuardedDataSource, work: (to: Ask) => Promise<T>): Promise<T> {
  return onTarget(target, work);
}

/** Changes the target: all or nothing, without time limits for a statement. */
export async function changeTarget(
  target: GuardedDataSource,
  work: (to: Ask) => Promise<void>,
): Promise<void> {
  let isCommitting = false;
  try {
    await onTarget(target, async (to) => {
      await work(to);
      isCommitting = true;
      await to('COMMIT');
    });
  } catch (cause) {
    if (cause instanceof SettingsError) throw cause;
    if (isCommitting) throw new SettingsError(COMMIT_UNKNOWN);
    throw new SettingsError(
      `Nothing was moved, and the database of DATABASE_URL is still empty: ${(cause as Error).message}`,
    );
  }
}

async function onTarget<T>({ options }: GuardedDataSource, work: (to: Ask) => Promise<T>): Promise<T> {
  const client = new Connection(options.sessions?.unhurried);
  await client.connect();
  try {
    await client.query(NOTICE_OUR_END).catch(() => undefined); // not every operating system tells PostgreSQL
    await client.query('BEGIN');
    for (const sql of [`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`, ...EQUAL_TEXTS])
      await client.query(sql);
    return await work(async <R>(sql: string, values?: unknown[]) => {
      const { rows } = await client.query(sql, values);
      return rows as R[];
    });
  } catch (cause) {
    throw isOfLocks(cause) ? new SettingsError(IN_USE) : cause;
  } finally {
    await client.end(); // a transaction that is open is rolled back
  }
}
