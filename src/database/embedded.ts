import { join } from 'node:path';
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
    return { pgOptions: { ...createPgConfig(pglite), max: 1 }, close };
  } catch (cause) {
    lock.release();
    throw cause;
  }
}
