import { setTimeout } from 'node:timers/promises';
import type { DataSource, MigrationInterface } from 'typeorm';
import { SettingsError } from '../config/settings-error.js';
import { isOfLocks, isOfRights } from './database-errors.js';

/** Is told a line of each migration that begins, and of each that others hold up. */
export type Say = (line: string) => void;

/**
 * How long a migration waits for a table in use. All other statements queue behind it meanwhile, and a transaction that waits
 * for the migration while the migration waits for it would end as a deadlock after a second (PostgreSQL's `deadlock_timeout`).
 */
const LOCK_TIMEOUT_MS = 100;
/**
 * Now and then it waits so long: after a second PostgreSQL ends an autovacuum that is in the way, which nothing else does. Callers
 * whose requests are short were out of its way long before.
 */
const PATIENT_TIMEOUT_MS = 2000;
const PATIENT_EACH = 30;
/** For those who waited behind it. */
const PAUSE_MS = 500;

const IS_THERE = `SELECT to_regclass('migration') IS NOT NULL AS "isThere"`;
const DONE = 'SELECT name FROM migration';
const OF_ANOTHER_ROLE =
  'The role of DATABASE_URL may not use the tables, which belong to another role, as after a restore: let it own them. ' +
  '"pg_restore --no-owner --role=…" does, or "REASSIGN OWNED BY … TO …" in this database.';
const TOO_OLD =
  'The database is older than 0.2.0, and nothing in it was changed: upgrade it with Hearth 0.2.0 first, then with this version.';

/**
 * As TypeORM has it, which asks information_schema for the table: the embedded database took 0.05 s of a start for that.
 * @returns the names of the migrations to run, in their order
 * @throws SettingsError when the database ran migrations that were merged into the first one, but not all of them, and when its
 * tables are another role's
 */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const [{ isThere }] = await dataSource.query<{ isThere: boolean }[]>(IS_THERE);
  const done = isThere ? await ranBefore(dataSource) : [];
  const names = new Set(done.map(({ name }) => name));
  const all = dataSource.migrations.map(nameOf);
  if (names.size > 0 && !names.has(all[0])) throw new SettingsError(TOO_OLD);
  return all.filter((name) => !names.has(name));
}

async function ranBefore(dataSource: DataSource): Promise<{ name: string }[]> {
  try {
    return await dataSource.query<{ name: string }[]>(DONE);
  } catch (cause) {
    throw isOfRights(cause) ? new SettingsError(OF_ANOTHER_ROLE) : cause;
  }
}

/**
 * Runs them in their order, each in a transaction that gives way: when it does not get a lock soon, it is rolled back and
 * begun again, so that none of those whom the database serves meanwhile fails (D217).
 * @returns how many there were
 */
export async function runMigrations(dataSource: DataSource, say: Say): Promise<number> {
  const pending = await pendingMigrations(dataSource);
  if (pending.length === 0) return 0;
  let begun = { line: '', tries: 0 };
  for (const migration of dataSource.migrations) {
    const name = nameOf(migration);
    const line = `${pending.indexOf(name) + 1}/${pending.length} ${name}`;
    const up = migration.up.bind(migration);
    migration.up = async (runner) => {
      if (begun.line !== line) say(line);
      begun = { line, tries: begun.line === line ? begun.tries + 1 : 1 };
      const limit = begun.tries % PATIENT_EACH === 0 ? PATIENT_TIMEOUT_MS : LOCK_TIMEOUT_MS;
      await runner.query(`SET LOCAL lock_timeout = ${limit}`);
      await up(runner);
    };
  }
  for (;;) {
    try {
      await dataSource.runMigrations();
      return pending.length;
    } catch (cause) {
      if (!isOfLocks(cause)) throw cause;
      if (begun.tries % PATIENT_EACH === 1)
        say(`${begun.line} waits until others need its tables no more; it is tried again until then`);
      await setTimeout(PAUSE_MS);
    }
  }
}

function nameOf({ name, constructor }: MigrationInterface): string {
  return name ?? constructor.name;
}
