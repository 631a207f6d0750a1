import { Injectable } from '@nestjs/common';
import type { AccountChange } from '../identity/accounts/account.service.js';
import { storedLocale } from '../identity/accounts/profile-rules.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Requester } from '../platform/operations/caller.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import type { Transaction } from '../platform/database/transaction.js';
import { invalidParameter } from '../platform/errors/call-error.js';
import type { AccountIdArgs, CreateAccountArgs, UpdateAccountArgs } from './account.args.js';
import { AddedIdentifiers } from './added-identifiers.js';
import { ProvisionedRecords } from './provisioned-records.js';
import { eventBy, ProvisioningReach, type ReachedFamily } from './reach.js';
import { identifierOf, memberTypeOf } from './wire-values.js';

/** Changes accounts for a partner's back end (§4.5); each call is one transaction. */
@Injectable()
export class AccountProvisioning {
  constructor(
    private readonly database: Database,
    private readonly reach: ProvisioningReach,
    private readonly records: ProvisionedRecords,
    private readonly added: AddedIdentifiers,
    private readonly audit: AuditLog,
  ) {}

  /** Creates an account, its membership and its invitation. */
  async create(args: CreateAccountArgs, requester: Requester): Promise<Long> {
    const { familyId, familyName, name, locale = 'en' } = args;
    const countryCode = args.countryCode.toUpperCase();
    const identifier = { ...identifierOf(args.type, args.identifier, countryCode), isValidated: false };
    this.added.requireReach(identifier);
    const fields = { name, countryCode, locale: storedLocale(locale) };
    const account = { ...fields, identifiers: [identifier], passwordHash: null, role: null };
    const create = async (tx: Transaction): Promise<Long> => {
      const family =
        familyId === undefined ? (familyName as string) : await this.reach.family(tx, familyId, requester);
      const memberType = memberTypeOf(args.accountType);
      const created = await this.records.createAccount(tx, account, family, memberType, requester);
      const [identifierId] = created.identifierIds;
      await this.added.invite(
        tx,
        { accountId: created.id, identifierId, familyId: created.familyId },
        requester,
      );
      await this.audit.record(eventBy(requester, 'account.created', `account:${created.id}`), tx);
      return created.id;
    };
    await this.added.spend(args.type, requester);
    return this.records.creating(identifier, () => this.database.once(requester, create, (id) => id));
  }

  async update(args: UpdateAccountArgs, requester: Requester): Promise<Long> {
    const { accountId, type, identifier } = args;
    await this.added.spend(type, requester);
    const update = async (tx: Transaction): Promise<void> => {
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
      // The identifier before the membership, as in createaccount: concurrent calls never deadlock.
      if (args.accountType !== undefined) {
        const family = familyFor(args, families);
        await this.records.putMember(tx, account, family, memberTypeOf(args.accountType));
      }
      await this.audit.record(eventBy(requester, 'account.updated', `account:${accountId}`), tx);
    };
    await this.database.once(requester, update, () => accountId);
    return accountId;
  }

  async remove({ accountId, familyId }: AccountIdArgs, requester: Requester): Promise<void> {
    await this.database.once(requester, async (tx) => {
      if (familyId !== undefined) await this.reach.family(tx, familyId, requester);
      await this.records.removeAccount(tx, await this.reach.account(tx, accountId, requester));
      await this.audit.record(eventBy(requester, 'account.deleted', `account:${accountId}`), tx);
    });
  }
}

/** Returns the named family of the account, or its only one (D15). */
function familyFor({ familyId }: UpdateAccountArgs, families: readonly ReachedFamily[]): ReachedFamily {
  if (familyId === undefined && families.length !== 1)
    throw invalidParameter(
      `familyId is required with AccountType: the account is in ${families.length} families.`,
    );
  const family = familyId === undefined ? families[0] : families.find(({ id }) => id === familyId);
  if (!family) throw invalidParameter('familyId must be a family of the account.');
  return family;
}

function changesOf({ name, countryCode, locale }: UpdateAccountArgs): AccountChange {
  return {
    ...(name === undefined ? {} : { name }),
    ...(countryCode === undefined ? {} : { countryCode: countryCode.toUpperCase() }),
    ...(locale === undefined ? {} : { locale: storedLocale(locale) }),
  };
}
