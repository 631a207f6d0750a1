import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { Connection } from './connection.js';
import { DataFolderLock } from './data-folder-lock.js';

/** An open embedded PostgreSQL: the options that connect `pg` to it, and its close function. */
export interface EmbeddedDatabase {
  readonly pgOptions: object;
  readonly close: () => Promise<void>;
}

/**
 * Opens the embedded database in `dataDir/pgdata`, and creates it at the first start. It has one session: exactly one
 * connection for the whole process. Loaded on demand, since a server on PostgreSQL does not need it.
 * @throws SettingsError when another process has it open
 */
export async function openEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const lock = new DataFolderLock(dataDir);
  lock.acquire();
  try {
    const { PGlite } = await import('@electric-sql/pglite');
    const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
    const pglite = await PGlite.create(join(dataDir, 'pgdata'));
    const close = async (): Promise<void> => {
      await pglite.close();
      lock.release();
    };
    return { pgOptions: optionsFor(() => createPgConfig(pglite)), close };
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

/** Options that connect the pool to it. @param wires creates a transport to the database */
export function optionsFor(wires: () => ClientConfig): object {
  /** Has its own transport: data still in flight on the previous one never reaches the next. */
  class EmbeddedConnection extends Connection {
    constructor(config: ClientConfig) {
      super({ ...config, ...wires() });
    }
  }
  return { Client: EmbeddedConnection, onConnect: beginAnew, max: 1, idleTimeoutMillis: 0 };
}

/** The session is that of the previous connection: it may be inside a transaction, and has its prepared statements. */
async function beginAnew(connection: Connection): Promise<void> {
  await connection.query('ROLLBACK');
  await connection.query('DEALLOCATE ALL');
}
