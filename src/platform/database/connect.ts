import { SettingsError } from '../config/settings-error.js';
import type { DatabaseOptions } from './database-options.js';
import { GuardedDataSource } from './guarded-data-source.js';
import { migrate, requireMigrated, open } from './migrate.js';

/**
 * Opens the database and sees to it that it is up to date.
 * @throws SettingsError when it cannot be reached, is in use, lacks migrations that a start does not run, or commits nothing
 */
export async function connect(options: DatabaseOptions): Promise<GuardedDataSource> {
  const dataSource = new GuardedDataSource(options);
  await open(dataSource);
  try {
    if (options.migratesAtStart) await migrate(dataSource);
    else await requireMigrated(dataSource);
    await requireCommits(dataSource);
    return dataSource;
  } catch (cause) {
    await dataSource.destroy();
    throw cause;
  }
}

/** Checked before any other write: a wrong pooler would report each write as done, and lose it (D373). */
async function requireCommits(dataSource: GuardedDataSource): Promise<void> {
  try {
    await dataSource.query('UPDATE migration SET name = name WHERE id = $1', [0]); // of none
  } catch (cause) {
    const { cause: reason } = cause as Error;
    throw reason instanceof SettingsError ? reason : cause;
  }
}
