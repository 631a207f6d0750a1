import { entities } from './src/entities.js';
import { loadConfig } from './src/platform/config/load-config.js';
import { databaseOptions, unhurriedOptions } from './src/platform/database/database-options.js';
import { GuardedDataSource } from './src/platform/database/guarded-data-source.js';

/** The server's database, by the same settings: that of DATABASE_URL, else the embedded one in DATA_DIR. */
export const options = databaseOptions(loadConfig(), entities);

/** For TypeORM's command line: npm run migration:run, npm run migration:generate. */
export const dataSource = new GuardedDataSource(unhurriedOptions(options));
