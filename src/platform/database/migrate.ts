import { MigrationExecutor } from 'typeorm';
import { SettingsError } from '../config/settings-error.js';
import { Connection } from './connection.js';
import { unhurriedOptions } from './database-options.js';
import { GuardedDataSource } from './guarded-data-source.js';
import { open } from './open.js';

const MIGRATION_LOCK = 0x4e47; // any number that only Hearth's migrations use

/** Is told of each migration when it begins. */
export type MigrationProgress = (name: string, which: number, of: number) => void;

/**
 * Brings the database up to date: of several nodes that begin at once one migrates, the others wait. Each migration is a
 * transaction (D217).
 * @returns how many there were
 */
export async function migrate(
  dataSource: GuardedDataSource,
  progress: MigrationProgress = () => undefined,
): Promise<number> {
  const { sessions } = dataSource.options;
  if (sessions === null) return runMigrations(dataSource, progress);
  if ((await pendingMigrations(dataSource)).length === 0) return 0;
  const locker = new Connection({ ...sessions.unhurried, application_name: 'hearth migration lock' });
  await locker.connect();
  try {
    await locker.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await runUnhurried(dataSource, progress);
  } finally {
    await locker.end();
  }
}

/** @throws SettingsError when the database lacks migrations that this version has */
export async function requireMigrated(dataSource: GuardedDataSource): Promise<void> {
  const pending = await pendingMigrations(dataSource);
  if (pending.length === 0) return;
  throw new SettingsError(
    `The database lacks ${pending.length} migrations of this version, from ${pending[0]} on. Run them by ` +
      '"node dist/main.js migrate", or set MIGRATE_AT_START=true.',
  );
}

async function pendingMigrations(dataSource: GuardedDataSource): Promise<string[]> {
  return (await new MigrationExecutor(dataSource).getPendingMigrations()).map(({ name }) => name);
}

/** A migration of large tables takes longer than any statement of a request may. */
async function runUnhurried({ options }: GuardedDataSource, progress: MigrationProgress): Promise<number> {
  const migrator = new GuardedDataSource(unhurriedOptions(options));
  await open(migrator);
  try {
    return await runMigrations(migrator, progress);
  } finally {
    await migrator.destroy();
  }
}

async function runMigrations(dataSource: GuardedDataSource, progress: MigrationProgress): Promise<number> {
  const pending = await pendingMigrations(dataSource);
  for (const migration of dataSource.migrations) {
    const name = migration.name ?? migration.constructor.name;
    const up = migration.up.bind(migration);
    migration.up = (runner) => {
      progress(name, pending.indexOf(name) + 1, pending.length);
      return up(runner);
    };
  }
  return (await dataSource.runMigrations()).length;
}
