import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { AccountService } from '../accounts/account.service.js';
import { candidatesFor, normalizeIdentifier, type IdentifierType } from '../accounts/identifier.js';
import { AuditLog } from '../audit/audit-log.js';
import type { AuditAction } from '../audit/catalogue.js';
import type { Requester } from '../contract/caller.js';
import type { Long } from '../contract/long.js';
import { Database } from '../database/database.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { AccountInformationService } from '../families/account-information.service.js';
import type { AccountInformationView } from '../families/account-information.view.js';
import { MemberType, type MemberTypeValue } from '../families/family-member.entity.js';
import { FamilyService } from '../families/family.service.js';
import { MailedLinks } from '../mailed-links/mailed-links.service.js';
import type {
  AccountIdArgs,
  AddMemberArgs,
  CreateAccountArgs,
  MembershipArgs,
  SearchArgs,
  UpdateAccountArgs,
} from './account.args.js';
import { by } from './family-provisioning.service.js';

/** D19. */
const STORED_TYPE = {
  Email: 'Email',
  phone: 'Msisdn',
  Msisdn: 'Msisdn',
  login: 'Login',
  ExternalId: 'ExternalId',
} as const;
const FORMAT_ERROR = {
  Email: Errors.emailInvalid,
  Msisdn: Errors.msisdnInvalid,
  Login: Errors.identifierInvalid,
  ExternalId: Errors.identifierInvalid,
};

type WireType = keyof typeof STORED_TYPE;

/** Accounts as a partner's back end provisions them (§4.5): each call that writes is one transaction. */
@Injectable()
export class AccountProvisioning {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly families: FamilyService,
    private readonly links: MailedLinks,
    private readonly information: AccountInformationService,
    private readonly audit: AuditLog,
  ) {}

  /** D22. @throws CallError identifierUnknown */
  async search(args: SearchArgs, requester: Requester): Promise<Long> {
    const forms = formsOf(args);
    const accountId = await this.accounts.findByIdentifier(forms, requester.client?.issuer);
    this.audit.count({ action: 'account.searched', outcome: 'ok', ...by(requester) });
    if (accountId === null) throw new CallError(Errors.identifierUnknown);
    return accountId;
  }

  /** The account, its membership and its invitation, or none of them. */
  async create(args: CreateAccountArgs, requester: Requester): Promise<Long> {
    const countryCode = args.countryCode.toUpperCase();
    const identifier = { ...identifierOf(args.type, args.identifier, countryCode), isValidated: false };
    const accountId = await this.database.transaction(async (tx) => {
      const familyId = await this.familyFor(tx, args);
      const locale = args.locale?.toLowerCase() ?? 'en';
      const account = {
        name: args.name,
        identifiers: [identifier],
        passwordHash: null,
        role: null,
        countryCode,
        locale,
      };
      const { id, identifierIds } = await this.accounts.create(tx, account);
      await this.families.putMember(tx, familyId, id, memberTypeOf(args.accountType));
      const clientId = requester.client?.id ?? null;
      await this.links.issue(tx, {
        kind: 'invitation',
        accountId: id,
        identifierId: identifierIds[0],
        familyId,
        clientId,
      });
      await this.record(tx, 'account.created', requester, id);
      return id;
    });
    this.links.announce();
    return accountId;
  }

  async update(args: UpdateAccountArgs, requester: Requester): Promise<Long> {
    const { accountId, type, identifier } = args;
    await this.database.transaction(async (tx) => {
      const account = await this.accounts.get(tx, accountId);
      const fields = changesOf(args);
      if (Object.keys(fields).length > 0) await tx.update(Account, { id: accountId }, fields);
      if (args.familyId !== undefined) await this.families.requireFamily(tx, args.familyId);
      if (type !== undefined && identifier !== undefined) {
        await this.addIdentifier(
          tx,
          { ...account, ...fields },
          identifierOf(type, identifier, fields.countryCode ?? account.countryCode),
          requester,
        );
      }
      // The identifier before the membership, as createaccount has it: crossing calls never deadlock.
      if (args.accountType !== undefined)
        await this.changeMemberType(tx, args, memberTypeOf(args.accountType));
      await this.record(tx, 'account.updated', requester, accountId);
    });
    this.links.announce();
    return accountId;
  }

  addToFamily({ accountId, familyId, accountType }: AddMemberArgs, requester: Requester): Promise<void> {
    return this.database.transaction(async (tx) => {
      await this.families.requireFamily(tx, familyId);
      await this.families.putMember(tx, familyId, accountId, memberTypeOf(accountType));
      await this.record(tx, 'member.added', requester, accountId, familyId);
    });
  }

  removeFromFamily({ accountId, familyId }: MembershipArgs, requester: Requester): Promise<void> {
    return this.database.transaction(async (tx) => {
      await this.families.requireFamily(tx, familyId);
      await this.accounts.get(tx, accountId);
      await this.families.removeMember(tx, familyId, accountId);
      await this.record(tx, 'member.removed', requester, accountId, familyId);
    });
  }

  async remove({ accountId, familyId }: AccountIdArgs, requester: Requester): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (familyId !== undefined) await this.families.requireFamily(tx, familyId);
      await this.accounts.remove(tx, accountId);
      await this.record(tx, 'account.deleted', requester, accountId);
    });
    await this.accounts.forget(accountId);
  }

  async get({ accountId, familyId }: AccountIdArgs, requester: Requester): Promise<AccountInformationView> {
    if (familyId !== undefined) await this.families.requireFamily(this.database.dataSource.manager, familyId);
    const found = await this.information.find(accountId);
    if (!found) throw new CallError(Errors.accountDoesNotExist, { accountId });
    const target = `account:${accountId}`;
    this.audit.count({ action: 'account.read', outcome: 'ok', ...by(requester), target });
    return found;
  }

  /** D18: the family that is named by its id, or a new one. */
  private async familyFor(tx: EntityManager, { familyId, familyName }: CreateAccountArgs): Promise<Long> {
    if (familyId === undefined) return this.families.create(tx, { name: familyName as string });
    await this.families.requireFamily(tx, familyId);
    return familyId;
  }

  /** D15: in the named family, or in the only one. */
  private async changeMemberType(
    tx: EntityManager,
    { accountId, familyId }: UpdateAccountArgs,
    type: MemberTypeValue,
  ): Promise<void> {
    const families = await this.families.familiesOf(tx, accountId);
    const [only] = families;
    if (familyId === undefined && families.length !== 1) {
      throw wrong(`familyId is required with AccountType: the account is in ${families.length} families.`);
    }
    if (familyId !== undefined && !families.includes(familyId)) {
      throw wrong('familyId must be a family of the account.');
    }
    await this.families.putMember(tx, familyId ?? only, accountId, type);
  }

  /** D23: unvalidated, until the message that asks for it is answered. An ExternalId is the partner's own to know (D115). */
  private async addIdentifier(
    tx: EntityManager,
    account: Account,
    identifier: { type: IdentifierType; value: string },
    requester: Requester,
  ): Promise<void> {
    const { id: accountId, countryCode, status } = account;
    if (identifier.type === 'ExternalId')
      return this.addExternalId(tx, accountId, identifier.value, requester);
    const identifierId = await this.accounts.addIdentifier(
      tx,
      accountId,
      { ...identifier, isValidated: false },
      countryCode,
    );
    const kind = status === 'pending' ? 'invitation' : 'confirmation';
    const [familyId = null] = await this.families.familiesOf(tx, accountId);
    await this.links.issue(tx, {
      kind,
      accountId,
      identifierId,
      familyId,
      clientId: requester.client?.id ?? null,
    });
  }

  private async addExternalId(
    tx: EntityManager,
    accountId: Long,
    value: string,
    requester: Requester,
  ): Promise<void> {
    const issuer = requester.client?.issuer;
    const identifier = { type: 'ExternalId', value, isValidated: true, issuer } as const;
    const id = await this.accounts.addIdentifier(tx, accountId, identifier, null);
    const event = { action: 'account.linked', outcome: 'ok', target: `account:${accountId}` } as const;
    const details = { issuer, by: 'provisioning', identifier: id };
    await this.audit.record({ ...event, ...by(requester), details }, tx);
  }

  private record(
    tx: EntityManager,
    action: AuditAction,
    requester: Requester,
    accountId: Long,
    familyId?: Long,
  ): Promise<void> {
    const details = familyId === undefined ? null : { family: familyId };
    return this.audit.record(
      { action, outcome: 'ok', ...by(requester), target: `account:${accountId}`, details },
      tx,
    );
  }
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

function identifierOf(
  wireType: WireType,
  value: string,
  countryCode: string | null,
): { type: IdentifierType; value: string } {
  const type = STORED_TYPE[wireType];
  if (normalizeIdentifier(type, value, countryCode) === null) throw malformed(type);
  return { type, value: type === 'ExternalId' ? value : value.trim() };
}

function malformed(type: (typeof STORED_TYPE)[WireType]): CallError {
  const message = 'Identifier must have 1 to 255 characters without control characters.';
  return new CallError(FORMAT_ERROR[type], {}, type === 'ExternalId' ? { message } : {});
}

/** D13. */
function memberTypeOf(accountType = '0'): MemberTypeValue {
  return Math.min(Number(accountType), MemberType.founder) as MemberTypeValue;
}

function changesOf({
  name,
  countryCode,
  locale,
}: UpdateAccountArgs): Partial<Pick<Account, 'name' | 'countryCode' | 'locale'>> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(countryCode === undefined ? {} : { countryCode: countryCode.toUpperCase() }),
    ...(locale === undefined ? {} : { locale: locale.toLowerCase() }),
  };
}

function wrong(message: string): CallError {
  return new CallError(Errors.invalidParameter, {}, { message });
}
