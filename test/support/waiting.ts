import { rows } from './database-rows.js';
import { eventually } from './eventually.js';
import type { TestServer } from './start-app.js';

const WAITING = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/**
 * The number of sessions that wait for a lock in the server's database, without those of other test files on that
 * PostgreSQL.
 */
export async function waiting(server: Pick<TestServer, 'get'>): Promise<number> {
  return (await rows<{ n: number }>(server, WAITING))[0].n;
}

/** Resolves when that many or more wait. */
export async function untilWaiting(server: Pick<TestServer, 'get'>, many = 1): Promise<void> {
  await eventually(async () => ((await waiting(server)) >= many ? true : null));
}
