import { Connection } from './connection.js';
import type { Database } from './database.js';

/** Longer than a call may hold a lock in passing; who reads for hours is waited for again the next time. */
const LOCK_TIMEOUT_MS = 2000;

export type Run = (sql: string) => Promise<unknown>;

/**
 * For what must not be in a transaction and waits for others: a session of its own, without a limit for its statements but
 * with one for each lock. Only one at a time has the lock `key`: while another has it, nothing is done.
 */
export async function inOwnSession(
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
