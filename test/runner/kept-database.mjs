import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiledPath } from '../../scripts/compiled-sources.mjs';

/**
 * Removes traces of the last server: the transaction, prepared statements and locks of the shared session, and rows. What
 * is small is emptied by DELETE: TRUNCATE makes every file of a table and its indexes anew, which took 0.1 to 0.2 s.
 */
const FORGET = [
  'ROLLBACK',
  'DISCARD ALL',
  'SET session_replication_role = replica', // in any order of the tables, whatever refers to what
  `DO $$ DECLARE name text; BEGIN
     FOR name IN SELECT format('%I', relname) FROM pg_class
                  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migration'
     LOOP
       IF pg_relation_size(name::regclass) > 1000000 THEN EXECUTE 'TRUNCATE ' || name || ' CASCADE';
       ELSE EXECUTE 'DELETE FROM ' || name;
       END IF;
     END LOOP;
     FOR name IN SELECT format('%I', sequencename) FROM pg_sequences WHERE last_value IS NOT NULL
     LOOP EXECUTE 'ALTER SEQUENCE ' || name || ' RESTART'; END LOOP;
   END $$`,
  'RESET session_replication_role',
];

/**
 * Changes that a file must not leave behind: one line for each column, constraint, index, trigger and function.
 */
const SCHEMA = `
  SELECT c.relname || ' ' || c.relkind::text || coalesce(' ' || a.attname || ' ' || a.atttypid::regtype
           || a.attnotnull::text || coalesce(pg_get_expr(d.adbin, d.adrelid), ''), '') AS line
    FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
         LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE c.relnamespace = 'public'::regnamespace
  UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT 'function ' || proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`;

let kept = null;
let schema = null;
let isTaken = false;

const stays = () => Promise.resolve();

/**
 * The embedded database of this worker, empty: opening one takes longer than many a test file. null while a server
 * uses it.
 */
export async function takeKeptDatabase() {
  if (isTaken) return null;
  isTaken = true;
  kept ??= await open();
  schema ??= await readSchema();
  for (const statement of FORGET) await kept.exec(statement);
  const embedded = { open: stays, wires: () => createPgConfig(kept), mend: stays, close: stays };
  return { embedded, giveBack };
}

/**
 * @throws a test file changed tables and left them so: the next ones would run on tables that a server does not
 * have
 */
async function giveBack() {
  isTaken = false;
  await kept.exec('ROLLBACK');
  const now = await readSchema();
  const left = [...now].filter((line) => !schema.has(line)).map((line) => `added: ${line}`);
  const gone = [...schema].filter((line) => !now.has(line)).map((line) => `removed: ${line}`);
  if (left.length + gone.length === 0) return;
  await closeKeptDatabase();
  throw new Error(
    [
      'Left behind in the database that files share (undo it, or use createOwnDatabase):',
      ...left,
      ...gone,
    ].join('\n'),
  );
}

async function readSchema() {
  const { rows } = await kept.query(SCHEMA);
  return new Set(rows.map(({ line }) => line));
}

/** For a run without workers: its own timers would keep the process for ever. */
export async function closeKeptDatabase() {
  await kept?.close();
  kept = null;
}

async function open() {
  const loadDataDir = new Blob([readFileSync(join(process.env.HEARTH_TEST_FOLDER, 'template.tar'))]);
  // In memory: reading and writing files took a twentieth.
  const { openPglite } = await import(compiledPath('src/platform/database/embedded.ts'));
  const database = await withoutHold(() => openPglite({ loadDataDir }));
  const run = database.execProtocolRawSync.bind(database);
  database.execProtocolRawSync = (...message) => withoutHold(() => run(...message));
  return database;
}

/**
 * PostgreSQL sets a timer at its start and after a statement, for its statistics, that would keep the worker for ten seconds at
 * its end.
 */
function withoutHold(work) {
  const { setTimeout } = globalThis;
  const restore = () => (globalThis.setTimeout = setTimeout);
  const quiet = (callback) => () => withoutHold(callback); // it sets the next
  globalThis.setTimeout = (callback, ...all) => setTimeout(quiet(callback), ...all).unref();
  let done;
  try {
    done = work();
  } finally {
    if (!(done instanceof Promise)) restore();
  }
  return done instanceof Promise ? done.finally(restore) : done;
}
