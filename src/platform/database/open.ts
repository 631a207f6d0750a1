import { SettingsError } from '../config/settings-error.js';
import type { GuardedDataSource } from './guarded-data-source.js';

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
