import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Cores } from '../support/cores.js';
import { createPostgresDatabase, type Sql } from './postgres.js';
import { findInitdb, startLocalPostgres } from './local-postgres.js';

/** Where the server under test keeps its data. */
export interface Home {
  readonly description: string;
  /** null: the embedded database in `dataDir`. */
  readonly url: string | null;
  /** For the bench's own data; an embedded database must not be open in the server at that time. */
  open(): Promise<Sql>;
}

/** Creates empty databases on the best PostgreSQL available. */
export interface Homes {
  readonly isEmbedded: boolean;
  /** The first process of a PostgreSQL that was started here. */
  readonly postgresPid: number | null;
  create(dataDir: string): Promise<Home>;
}

/** @param cores a PostgreSQL that is started here runs on that of the load generator */
export async function findHomes(folder: string, cores: Cores): Promise<Homes> {
  const given = process.env.BENCH_DATABASE_URL;
  if (given)
    return postgresHomes(
      given,
      `PostgreSQL at ${new URL(given).host} (BENCH_DATABASE_URL), on the cores where the kernel puts it`,
      null,
    );
  const initdb = findInitdb();
  if (initdb) {
    const local = await startLocalPostgres(initdb, folder, cores);
    const description = `a temporary PostgreSQL from ${initdb}, on the core of the load generator, which goes first`;
    if (local) return postgresHomes(local.url, description, local.pid);
  }
  return { isEmbedded: true, postgresPid: null, create: (dataDir) => Promise.resolve(embeddedHome(dataDir)) };
}

function postgresHomes(server: string, description: string, postgresPid: number | null): Homes {
  const create = async (): Promise<Home> => ({
    description,
    ...(await createPostgresDatabase(server)),
  });
  return { isEmbedded: false, postgresPid, create };
}

function embeddedHome(dataDir: string): Home {
  const description =
    'the embedded database: no BENCH_DATABASE_URL and no initdb; the targets are for PostgreSQL';
  return { description, url: null, open: () => openEmbedded(join(dataDir, 'pgdata')) };
}

async function openEmbedded(folder: string): Promise<Sql> {
  if (!existsSync(folder)) throw new Error(`${folder} does not exist: the server has to make it first`);
  const { PGlite } = await import('@electric-sql/pglite');
  const database = await PGlite.create(folder);
  return {
    query: async (text, values) => (await database.query<Record<string, unknown>>(text, values)).rows,
    close: () => database.close(),
  };
}
