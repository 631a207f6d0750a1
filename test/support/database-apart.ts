import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { OwnPostgres } from './own-postgres.js';
import type { TestDatabase } from './test-database.js';

/**
 * An empty database on a PostgreSQL of its own: a transaction anywhere on a shared one keeps old row versions of
 * all its databases, because every snapshot reaches back to it.
 */
export async function createDatabaseApart(): Promise<TestDatabase> {
  const postgres = await OwnPostgres.make();
  const dataDir = mkdtempSync(join(process.env.HEARTH_TEST_FOLDER as string, 'apart-'));
  return { settings: { DATA_DIR: dataDir, DATABASE_URL: postgres.url }, drop: () => postgres.remove() };
}
