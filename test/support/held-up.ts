import { Database } from '../../src/platform/database/database.js';
import type { TestServer } from './start-app.js';
import { untilWaiting } from './waiting.js';

/**
 * Makes calls that write to this table overlap: each waits at its first write there, and all are released at once.
 * The embedded database has one session without overlaps: there they are only sent together.
 */
export async function heldUp<T>(
  server: TestServer,
  table: string,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const { dataSource, isEmbedded } = server.get(Database);
  if (isEmbedded) return Promise.all(calls.map((call) => call()));
  const holder = dataSource.createQueryRunner();
  await holder.connect();
  try {
    await holder.startTransaction();
    await holder.query(`LOCK TABLE ${table} IN SHARE MODE`);
    const answers = Promise.all(calls.map((call) => call()));
    await untilWaiting(server, calls.length);
    await holder.commitTransaction();
    return await answers;
  } finally {
    await holder.release();
  }
}
