import { entities } from './entities.js';
import type { AppConfig } from './platform/config/app-config.js';
import { databaseOptions } from './platform/database/database-options.js';
import { GuardedDataSource } from './platform/database/guarded-data-source.js';
import { migrate } from './platform/database/migrate.js';
import { open } from './platform/database/open.js';

/** Brings the database up to date without starting a server, and says what it does line by line. */
export async function migrateDatabase(config: AppConfig, say: (line: string) => void): Promise<void> {
  const dataSource = new GuardedDataSource(databaseOptions(config, entities));
  await open(dataSource);
  try {
    const count = await migrate(dataSource, say);
    say(count === 0 ? 'The database is up to date: nothing to migrate.' : `Done: ${count} migrations.`);
  } finally {
    await dataSource.destroy();
  }
}
