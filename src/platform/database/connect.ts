import { SettingsError } from '../config/settings-error.js';
import { Connection } from './connection.js';
import type { DatabaseOptions } from './database-options.js';
import { GuardedDataSource } from './guarded-data-source.js';

const MIGRATION_LOCK = 0x4e47; // any number that only Hearth's migrations use

/**
 * Opens the database and brings it up to date.
 * @throws SettingsError when it cannot be reached or is in use
 */
export async function connect(options: DatabaseOptions): Promise<GuardedDataSource> {
  const dataSource = new GuardedDataSource(options);
  await open(dataSource);
  try {
    await migrate(dataSource);
    return dataSource;
  } catch (cause) {
    await dataSource.destroy();
    throw cause;
  }
}

async function open(dataSource: GuardedDataSource): Promise<void> {
  try {
    await dataSource.initialize();
  } catch (cause) {
    if (dataSource.isEmbedded) throw cause;
    const reason =
      cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : 'unknown';
    throw new SettingsError(`DATABASE_URL cannot be reached: ${reason}`);
  }
}

/** Several nodes may start at once; one migrates, the others wait. */
async function migrate(dataSource: GuardedDataSource): Promise<void> {
  const { url } = dataSource.options;
  if (dataSource.isEmbedded) return void (await dataSource.runMigrations());
  if (!(await dataSource.showMigrations())) return;
  const locker = new Connection({ connectionString: url, application_name: 'hearth migration lock' });
  await locker.connect();
  try {
    await locker.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runUnhurried(dataSource.options);
  } finally {
    await locker.end();
  }
}

/** A migration of large tables takes longer than any statement of a request may. */
async function runUnhurried(options: DatabaseOptions): Promise<void> {
  const extra = { ...(options.extra as object), statement_timeout: undefined, query_timeout: undefined };
  const migrator = new GuardedDataSource({ ...options, poolSize: 1, extra });
  await open(migrator);
  try {
    await migrator.runMigrations();
  } finally {
    await migrator.destroy();
  }
}
