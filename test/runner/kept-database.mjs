import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes traces of the last server: the transaction, prepared statements and locks of the shared session, and rows.
 */
const FORGET = [
  'ROLLBACK',
  'DISCARD ALL',
  `DO $$ BEGIN
     EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('%I', tablename), ', ') || ' RESTART IDENTITY CASCADE'
                FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migration');
   END $$`,
];

let kept = null;
let isTaken = false;

const stays = () => Promise.resolve();

/** The embedded database of this worker, empty: opening one takes longer than many a test file. null while a server has it. */
export async function takeKeptDatabase() {
  if (isTaken) return null;
  isTaken = true;
  kept ??= await open();
  for (const statement of FORGET) await kept.exec(statement);
  const embedded = { open: stays, wires: () => createPgConfig(kept), close: stays };
  return { embedded, giveBack: () => (isTaken = false) };
}

async function open() {
  const folder = process.env.HEARTH_TEST_FOLDER;
  const own = join(folder, `worker-${process.pid}`);
  cpSync(join(folder, 'template'), own, { recursive: true });
  return withoutHold(await PGlite.create(join(own, 'pgdata')));
}

/** PostgreSQL sets a timer after a statement, for its statistics, that would keep the worker for ten seconds at its end. */
function withoutHold(database) {
  const run = database.execProtocolRawSync.bind(database);
  database.execProtocolRawSync = (...message) => {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (...all) => setTimeout(...all).unref();
    try {
      return run(...message);
    } finally {
      globalThis.setTimeout = setTimeout;
    }
  };
  return database;
}
