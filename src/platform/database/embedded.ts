import { join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import type { ClientConfig } from 'pg';
import { Connection } from './connection.js';
import { DataFolderLock } from './data-folder-lock.js';

/** A PostgreSQL that is part of this process. The data source opens it before its first connection and closes it last. */
export interface EmbeddedDatabase {
  open(): Promise<void>;
  /** What a connection speaks through instead of a socket. */
  wires(): ClientConfig;
  close(): Promise<void>;
}

/**
 * The embedded database in `dataDir/pgdata`, which the first start makes. It has one session: exactly one connection for
 * the whole process. Loaded on demand, since a server on PostgreSQL has no use for it.
 */
export function embeddedIn(dataDir: string): EmbeddedDatabase {
  const lock = new DataFolderLock(dataDir);
  let opened: { wires: () => ClientConfig; close: () => Promise<void> } | null = null;
  return {
    /** @throws SettingsError when another process has it open */
    async open() {
      lock.acquire();
      try {
        const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
        const pglite = await openPglite({ dataDir: join(dataDir, 'pgdata') });
        opened = { wires: () => createPgConfig(pglite), close: () => pglite.close() };
      } catch (cause) {
        lock.release();
        throw cause;
      }
    },
    wires() {
      if (!opened) throw new Error('the embedded database is not open');
      return opened.wires();
    },
    async close() {
      await opened?.close();
      opened = null;
      lock.release();
    },
  };
}

/**
 * PostgreSQL's own 128 MB are emptied at each start, which took 0.1 s and another 120 MB of memory; what is not in these the
 * operating system has.
 */
const SIZES = ['shared_buffers=16MB', 'max_connections=5'].flatMap((setting) => ['-c', setting]);

/** As the server does. @param from a folder, which the first start makes, or what is to be in memory */
export async function openPglite(from: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'>): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  class Embedded extends PGlite {
    /** It would ask for them at each start, for 0.1 s, to read answers; pg reads ours. */
    override _initArrayTypes(): Promise<void> {
      return Promise.resolve();
    }
  }
  const pglite = new Embedded({ ...from, startParams: [...PGlite.defaultStartParams, ...SIZES] });
  await pglite.waitReady;
  return pglite;
}

/** What lets the pool speak to it. */
export function poolOptions(embedded: EmbeddedDatabase): object {
  /** With wires of its own: what the one before left on its way does not reach the next. */
  class EmbeddedConnection extends Connection {
    constructor(config: ClientConfig) {
      super({ ...config, ...embedded.wires() });
    }
  }
  return { Client: EmbeddedConnection, onConnect: beginAnew, max: 1, idleTimeoutMillis: 0 };
}

/** The session is that of the previous connection: it may be inside a transaction, and has its prepared statements. */
async function beginAnew(connection: Connection): Promise<void> {
  await connection.query('ROLLBACK');
  await connection.query('DEALLOCATE ALL');
}
