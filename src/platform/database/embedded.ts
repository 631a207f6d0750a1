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
  /** Opens it again if it broke, as on a full disk. @throws Error then: the connection that asked is wired to the broken one */
  mend(): Promise<void>;
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
  let opened: { pglite: EmbeddedPglite; wires: () => ClientConfig } | null = null;
  let mending: Promise<void> | null = null;
  let mayMendAt = 0;

  async function openFolder(): Promise<void> {
    const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
    const pglite = await openPglite({ dataDir: folder });
    opened = { pglite, wires: () => createPgConfig(pglite) };
  }

  /** What was committed is in its write-ahead log, and there again. */
  async function openAgain(broken: EmbeddedPglite): Promise<void> {
    if (performance.now() < mayMendAt) throw new Error(`${BROKEN}, and is opened again in a moment`);
    mayMendAt = performance.now() + MENDED_EVERY_MS;
    await broken.close().catch(() => undefined);
    await openFolder().catch((cause: unknown) => {
      throw new Error(`${BROKEN}, and can't be opened: is there room on the disk of DATA_DIR?`, { cause });
    });
  }

  return {
    /** @throws SettingsError when another process has it open */
    async open() {
      lock.acquire();
      try {
        if (prepared !== null) unpackOnce(prepared, folder);
        await openFolder();
      } catch (cause) {
        lock.release();
        throw cause;
      }
    },
    wires() {
      if (!opened) throw new Error('the embedded database is not open');
      return opened.wires();
    },
    async mend() {
      if (!opened?.pglite.isBroken) return;
      mending ??= openAgain(opened.pglite).finally(() => (mending = null));
      await mending;
      throw new Error(`${BROKEN}, and was opened again`);
    },
    async close() {
      await (opened?.pglite.isBroken ? opened.pglite.close().catch(() => undefined) : opened?.pglite.close());
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

const BROKEN = 'the embedded database stopped answering';
/** Each try takes the process up to a second. */
const MENDED_EVERY_MS = 2_000;
/** Messages of PostgreSQL's protocol that are answered with ReadyForQuery: Query and Sync. */
const ANSWERED_READY = new Set('QS'.split('').map((letter) => letter.charCodeAt(0)));

export interface EmbeddedPglite extends PGlite {
  /**
   * Whether it failed in a way that a PostgreSQL ends and restarts itself for, such as no room for its write-ahead log: in
   * this process it goes on, and answers nothing any more.
   */
  readonly isBroken: boolean;
}

/** Opens PGlite as the server does. @param from a folder, which the first start creates, or a copy to load into memory */
export async function openPglite(
  from: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'>,
): Promise<EmbeddedPglite> {
  const { PGlite } = await import('@electric-sql/pglite');
  class Embedded extends PGlite {
    isBroken = false;

    override async execProtocolStream(
      ...[message, options]: Parameters<PGlite['execProtocolStream']>
    ): ReturnType<PGlite['execProtocolStream']> {
      try {
        const answers = await super.execProtocolStream(message, options);
        if (ANSWERED_READY.has(message[0]) && answers.at(-1)?.name !== 'readyForQuery')
          throw new Error(BROKEN);
        return answers;
      } catch (cause) {
        this.isBroken = true;
        throw cause;
      }
    }

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
      super({ ...config, ...embedded.wires(), before: () => embedded.mend() });
    }
  }
  return { Client: EmbeddedConnection, onConnect: beginAnew, max: 1, idleTimeoutMillis: 0 };
}

/** The session is that of the previous connection: it may be inside a transaction, and has its prepared statements. */
async function beginAnew(connection: Connection): Promise<void> {
  await connection.query('ROLLBACK');
  await connection.query('DEALLOCATE ALL');
}
