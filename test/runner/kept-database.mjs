import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { connectEmbedded } from '../../.compiled/platform/database/connect.js';
import { optionsFor } from '../../.compiled/platform/database/embedded.js';

/** What the last server left: a transaction, prepared statements and locks of the session, which stays, and rows. */
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

/** The embedded database of this worker, empty: opening one takes longer than many a test file. null while a server has it. */
export async function takeKeptDatabase() {
  if (isTaken) return null;
  isTaken = true;
  kept ??= await open();
  for (const statement of FORGET) await kept.exec(statement);
  return { connect, giveBack: () => (isTaken = false) };
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

function connect(_config, entities) {
  const pgOptions = optionsFor(() => createPgConfig(kept));
  return connectEmbedded({ pgOptions, close: () => Promise.resolve() }, entities);
}
