import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { AppConfig } from '../config/app-config.js';
import { readDatabaseUrl } from '../config/database-url.js';
import { Connection, type ConnectionConfig } from './connection.js';
import { besideCode } from '../paths.js';
import { embeddedIn, poolOptions, type EmbeddedDatabase } from './embedded.js';
import { migrations } from './migrations/list.js';
import { ANSWER_MS, PLACE_MS } from '../waits.js';
import { SESSION, settingsOfSession, UNHURRIED, type SettingsBy } from './postgres-session.js';
import { WritableHost } from './writable-host.js';

const POOL_SIZE = 20;
const EMBEDDED_WAIT_MS = 10_000;
/** pg's default of ten seconds would close connections that the next request needs: a new one has no prepared statements and a cold cache. */
const IDLE_TIMEOUT_MS = 600_000;
const GIVEN_UP = { query_timeout: ANSWER_MS };

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** What the data source is made of, for the server as for TypeORM's command line (ormconfig.ts). */
export interface DatabaseOptions extends PostgresOptions {
  /** null: the database is a server. */
  readonly embedded: EmbeddedDatabase | null;
  /** Connections beside the pool; null: the database is embedded. */
  readonly sessions: Sessions | null;
  /** Whether statements are prepared once for each connection; some poolers forget them. */
  readonly hasPrepared: boolean;
  /** Whether a start runs pending migrations, or is refused. */
  readonly migratesAtStart: boolean;
}

/** Separate sessions for work that does not suit a pool. */
interface Sessions {
  readonly listening: ConnectionConfig;
  /** For migrations and their lock: without time limits for a statement. */
  readonly unhurried: ConnectionConfig;
}

type Where = Pick<AppConfig, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<AppConfig, 'databasePooler' | 'databaseListenUrl' | 'preparedStatements' | 'migratesAtStart'>>;

const SETTINGS_BY = { none: 'start', session: 'statement', transaction: 'role' } as const;

/**
 * Opens nothing yet.
 * @param embedded the one that takes the place of a server; tests have it open already
 */
export function databaseOptions(
  where: Where,
  entities: (new () => object)[],
  embedded: EmbeddedDatabase | null = where.databaseUrl === null ? embeddedFor(where) : null,
): DatabaseOptions {
  return {
    type: 'postgres',
    driver: pg, // TypeORM would load a second one
    entities,
    migrations,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each', // in one for all, a lock of the first would be held until the last (D217)
    synchronize: false,
    installExtensions: false,
    logging: false,
    embedded,
    migratesAtStart: where.migratesAtStart ?? true,
    ...(embedded ? embeddedOptions(embedded) : serverOptions(where)),
  };
}

/** Returns the options for migrations: one of large tables takes longer than any statement of a request may. */
export function unhurriedOptions(options: DatabaseOptions): DatabaseOptions {
  const { sessions } = options;
  if (sessions === null) return options;
  const { Client } = options.extra as { Client: typeof Connection };
  return { ...options, poolSize: 1, extra: { ...sessions.unhurried, Client } };
}

/** The prepared database is a migrated one, so only a start that may migrate takes it. */
function embeddedFor({ dataDir, migratesAtStart }: Where): EmbeddedDatabase {
  return embeddedIn(dataDir, migratesAtStart === false ? null : besideCode('bundle/pgdata.gz'));
}

type Own = Pick<DatabaseOptions, 'extra' | 'sessions' | 'hasPrepared'>;

function embeddedOptions(embedded: EmbeddedDatabase): Own & Pick<PostgresOptions, 'database'> {
  return {
    database: 'postgres', // TypeORM would ask
    extra: { ...poolOptions(embedded), connectionTimeoutMillis: EMBEDDED_WAIT_MS },
    sessions: null,
    hasPrepared: true,
  };
}

function serverOptions(where: Where): Own & Pick<PostgresOptions, 'database' | 'poolSize'> {
  const { databaseUrl, databasePooler = 'none', databaseListenUrl, preparedStatements } = where;
  const by = SETTINGS_BY[databasePooler];
  const byDirect = databaseListenUrl ? 'start' : by;
  const pooled = reached(databaseUrl ?? '', by);
  const direct = databaseListenUrl ? reached(databaseListenUrl, byDirect) : pooled;
  return {
    database: pooled.database,
    poolSize: POOL_SIZE,
    extra: {
      ...pooled,
      ...GIVEN_UP,
      ...settingsOfSession(by, SESSION),
      Client: Connection,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
    },
    sessions: {
      listening: { ...direct, ...GIVEN_UP, ...settingsOfSession(byDirect, SESSION) },
      unhurried: { ...direct, ...settingsOfSession(byDirect, UNHURRIED) },
    },
    hasPrepared: preparedStatements ?? databasePooler !== 'transaction',
  };
}

/**
 * How to connect to the database of a URL.
 * @param by how a connection gets its settings if it only asks whether its server accepts writes
 */
function reached(url: string, by: SettingsBy): ConnectionConfig {
  const { hosts, isWritable, ...who } = readDatabaseUrl(url);
  const common = {
    ...who,
    application_name: 'hearth',
    connectionTimeoutMillis: PLACE_MS, // also for one of the pool, when all are in use
    ...KEEP_ALIVE,
  };
  const writable = isWritable
    ? new WritableHost(hosts, (to) => new Connection({ ...common, ...to, ...settingsOfSession(by, SESSION) }))
    : undefined;
  return { ...common, ...hosts[0], writable };
}

/**
 * For every connection to PostgreSQL: a firewall must not drop an idle one silently, and a vanished server is noticed
 * within 20 seconds (after these ten Node asks once a second, ten times).
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
