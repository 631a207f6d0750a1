import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountIdentifier } from '../../identity/accounts/account-identifier.entity.js';
import { Account } from '../../identity/accounts/account.entity.js';
import { AccountService } from '../../identity/accounts/account.service.js';
import { candidatesFor, normalizeIdentifier } from '../../identity/accounts/identifier.js';
import { ClientSecrets } from '../../oauth/clients/client-secrets.js';
import { Client } from '../../oauth/clients/client.entity.js';
import { secretOf } from '../../oauth/clients/client-entry.js';
import { settingsFrom } from '../../oauth/clients/client-record.js';
import { ClientService, type NewSecret } from '../../oauth/clients/client.service.js';
import { Ruleset } from '../../oauth/rulesets/ruleset.entity.js';
import { SHIPPED_RULESETS } from '../../oauth/rulesets/shipped-rulesets.js';
import { SettingsError } from '../../platform/config/settings-error.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Family } from '../../identity/families/family.entity.js';
import { FamilyService } from '../../identity/families/family.service.js';
import { MemberType, type MemberTypeValue } from '../../identity/families/family-member.entity.js';
import { OPERATOR, PasswordHasher } from '../../platform/security/password-hasher.js';
import type { BootstrapAccount, BootstrapClient, BootstrapDocument } from './bootstrap-document.js';

const BOOTSTRAP_LOCK = 0x4e49;

/** Creates what is not there and leaves what is: shipped rulesets, the bootstrap file, demo data. */
@Injectable()
export class Bootstrap {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientService,
    private readonly secrets: ClientSecrets,
    private readonly accounts: AccountService,
    private readonly families: FamilyService,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Neither client nor account: nobody has used this database yet. */
  async isEmpty(): Promise<boolean> {
    const { manager } = this.database.dataSource;
    return !(await manager.existsBy(Client, {})) && !(await manager.existsBy(Account, {}));
  }

  async applyShippedRulesets(): Promise<void> {
    await this.locked(async (tx) => {
      for (const ruleset of SHIPPED_RULESETS) await this.ruleset(tx, ruleset, true);
    });
  }

  /** @throws SettingsError when the document names something that does not exist */
  async apply(document: BootstrapDocument): Promise<void> {
    // Hashed before the transaction: no connection waits for bcrypt (D70).
    const clients = await this.prepare(
      document.clients ?? [],
      (client) => this.isKnownClient(client),
      async ({ clientSecret, secrets = [] }) => [
        ...(clientSecret === undefined ? [] : [await this.secrets.store(clientSecret)]),
        ...secrets.map(secretOf),
      ],
    );
    const accounts = await this.prepare(
      document.accounts ?? [],
      (account) => this.isKnownAccount(account),
      async (account) =>
        account.password === undefined
          ? (account.passwordHash ?? null)
          : this.hasher.hash(account.password, OPERATOR),
    );
    await this.locked(async (tx) => {
      for (const ruleset of document.rulesets ?? []) await this.ruleset(tx, ruleset, false);
      for (const { item, path, prepared } of clients) await this.client(tx, item, `clients${path}`, prepared);
      for (const { item, prepared } of accounts) await this.account(tx, item, prepared);
      for (const [index, family] of (document.families ?? []).entries())
        await this.family(tx, family, `families[${index}]`);
    });
  }

  private async prepare<T, P>(
    items: readonly T[],
    isKnown: (item: T) => Promise<boolean>,
    work: (item: T) => Promise<P>,
  ) {
    const prepared: { item: T; path: string; prepared: P }[] = [];
    for (const [index, item] of items.entries()) {
      if (await isKnown(item)) continue;
      prepared.push({ item, path: `[${index}]`, prepared: await work(item) });
    }
    return prepared;
  }

  /** Of several nodes that start at once, one creates and the others find it there. */
  private locked(work: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [BOOTSTRAP_LOCK]);
      await work(tx);
    });
  }

  private async ruleset(
    tx: Transaction,
    ruleset: { name: string; description?: string; rules: readonly string[] },
    isShipped: boolean,
  ): Promise<void> {
    if (await tx.existsBy(Ruleset, { name: ruleset.name })) return;
    const { name, description = '', rules } = ruleset;
    await this.clients.createRuleset(tx, { name, description, patterns: [...rules], isShipped });
  }

  private isKnownClient(
    { clientId }: BootstrapClient,
    tx: EntityManager = this.database.dataSource.manager,
  ): Promise<boolean> {
    return tx.existsBy(Client, { clientId });
  }

  private async client(
    tx: Transaction,
    client: BootstrapClient,
    path: string,
    secrets: readonly NewSecret[],
  ): Promise<void> {
    if (await this.isKnownClient(client, tx)) return;
    const ruleset = await tx.findOneBy(Ruleset, { name: client.ruleset });
    if (!ruleset)
      throw new SettingsError(`BOOTSTRAP_FILE: ${path}.ruleset: there is no ruleset "${client.ruleset}"`);
    const { clientId, clientType, name } = client;
    const record = { ...settingsFrom(client, ruleset.id), clientId, clientType, name, rulesetId: ruleset.id };
    await this.clients.create(tx, record, secrets);
  }

  private async isKnownAccount(
    account: BootstrapAccount,
    tx: EntityManager = this.database.dataSource.manager,
  ): Promise<boolean> {
    for (const { type, value, issuer = '' } of account.identifiers) {
      const normalized = normalizeIdentifier(type, value, account.countryCode?.toUpperCase());
      if (normalized !== null && (await tx.existsBy(AccountIdentifier, { normalized, issuer }))) return true;
    }
    return false;
  }

  private async account(
    tx: Transaction,
    account: BootstrapAccount,
    passwordHash: string | null,
  ): Promise<void> {
    if (await this.isKnownAccount(account, tx)) return;
    await this.accounts.create(tx, {
      name: account.name,
      identifiers: account.identifiers.map(({ type, value, validated, issuer }) => ({
        type,
        value,
        issuer,
        isValidated: validated ?? issuer !== undefined, // what the operator connects needs nobody else's word (D157)
      })),
      passwordHash,
      role: account.administrator ? 'administrator' : null,
      countryCode: account.countryCode?.toUpperCase() ?? null,
      locale: account.locale?.toLowerCase() ?? null,
    });
  }

  private async family(
    tx: Transaction,
    family: NonNullable<BootstrapDocument['families']>[number],
    path: string,
  ): Promise<void> {
    if (await tx.existsBy(Family, { name: family.name })) return;
    const familyId = await this.families.create(tx, {
      name: family.name,
      premiumType: family.premiumType ?? 0,
    });
    for (const [index, { identifier, accountType }] of (family.members ?? []).entries()) {
      const accountId = await this.findAccount(tx, identifier);
      const where = `${path}.members[${index}]`;
      if (accountId === null)
        throw new SettingsError(`BOOTSTRAP_FILE: ${where}.identifier: there is no account "${identifier}"`);
      const memberType = Math.min(accountType, MemberType.founder) as MemberTypeValue; // D13
      await this.families.putMember(tx, familyId, accountId, memberType);
    }
  }

  private async findAccount(tx: Transaction, identifier: string): Promise<Long | null> {
    for (const normalized of candidatesFor(identifier)) {
      const found = await tx.findOneBy(AccountIdentifier, { normalized, issuer: '' });
      if (found) return found.accountId;
    }
    return null;
  }
}
