import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { findIdentifier } from '../../identity/accounts/account-identifiers.js';
import { AccountService } from '../../identity/accounts/account.service.js';
import { candidatesFor, normalizeIdentifier } from '../../identity/accounts/identifier.js';
import { newIdentifiers } from '../../identity/accounts/identifier-entry.js';
import { storedProfile } from '../../identity/accounts/profile-rules.js';
import { MemberType, type MemberTypeValue } from '../../identity/families/family-member.entity.js';
import { FAMILY_SETTINGS } from '../../identity/families/family.fields.js';
import { FamilyService } from '../../identity/families/family.service.js';
import { FirebaseKeys, problemWithSigner } from '../../identity/passwords/firebase-keys.js';
import { SettingsError } from '../../platform/config/settings-error.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { membersOf } from '../../platform/records/members.js';
import { OPERATOR, PasswordHasher } from '../../platform/security/password-hasher.js';
import type { BootstrapAccount, BootstrapFamily } from './bootstrap-document.js';

/** A missing account; without a hash it is pending. */
interface PreparedAccount {
  readonly account: BootstrapAccount;
  readonly passwordHash: string | null;
}

/** Creates the missing accounts and families of a bootstrap document. */
@Injectable()
export class BootstrapAccounts {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly families: FamilyService,
    private readonly hasher: PasswordHasher,
    private readonly firebase: FirebaseKeys,
  ) {}

  hasAny(): Promise<boolean> {
    return this.accounts.hasAny();
  }

  async prepare(accounts: readonly BootstrapAccount[]): Promise<PreparedAccount[]> {
    const prepared: PreparedAccount[] = [];
    for (const account of accounts) {
      if (await isThere(this.database.dataSource.manager, account)) continue;
      const { password, passwordHash: given = null } = account;
      const passwordHash = password === undefined ? given : await this.hasher.hash(password, OPERATOR);
      prepared.push({ account, passwordHash });
    }
    return prepared;
  }

  /** @throws SettingsError: a Login or a hash can't be taken */
  async create(tx: Transaction, { account, passwordHash }: PreparedAccount): Promise<void> {
    if (await isThere(tx, account)) return;
    const wrong = account.identifiers.find(({ type, value }) => type === 'Login' && !isLogin(value));
    if (wrong)
      throw new SettingsError(
        `BOOTSTRAP_FILE: "${wrong.value}" is not a valid Login: 1 to 255 characters without @, and no phone number`,
      );
    for (const signer of await this.firebase.unknownAmong(tx, [passwordHash]))
      throw new SettingsError(
        `BOOTSTRAP_FILE: passwordHash of "${account.identifiers[0].value}" ${problemWithSigner(signer)}`,
      );
    await this.accounts.create(tx, {
      ...storedProfile(account),
      identifiers: newIdentifiers(account.identifiers),
      passwordHash,
      role: account.role ?? null,
    });
  }

  /**
   * @param path its place in the document
   * @throws SettingsError: a member does not exist
   */
  async createFamily(tx: Transaction, family: BootstrapFamily, path: string): Promise<void> {
    const { name, members = [] } = family;
    if (await this.families.isNameTaken(tx, name)) return;
    const familyId = await this.families.create(tx, { name, ...membersOf(FAMILY_SETTINGS, family) });
    for (const [index, { identifier, issuer, accountType }] of members.entries()) {
      const accountId = await accountOf(tx, identifier, issuer);
      const where = `${path}.members[${index}]`;
      if (accountId === null)
        throw new SettingsError(`BOOTSTRAP_FILE: ${where}.identifier: there is no account "${identifier}"`);
      const memberType = Math.min(accountType, MemberType.founder) as MemberTypeValue; // D13
      await this.families.putMember(tx, familyId, accountId, memberType);
    }
  }
}

function isLogin(value: string): boolean {
  return normalizeIdentifier('Login', value) !== null;
}

/** Whether the account exists: one of its identifiers is enough. */
async function isThere(tx: EntityManager, { identifiers, countryCode }: BootstrapAccount): Promise<boolean> {
  for (const { type, value, issuer = '' } of identifiers) {
    const normalized = normalizeIdentifier(type, value, countryCode?.toUpperCase(), issuer);
    for (const form of normalized === null ? candidatesFor(value) : [normalized])
      if (await findIdentifier(tx, form, issuer)) return true;
  }
  return false;
}

async function accountOf(tx: EntityManager, identifier: string, issuer?: string): Promise<Long | null> {
  const forms =
    issuer === undefined
      ? candidatesFor(identifier)
      : [normalizeIdentifier('ExternalId', identifier, undefined, issuer) ?? ''];
  for (const normalized of forms) {
    const found = await findIdentifier(tx, normalized, issuer);
    if (found) return found.accountId;
  }
  return null;
}
