import { SettingsError } from '../config/settings-error.js';
import { Connection, type ConnectionConfig } from './connection.js';
import type { DatabaseOptions } from './database-options.js';
import { GuardedDataSource } from './guarded-data-source.js';

const MIGRATION_LOCK = 0x4e47; // any number that only Hearth's migrations use

/**
 * Opens the database and brings it up to date.
 * @throws SettingsError when it cannot be reached or is in use
 */
export async function connect(options: DatabaseOptions): Promise<GuardedDataSource> {
  const dataSource = new GuardedDataSource(options);
  await open(dataSource);
  try {
    await migrate(dataSource);
    return dataSource;
  } catch (cause) {
    await dataSource.destroy();
    throw cause;
  }
}

async function open(dataSource: GuardedDataSource): Promise<void> {
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

/** Several nodes may start at once; one migrates, the others wait. */
async function migrate(dataSource: GuardedDataSource): Promise<void> {
  const { sessions } = dataSource.options;
  if (sessions === null) return void (await dataSource.runMigrations());
  if (!(await dataSource.showMigrations())) return;
  const locker = new Connection({ ...sessions.unhurried, application_name: 'hearth migration lock' });
  await locker.connect();
  try {
    await locker.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runUnhurried(dataSource.options, sessions.unhurried);
  } finally {
    await locker.end();
  }
}

/** A migration of large tables takes longer than any statement of a request may. */
async function runUnhurried(options: DatabaseOptions, session: ConnectionConfig): Promise<void> {
  const { Client } = options.extra as { Client: typeof Connection };
  const migrator = new GuardedDataSource({ ...options, poolSize: 1, extra: { ...session, Client } });
  await open(migrator);
  try {
    await migrator.runMigrations();
  } finally {
    await migrator.destroy();
  }
}
