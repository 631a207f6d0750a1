import { AbstractLogger } from 'typeorm';
import { SettingsError } from '../config/settings-error.js';
import { Connection } from './connection.js';
import { unhurriedOptions } from './database-options.js';
import { GuardedDataSource } from './guarded-data-source.js';
import { pendingMigrations, runMigrations, type Say } from './run-migrations.js';

const MIGRATION_LOCK = 0x4e47; // any number that only Hearth's migrations use

/**
 * Brings the database up to date. If several nodes start at once, one migrates and the others wait (D217).
 * @returns the number of migrations
 */
export async function migrate(dataSource: GuardedDataSource, say: Say = () => undefined): Promise<number> {
  const { sessions } = dataSource.options;
  if (sessions === null) return runMigrations(dataSource, say);
  if ((await pendingMigrations(dataSource)).length === 0) return 0;
  const locker = new Connection({ ...sessions.unhurried, application_name: 'hearth migration lock' });
  await locker.connect();
  try {
    await locker.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await runUnhurried(dataSource, say);
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

/** A migration of large tables takes longer than any statement of a request may. */
async function runUnhurried({ options }: GuardedDataSource, say: Say): Promise<number> {
  const migrator = new GuardedDataSource({ ...unhurriedOptions(options), logger: new Silent() });
  await open(migrator);
  try {
    return await runMigrations(migrator, say);
  } finally {
    await migrator.destroy();
  }
}

/** TypeORM would log every failure, even one that a retry solves. */
class Silent extends AbstractLogger {
  protected override writeLog(): void {
    // the caller reports it
  }
}

/** @throws SettingsError when it cannot be reached or is in use */
export async function open(dataSource: GuardedDataSource): Promise<void> {
  try {
    await dataSource.initialize();
  } catch (cause) {
    if (dataSource.isEmbedded) throw cause;
    const reason =
      cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : 'unknown';
    const advice = /startup parameter/.test(String(reason)) ? ' (it is a pooler: set DATABASE_POOLER)' : '';
    throw new SettingsError(`DATABASE_URL cannot be reached: ${reason}${advice}`);
  }
}
