import { entities } from './entities.js';
import type { AppConfig } from './platform/config/app-config.js';
import { databaseOptions } from './platform/database/database-options.js';
import { GuardedDataSource } from './platform/database/guarded-data-source.js';
import { migrate, open, requireMigrated } from './platform/database/migrate.js';
import { moveDatabase } from './platform/database/move/move-database.js';
import { resealValues } from './operate/resealing.js';
import { otherVersions } from './platform/activity/node-register.js';
import { SettingsError } from './platform/config/settings-error.js';
import { Sealer } from './platform/security/sealer.js';
import { useSubkeys } from './platform/security/legacy-sealing.js';
import type { EntityManager } from 'typeorm';
import { findIdentifier } from './identity/accounts/account-identifiers.js';
import { lockAccount } from './identity/accounts/account-statements.js';
import { candidatesFor } from './identity/accounts/identifier.js';
import { takesSetupCode } from './identity/factors/first-factors.js';
import { makeSetupCode, type MadeSetupCode } from './identity/factors/setup-code-statements.js';
import { RelyingParty } from './identity/passkeys/relying-party.js';
import { eventOf } from './platform/audit/audit-entry.js';
import { AuditEvent } from './platform/audit/audit-event.entity.js';
import { AuditPartitions } from './platform/audit/audit-partitions.js';
import { Database } from './platform/database/database.js';
import { AppLog, createLog } from './platform/telemetry/log.js';
import type { Long } from './platform/operations/long.js';
import { Clock } from './platform/security/clock.js';

/** Migrates the database without starting a server, and reports line by line. */
export async function migrateDatabase(config: AppConfig, say: (line: string) => void): Promise<void> {
  await withDatabase(config, async (dataSource) => {
    const count = await migrate(dataSource, say);
    say(count === 0 ? 'The database is up to date: nothing to migrate.' : `Done: ${count} migrations.`);
  });
}

/**
 * Seals everything under the subkey of its purpose, and makes nodes do so from now on (D331): nodes of 0.2 can't open that.
 * @throws SettingsError while a node of another version is running
 */
export async function resealDatabase(config: AppConfig, say: (line: string) => void): Promise<void> {
  await withDatabase(config, async (dataSource) => {
    await requireMigrated(dataSource);
    const others = await otherVersions(dataSource);
    if (others.length > 0)
      throw new SettingsError(
        `Nodes of another version are running (${others.join(', ')}), which may not open what is sealed anew: replace them first.`,
      );
    await useSubkeys(dataSource);
    const resealed = await resealValues(dataSource, new Sealer(config.masterKeys, true));
    say(`Done: ${resealed} values sealed anew. Running nodes seal so within ten minutes.`);
  });
}

/**
 * Moves everything from the embedded database to the PostgreSQL of DATABASE_URL (D414).
 * @param isDryRun checks and counts only
 */
export function moveToPostgres(
  config: AppConfig,
  isDryRun: boolean,
  say: (line: string) => void,
): Promise<void> {
  return moveDatabase(config, entities, isDryRun, say);
}

/**
 * Makes a set-up code on the server's machine, for an administrator whom no other can help (D322).
 * @param which the number of the account, or one of its identifiers
 * @throws SettingsError: there is no such account, or it needs no code
 */
export async function makeSetupCodeHere(config: AppConfig, which: string): Promise<MadeSetupCode> {
  return withDatabase(config, async (dataSource) => {
    await requireMigrated(dataSource);
    const log = new AppLog(createLog(config.logLevel));
    const database = new Database(dataSource, log);
    await new AuditPartitions(database, new Clock(), config, log).makeAhead();
    return await database.transaction((tx) => make(tx, which, new RelyingParty(config).id));
  });
}

async function make(tx: EntityManager, which: string, rpId: string | null): Promise<MadeSetupCode> {
  const id = await accountOf(tx, which);
  const account = id === null ? null : await lockAccount(tx, id);
  if (!account)
    throw new SettingsError(
      `No account has the number or identifier ${JSON.stringify(which)}: "hearth account list" shows those that there are.`,
    );
  const { id: accountId, role, status } = account;
  if (role === null)
    throw new SettingsError(`Account ${accountId} has no role: it needs no code to set up a second factor.`);
  if (status === 'disabled') throw new SettingsError(`Account ${accountId} is disabled: enable it first.`);
  if (!(await takesSetupCode(tx, accountId, rpId)))
    throw new SettingsError(
      `Account ${accountId} has a second factor already. If it is lost, another administrator starts its recovery.`,
    );
  const at = new Date();
  const event = { action: 'account.setup_code_made', outcome: 'ok', target: `account:${accountId}` } as const;
  await tx.insert(AuditEvent, eventOf(event, at));
  return makeSetupCode(tx, accountId, at);
}

/** Finds an account as `hearth account` does: digits are its number. */
async function accountOf(tx: EntityManager, which: string): Promise<Long | null> {
  if (/^\d{1,18}$/.test(which)) return which;
  for (const normalized of candidatesFor(which)) {
    const found = await findIdentifier(tx, normalized);
    if (found) return found.accountId;
  }
  return null;
}

async function withDatabase<T>(
  config: AppConfig,
  work: (dataSource: GuardedDataSource) => Promise<T>,
): Promise<T> {
  const dataSource = new GuardedDataSource(databaseOptions(config, entities));
  await open(dataSource);
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
