import { join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import type { ClientConfig } from 'pg';
import { Connection } from './connection.js';
import { DataFolderLock } from './data-folder-lock.js';
import { unpackOnce } from './packed-folder.js';

/** A PostgreSQL that is part of this process. The data source opens it before its first connection and closes it last. */
export interface EmbeddedDatabase {
  open(): Promise<void>;
  /** The options that replace a connection's socket. */
  wires(): ClientConfig;
  close(): Promise<void>;
}

/**
 * The embedded database in `dataDir/pgdata`, which the first start makes. It has one session: exactly one connection for
 * the whole process. Loaded on demand, since a server on PostgreSQL has no use for it.
 * @param prepared what the first start unpacks, where a build made it; null: it makes the database anew
 */
export function embeddedIn(dataDir: string, prepared: string | null): EmbeddedDatabase {
  const folder = join(dataDir, 'pgdata');
  const lock = new DataFolderLock(dataDir);
  let opened: { wires: () => ClientConfig; close: () => Promise<void> } | null = null;
  return {
    /** @throws SettingsError when another process has it open */
    async open() {
      lock.acquire();
      try {
        const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
        if (prepared !== null) unpackOnce(prepared, folder);
        const pglite = await openPglite({ dataDir: folder });
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
 * PostgreSQL's default of 128 MB is zeroed at each start, which took 0.1 s and another 120 MB of memory; the operating system
 * caches the rest.
 */
const SIZES = ['shared_buffers=16MB', 'max_connections=5'].flatMap((setting) => ['-c', setting]);

/** Opens PGlite as the server does. @param from a folder, which the first start creates, or a copy to load into memory */
export async function openPglite(from: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'>): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  class Embedded extends PGlite {
    /** PGlite would query them at each start, for 0.1 s, to parse answers; pg parses ours. */
    override _initArrayTypes(): Promise<void> {
      return Promise.resolve();
    }
  }
  const pglite = new Embedded({ ...from, startParams: [...PGlite.defaultStartParams, ...SIZES] });
  await pglite.waitReady;
  return pglite;
}

/** Returns the pool options for the embedded database. */
export function poolOptions(embedded: EmbeddedDatabase): object {
  /** Each connection has separate wires, so that unread answers of the previous one do not reach it. */
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
