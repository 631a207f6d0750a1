import type { DataSource, DataSourceOptions } from 'typeorm';
import type { AppConfig } from '../config/app-config.js';
import { SettingsError } from '../config/settings-error.js';
import { Connection } from './connection.js';
import { Database } from './database.js';
import { openEmbedded, type EmbeddedDatabase } from './embedded.js';
import { GuardedDataSource } from './guarded-data-source.js';
import { KEEP_ALIVE } from './keep-alive.js';
import { migrations } from './migrations/list.js';

const POOL_SIZE = 20;
/** Also the longest wait for a connection of the pool when all are in use. */
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * pg's default of ten seconds closes connections that the next request opens again; a new one has no prepared
 * statements and cold caches.
 */
const IDLE_TIMEOUT_MS = 600_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const MIGRATION_LOCK = 0x4e47; // an arbitrary number that only Hearth's migrations use

/**
 * Every hot statement looks rows up by a unique key: planning it for each set of values costs more than it gains, and a
 * plan made while a table was nearly empty must not use a sequential scan once it has grown. With those disabled the
 * cost estimates mean nothing, so JIT, which depends on them, is off too.
 */
const PLANNING = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off', 'jit=off'];

type Entities = readonly (new () => object)[];

/** Options shared by TypeORM's command line and the server. */
export function postgresOptions(url: string, entities: Entities): DataSourceOptions {
  return {
    ...sharedOptions(entities),
    url,
    applicationName: 'hearth',
    poolSize: POOL_SIZE,
    extra: {
      Client: Connection,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      // For a peer that went silent: the server's own time limit can't reach us then.
      query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
      ...KEEP_ALIVE,
      options: PLANNING.map((setting) => `-c ${setting}`).join(' '),
    },
  } as DataSourceOptions;
}

function sharedOptions(entities: Entities): object {
  return {
    type: 'postgres',
    entities,
    migrations,
    migrationsTableName: 'migration',
    synchronize: false,
    installExtensions: false,
    logging: false,
  };
}

/**
 * Opens the database and runs its migrations.
 * @throws SettingsError when it cannot be reached or is in use
 */
export async function connect(config: AppConfig, entities: Entities): Promise<Database> {
  return config.databaseUrl
    ? connectPostgres(config.databaseUrl, entities)
    : connectEmbedded(await openEmbedded(config.dataDir), entities);
}

export async function connectEmbedded(embedded: EmbeddedDatabase, entities: Entities): Promise<Database> {
  const extra = { ...embedded.pgOptions, connectionTimeoutMillis: STATEMENT_TIMEOUT_MS };
  const dataSource = new GuardedDataSource({ ...sharedOptions(entities), extra } as DataSourceOptions);
  await dataSource.initialize();
  await dataSource.runMigrations();
  return new Database(dataSource, true, embedded.close);
}

async function connectPostgres(url: string, entities: Entities): Promise<Database> {
  const dataSource = new GuardedDataSource(postgresOptions(url, entities));
  try {
    await dataSource.initialize();
  } catch (cause) {
    const reason =
      cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : 'unknown';
    throw new SettingsError(`DATABASE_URL cannot be reached: ${reason}`);
  }
  await migrateUnderLock(url, dataSource);
  return new Database(dataSource, false, async () => {});
}

/** Several nodes may start at once; one runs the migrations, the others wait. */
async function migrateUnderLock(url: string, dataSource: DataSource): Promise<void> {
  if (!(await dataSource.showMigrations())) return;
  const locker = new Connection({ connectionString: url, application_name: 'hearth migration lock' });
  await locker.connect();
  try {
    await locker.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await dataSource.runMigrations();
  } finally {
    await locker.end();
  }
}
