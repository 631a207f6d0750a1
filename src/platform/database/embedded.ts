import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { Connection } from './connection.js';
import { DataFolderLock } from './data-folder-lock.js';

/** An open embedded PostgreSQL: the options that let `pg` speak to it, and how to close it. */
export interface EmbeddedDatabase {
  readonly pgOptions: object;
  readonly close: () => Promise<void>;
}

/**
 * Opens (and on the first start makes) the embedded database in `dataDir/pgdata`. It has one session: exactly one
 * connection for the whole process. Loaded on demand, since a server on PostgreSQL has no use for it.
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

/** What lets the pool speak to it. @param wires new ones to the database */
export function optionsFor(wires: () => ClientConfig): object {
  /** With wires of its own: what the one before left on its way does not reach the next. */
  class EmbeddedConnection extends Connection {
    constructor(config: ClientConfig) {
      super({ ...config, ...wires() });
    }
  }
  return { Client: EmbeddedConnection, onConnect: beginAnew, max: 1, idleTimeoutMillis: 0 };
}

/** The session is the one that the connection before had: it may be in a transaction, and knows its statements. */
async function beginAnew(connection: Connection): Promise<void> {
  await connection.query('ROLLBACK');
  await connection.query('DEALLOCATE ALL');
}
