import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { readDatabaseUrl } from '../config/database-url.js';
import { Connection, type ConnectionConfig } from './connection.js';
import { embeddedIn, poolOptions, type EmbeddedDatabase } from './embedded.js';
import { KEEP_ALIVE } from './keep-alive.js';
import { migrations } from './migrations/list.js';
import { ANSWER_MS, PLACE_MS } from '../waits.js';
import { SESSION, settingsOfSession, UNHURRIED, type SettingsBy } from './session-settings.js';
import { WritableHost } from './writable-host.js';

const POOL_SIZE = 20;
const EMBEDDED_WAIT_MS = 10_000;
/** pg's ten seconds close what the next request opens again: a new connection knows no statement and has touched no page. */
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

/** A session of its own for what has no use of a pool. */
interface Sessions {
  readonly listening: ConnectionConfig;
  /** For migrations and their lock: without time limits for a statement. */
  readonly unhurried: ConnectionConfig;
}

interface Where {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly databasePooler?: 'none' | 'session' | 'transaction';
  readonly databaseListenUrl?: string | null;
  readonly preparedStatements?: boolean | null;
  readonly migratesAtStart?: boolean;
}

const SETTINGS_BY = { none: 'start', session: 'statement', transaction: 'role' } as const;

/**
 * Opens nothing yet.
 * @param embedded the one that takes the place of a server; tests have it open already
 */
export function databaseOptions(
  where: Where,
  entities: (new () => object)[],
  embedded: EmbeddedDatabase | null = where.databaseUrl === null ? embeddedIn(where.dataDir) : null,
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

/** The same database for migrations: one of large tables takes longer than any statement of a request may. */
export function unhurriedOptions(options: DatabaseOptions): DatabaseOptions {
  const { sessions } = options;
  if (sessions === null) return options;
  const { Client } = options.extra as { Client: typeof Connection };
  return { ...options, poolSize: 1, extra: { ...sessions.unhurried, Client } };
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
 * @param by how a connection gets its settings that only asks whether its server takes writes
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
