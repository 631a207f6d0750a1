import type { DatabaseOptions } from './database-options.js';
import { GuardedDataSource } from './guarded-data-source.js';
import { migrate, requireMigrated } from './migrate.js';
import { open } from './open.js';

/**
 * Opens the database and sees to it that it is up to date.
 * @throws SettingsError when it cannot be reached, is in use, or lacks migrations that a start does not run
 */
export async function connect(options: DatabaseOptions): Promise<GuardedDataSource> {
  const dataSource = new GuardedDataSource(options);
  await open(dataSource);
  try {
    if (options.migratesAtStart) await migrate(dataSource);
    else await requireMigrated(dataSource);
    return dataSource;
  } catch (cause) {
    await dataSource.destroy();
    throw cause;
  }
}
