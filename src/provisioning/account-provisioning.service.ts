import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AccountChange } from '../identity/accounts/account.service.js';
import { candidatesFor, normalizeIdentifier } from '../identity/accounts/identifier.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { AuditAction } from '../platform/audit/catalogue.js';
import type { Requester } from '../platform/operations/caller.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import { CallError } from '../platform/errors/call-error.js';
import { Errors } from '../platform/errors/catalogue.js';
import { AccountInformationService } from '../identity/families/account-information.service.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import type { AccountIdArgs, CreateAccountArgs, SearchArgs, UpdateAccountArgs } from './account.args.js';
import { AddedIdentifiers } from './added-identifiers.js';
import { by } from './family-provisioning.service.js';
import { ProvisionedRecords } from './provisioned-records.js';
import { clientOf, Reach, type ReachedFamily } from './reach.js';
import { identifierOf, memberTypeOf } from './wire-values.js';

/** Accounts as a partner's back end provisions them (§4.5): each call that writes is one transaction. */
@Injectable()
export class AccountProvisioning {
  constructor(
    private readonly database: Database,
    private readonly reach: Reach,
    private readonly records: ProvisionedRecords,
    private readonly added: AddedIdentifiers,
    private readonly links: MailedLinks,
    private readonly information: AccountInformationService,
    private readonly audit: AuditLog,
  ) {}

  /** D22. @throws CallError identifierUnknown */
  async search(args: SearchArgs, requester: Requester): Promise<Long> {
    const accountId = await this.reach.find(formsOf(args), requester);
    this.audit.count({ action: 'account.searched', outcome: 'ok', ...by(requester) });
    if (accountId === null) throw new CallError(Errors.identifierUnknown);
    return accountId;
  }

  /** The account, its membership and its invitation, or none of them. */
  async create(args: CreateAccountArgs, requester: Requester): Promise<Long> {
    const { familyId, familyName, name, locale = 'en' } = args;
    const countryCode = args.countryCode.toUpperCase();
    const identifier = { ...identifierOf(args.type, args.identifier, countryCode), isValidated: false };
    const fields = { name, countryCode, locale: locale.toLowerCase() };
    const account = { ...fields, identifiers: [identifier], passwordHash: null, role: null };
    return this.database.transaction(async (tx) => {
      const family =
        familyId === undefined ? (familyName as string) : await this.reach.family(tx, familyId, requester);
      const memberType = memberTypeOf(args.accountType);
      const created = await this.records.createAccount(tx, account, family, memberType, requester);
      const [identifierId] = created.identifierIds;
      const clientId = clientOf(requester).id;
      const link = { accountId: created.id, identifierId, familyId: created.familyId, clientId };
      await this.links.issue(tx, { ...link, kind: 'invitation' });
      await this.record(tx, 'account.created', requester, created.id);
      return created.id;
    });
  }

  async update(args: UpdateAccountArgs, requester: Requester): Promise<Long> {
    const { accountId, type, identifier } = args;
    await this.database.transaction(async (tx) => {
      const account = await this.reach.account(tx, accountId, requester);
      const change = changesOf(args);
      await this.records.changeAccount(tx, account, change);
      if (args.familyId !== undefined) await this.reach.family(tx, args.familyId, requester);
      const isAboutFamilies = type !== undefined || args.accountType !== undefined;
      const families = isAboutFamilies ? await this.reach.familiesOf(tx, accountId, requester) : [];
      if (type !== undefined && identifier !== undefined) {
        const given = identifierOf(type, identifier, change.countryCode ?? account.countryCode);
        await this.added.add(tx, account, given, families[0]?.id ?? null, requester);
      }
      // The identifier before the membership, as createaccount has it: crossing calls never deadlock.
      if (args.accountType !== undefined) {
        const family = familyFor(args, families);
        await this.records.putMember(tx, account, family, memberTypeOf(args.accountType));
      }
      await this.record(tx, 'account.updated', requester, accountId);
    });
    return accountId;
  }

  async remove({ accountId, familyId }: AccountIdArgs, requester: Requester): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (familyId !== undefined) await this.reach.family(tx, familyId, requester);
      await this.records.removeAccount(tx, await this.reach.account(tx, accountId, requester));
      await this.record(tx, 'account.deleted', requester, accountId);
    });
  }

  async get({ accountId, familyId }: AccountIdArgs, requester: Requester): Promise<AccountInformationView> {
    if (familyId !== undefined)
      await this.reach.family(this.database.dataSource.manager, familyId, requester);
    const visible = await this.reach.reading(accountId, requester);
    const found = await this.information.find(accountId);
    if (!found) throw new CallError(Errors.accountDoesNotExist, { accountId });
    const target = `account:${accountId}`;
    this.audit.count({ action: 'account.read', outcome: 'ok', ...by(requester), target });
    if (visible === null) return found;
    return { ...found, families: found.families.filter((family) => visible.has(family.familyId)) };
  }

  private record(
    tx: EntityManager,
    action: AuditAction,
    requester: Requester,
    accountId: Long,
  ): Promise<void> {
    const target = `account:${accountId}`;
    return this.audit.record({ action, outcome: 'ok', ...by(requester), target }, tx);
  }
}

/** D15: the named one of the account's families, or the only one. */
function familyFor({ familyId }: UpdateAccountArgs, families: readonly ReachedFamily[]): ReachedFamily {
  if (familyId === undefined && families.length !== 1)
    throw wrong(`familyId is required with AccountType: the account is in ${families.length} families.`);
  const family = familyId === undefined ? families[0] : families.find(({ id }) => id === familyId);
  if (!family) throw wrong('familyId must be a family of the account.');
  return family;
}

/** The normalized identifiers that a search may mean (D22). */
function formsOf({ email, msisdn, login, identifier }: SearchArgs): string[] {
  if (identifier !== undefined) return candidatesFor(identifier);
  const forms = [
    email === undefined ? null : normalizeIdentifier('Email', email),
    msisdn === undefined ? null : normalizeIdentifier('Msisdn', msisdn),
    login === undefined ? null : normalizeIdentifier('Login', login),
  ];
  return forms.filter((form) => form !== null);
}

function changesOf({ name, countryCode, locale }: UpdateAccountArgs): AccountChange {
  return {
    ...(name === undefined ? {} : { name }),
    ...(countryCode === undefined ? {} : { countryCode: countryCode.toUpperCase() }),
    ...(locale === undefined ? {} : { locale: locale.toLowerCase() }),
  };
}

function wrong(message: string): CallError {
  return new CallError(Errors.invalidParameter, {}, { message });
}
