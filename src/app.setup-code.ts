import type { EntityManager } from 'typeorm';
import { entities } from './entities.js';
import { findIdentifier } from './identity/accounts/account-identifiers.js';
import { lockAccount } from './identity/accounts/account-statements.js';
import { candidatesFor } from './identity/accounts/identifier.js';
import { takesSetupCode } from './identity/factors/first-factors.js';
import { makeSetupCode, type MadeSetupCode } from './identity/factors/setup-code-statements.js';
import { RelyingParty } from './identity/passkeys/relying-party.js';
import { eventOf } from './platform/audit/audit-entry.js';
import { AuditEvent } from './platform/audit/audit-event.entity.js';
import { AuditPartitions } from './platform/audit/audit-partitions.js';
import type { AppConfig } from './platform/config/app-config.js';
import { SettingsError } from './platform/config/settings-error.js';
import { Database } from './platform/database/database.js';
import { databaseOptions } from './platform/database/database-options.js';
import { GuardedDataSource } from './platform/database/guarded-data-source.js';
import { requireMigrated } from './platform/database/migrate.js';
import { open } from './platform/database/open.js';
import { AppLog, createLog } from './platform/telemetry/log.js';
import type { Long } from './platform/operations/long.js';
import { Clock } from './platform/security/clock.js';

/**
 * Makes a set-up code on the machine of the server, for an administrator whom no other can help (D322).
 * @param which number of the account, or one of its identifiers
 * @throws SettingsError where there is no such account, or it needs no code
 */
export async function makeSetupCodeHere(config: AppConfig, which: string): Promise<MadeSetupCode> {
  const dataSource = new GuardedDataSource(databaseOptions(config, entities));
  await open(dataSource);
  try {
    await requireMigrated(dataSource);
    const log = new AppLog(createLog(config.logLevel));
    const database = new Database(dataSource, log);
    await new AuditPartitions(database, new Clock(), config, log).makeAhead();
    return await database.transaction((tx) => make(tx, which, new RelyingParty(config).id));
  } finally {
    await dataSource.destroy();
  }
}

async function make(tx: EntityManager, which: string, rpId: string | null): Promise<MadeSetupCode> {
  const id = await accountOf(tx, which);
  const account = id === null ? null : await lockAccount(tx, id);
  if (!account) throw new SettingsError(`No account has the number or identifier ${JSON.stringify(which)}.`);
  const { id: accountId, role, status } = account;
  if (role === null)
    throw new SettingsError(`Account ${accountId} has no role: it needs no code to set up a second factor.`);
  if (status === 'disabled') throw new SettingsError(`Account ${accountId} is disabled.`);
  if (!(await takesSetupCode(tx, accountId, rpId)))
    throw new SettingsError(`Account ${accountId} has a second factor already.`);
  const at = new Date();
  const event = { action: 'account.setup_code_made', outcome: 'ok', target: `account:${accountId}` } as const;
  await tx.insert(AuditEvent, eventOf(event, at));
  return makeSetupCode(tx, accountId, at);
}

/** As `hearth account` takes it: digits are the number of an account. */
async function accountOf(tx: EntityManager, which: string): Promise<Long | null> {
  if (/^\d{1,18}$/.test(which)) return which;
  for (const normalized of candidatesFor(which)) {
    const found = await findIdentifier(tx, normalized);
    if (found) return found.accountId;
  }
  return null;
}
