import { Injectable } from '@nestjs/common';
import { candidatesFor, normalizeIdentifier, type IdentifierType } from '../identity/accounts/identifier.js';
import { AccountInformationService } from '../identity/accounts/account-information.service.js';
import type { AccountInformationView } from '../identity/accounts/account-information.view.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import { Database } from '../platform/database/database.js';
import { CallError, invalidParameter } from '../platform/errors/call-error.js';
import { Errors } from '../platform/errors/catalogue.js';
import type { Requester } from '../platform/operations/caller.js';
import type { Long } from '../platform/operations/long.js';
import type { AccountIdArgs, SearchArgs } from './account.args.js';
import { clientOf, eventBy, ProvisioningReach } from './reach.js';

const AMBIGUOUS =
  'identifier fits more than one account: say which kind it is, by email, MSISDN, login or externalId instead.';

/** Finds and reads accounts for a partner's back end (§4.5). */
@Injectable()
export class AccountLookup {
  constructor(
    private readonly database: Database,
    private readonly reach: ProvisioningReach,
    private readonly information: AccountInformationService,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Finds an account by an identifier (D22).
   * @throws CallError identifierUnknown, or invalidParameter when two accounts match
   */
  async search(args: SearchArgs, requester: Requester): Promise<Long> {
    const { type, forms } = searched(args, clientOf(requester).issuer);
    const [accountId, other] = await this.reach.find(forms, type, requester);
    this.audit.count(eventBy(requester, 'account.searched'));
    if (accountId === undefined) throw new CallError(Errors.identifierUnknown);
    if (other !== undefined) throw invalidParameter(AMBIGUOUS);
    return accountId;
  }

  /** @throws CallError accountDoesNotExist, familyIdDoesNotExist */
  async get({ accountId, familyId }: AccountIdArgs, requester: Requester): Promise<AccountInformationView> {
    const { manager } = this.database.dataSource;
    if (familyId !== undefined) await this.reach.family(manager, familyId, requester);
    const visible = await this.reach.reading(manager, accountId, requester);
    const found = await this.information.find(accountId);
    if (!found) throw new CallError(Errors.accountDoesNotExist, { accountId });
    this.audit.count(eventBy(requester, 'account.read', `account:${accountId}`));
    if (visible === null) return found;
    return { ...found, families: found.families.filter((family) => visible.has(family.familyId)) };
  }
}

/** Returns the normalized identifiers that a search may mean (D22), and the requested type. */
function searched(
  { email, msisdn, login, externalId, identifier, countryCode }: SearchArgs,
  issuer: string,
): { type?: IdentifierType; forms: string[] } {
  const country = countryCode?.toUpperCase();
  const ofType = (type: IdentifierType, value: string) => {
    const form = normalizeIdentifier(type, value, country, type === 'ExternalId' ? issuer : '');
    return { type, forms: form === null ? [] : [form] };
  };
  if (email !== undefined) return ofType('Email', email);
  if (msisdn !== undefined) return ofType('Msisdn', msisdn);
  // An old login may look like a phone number; a new one must not (D20).
  if (login !== undefined) return { type: 'Login', forms: candidatesFor(login, country) };
  if (externalId !== undefined) return ofType('ExternalId', externalId);
  const any = identifier as string; // SearchArgs has exactly one
  return { forms: [...candidatesFor(any, country), ...ofType('ExternalId', any).forms] };
}
