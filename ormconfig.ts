import { DataSource } from 'typeorm';
import { postgresOptions } from './src/platform/database/connect.js';
import { entities } from './src/entities.js';

const url = process.env.DATABASE_URL;
if (!url)
  throw new Error('Set DATABASE_URL: the embedded database is migrated by the server itself, at its start.');

/** For TypeORM's command line: npm run migration:run, npm run migration:generate. */
export const dataSource = new DataSource(postgresOptions(url, entities));
