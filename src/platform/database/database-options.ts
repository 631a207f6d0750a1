import type { DataSourceOptions } from 'typeorm';
import { Connection } from './connection.js';
import { embeddedIn, poolOptions, type EmbeddedDatabase } from './embedded.js';
import { KEEP_ALIVE } from './keep-alive.js';
import { migrations } from './migrations/list.js';

const POOL_SIZE = 20;
/** Also how long a request waits for a connection of the pool when all are in use. */
const CONNECT_TIMEOUT_MS = 4000;
const EMBEDDED_WAIT_MS = 10_000;
/** pg's ten seconds close what the next request opens again: a new connection knows no statement and has touched no page. */
const IDLE_TIMEOUT_MS = 600_000;
/** Also the longest wait for a lock. With the one for a connection nobody waits longer than ten seconds. */
const STATEMENT_TIMEOUT_MS = 5000;
/** A peer that went silent: the server's own limit cannot reach us then. */
export const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 1000;

/**
 * Every hot statement finds by a unique key: planning it anew for each set of values costs more than it gains, and a
 * plan made while a table was nearly empty must not read it all when it has grown. Without sequential scans the costs
 * say nothing any more, so compiling by them is off too.
 */
const PLANNING = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off', 'jit=off'];

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** What the data source is made of, for the server as for TypeORM's command line (ormconfig.ts). */
export interface DatabaseOptions extends PostgresOptions {
  /** null: the database is a server. */
  readonly embedded: EmbeddedDatabase | null;
}

interface Where {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/**
 * Opens nothing yet.
 * @param embedded the one that takes the place of a server; tests have it open already
 */
export function databaseOptions(
  { databaseUrl, dataDir }: Where,
  entities: (new () => object)[],
  embedded: EmbeddedDatabase | null = databaseUrl === null ? embeddedIn(dataDir) : null,
): DatabaseOptions {
  return {
    type: 'postgres',
    entities,
    migrations,
    migrationsTableName: 'migration',
    synchronize: false,
    installExtensions: false,
    logging: false,
    embedded,
    ...(embedded ? embeddedOptions(embedded) : serverOptions(databaseUrl ?? '')),
  };
}

function embeddedOptions(embedded: EmbeddedDatabase): Pick<PostgresOptions, 'extra'> {
  return { extra: { ...poolOptions(embedded), connectionTimeoutMillis: EMBEDDED_WAIT_MS } };
}

function serverOptions(url: string): Partial<PostgresOptions> {
  return {
    url,
    applicationName: 'hearth',
    poolSize: POOL_SIZE,
    extra: {
      Client: Connection,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      ...KEEP_ALIVE,
      options: PLANNING.map((setting) => `-c ${setting}`).join(' '),
    },
  };
}
