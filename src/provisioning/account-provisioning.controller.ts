import type { Requester } from '../platform/operations/caller.js';
import { Calls } from '../platform/operations/controllers.js';
import { Call, CallArgs, CurrentRequester } from '../platform/operations/declare.js';
import type { Long } from '../platform/operations/long.js';
import { Errors } from '../platform/errors/catalogue.js';
import { AccountInformationView } from '../identity/accounts/account-information.view.js';
import { AccountLookup } from './account-lookup.service.js';
import { AccountProvisioning } from './account-provisioning.service.js';
import { AccountListingView } from './listed.view.js';
import { MembershipProvisioning } from './membership-provisioning.service.js';
import { ProvisionedLists } from './provisioned-lists.service.js';
import { OF_A_CLIENT } from './reach.js';
import {
  AccountIdArgs,
  AddMemberArgs,
  CreateAccountArgs,
  ListArgs,
  MembershipArgs,
  SearchArgs,
  UpdateAccountArgs,
} from './account.args.js';

const FORMAT_ERRORS = [Errors.identifierInvalid, Errors.emailInvalid, Errors.msisdnInvalid];
const IDENTIFIER_ERRORS = [Errors.accountAlreadyExists, ...FORMAT_ERRORS];

/** The operations on accounts (§4.5). */
@Calls({ client: 'credentials', account: 'refused' })
export class AccountProvisioningController {
  constructor(
    private readonly accounts: AccountProvisioning,
    private readonly lookup: AccountLookup,
    private readonly memberships: MembershipProvisioning,
    private readonly lists: ProvisionedLists,
  ) {}

  @Call('prov', 'search', {
    summary: 'Find the account that has an identifier',
    args: SearchArgs,
    result: 'long',
    ...OF_A_CLIENT,
    errors: [Errors.identifierUnknown],
  })
  search(@CallArgs() args: SearchArgs, @CurrentRequester() requester: Requester): Promise<Long> {
    return this.lookup.search(args, requester);
  }

  @Call('prov', 'createaccount', {
    summary: 'Create an account in a family; its user is invited to complete it',
    args: CreateAccountArgs,
    result: 'long',
    ...OF_A_CLIENT,
    writes: true,
    errors: [Errors.familyIdDoesNotExist, Errors.founderAlreadyExists, ...IDENTIFIER_ERRORS],
  })
  createAccount(
    @CallArgs() args: CreateAccountArgs,
    @CurrentRequester() requester: Requester,
  ): Promise<Long> {
    return this.accounts.create(args, requester);
  }

  @Call('prov', 'updateaccount', {
    summary: 'Change an account; what is not given stays',
    args: UpdateAccountArgs,
    result: 'long',
    ...OF_A_CLIENT,
    writes: true,
    errors: [
      Errors.accountDoesNotExist,
      Errors.familyIdDoesNotExist,
      Errors.founderAlreadyExists,
      Errors.tooManyAttempts,
      ...IDENTIFIER_ERRORS,
    ],
  })
  updateAccount(
    @CallArgs() args: UpdateAccountArgs,
    @CurrentRequester() requester: Requester,
  ): Promise<Long> {
    return this.accounts.update(args, requester);
  }

  @Call('prov', 'addaccount2family', {
    summary:
      'Add an account to a family, or change its member type there; or ask whoever has an identifier to join',
    args: AddMemberArgs,
    result: 'true',
    ...OF_A_CLIENT,
    writes: true,
    errors: [
      Errors.familyIdDoesNotExist,
      Errors.accountDoesNotExist,
      Errors.founderAlreadyExists,
      ...FORMAT_ERRORS,
    ],
  })
  async addToFamily(
    @CallArgs() args: AddMemberArgs,
    @CurrentRequester() requester: Requester,
  ): Promise<true> {
    await this.memberships.add(args, requester);
    return true;
  }

  @Call('prov', 'removeaccount2family', {
    summary: 'Take an account out of a family',
    args: MembershipArgs,
    result: 'true',
    ...OF_A_CLIENT,
    writes: true,
    errors: [Errors.familyIdDoesNotExist, Errors.accountDoesNotExist, Errors.founderAlreadyExists],
  })
  async removeFromFamily(
    @CallArgs() args: MembershipArgs,
    @CurrentRequester() requester: Requester,
  ): Promise<true> {
    await this.memberships.remove(args, requester);
    return true;
  }

  @Call('prov', 'deleteaccount', {
    summary: 'Delete an account with all that hangs on it; it leaves its families first',
    args: AccountIdArgs,
    result: 'true',
    ...OF_A_CLIENT,
    writes: true,
    errors: [Errors.accountDoesNotExist, Errors.familyIdDoesNotExist],
  })
  async deleteAccount(
    @CallArgs() args: AccountIdArgs,
    @CurrentRequester() requester: Requester,
  ): Promise<true> {
    await this.accounts.remove(args, requester);
    return true;
  }

  @Call('prov', 'getaccount', {
    summary: "An account's information",
    args: AccountIdArgs,
    result: AccountInformationView,
    ...OF_A_CLIENT,
    errors: [Errors.accountDoesNotExist, Errors.familyIdDoesNotExist],
  })
  getAccount(
    @CallArgs() args: AccountIdArgs,
    @CurrentRequester() requester: Requester,
  ): Promise<AccountInformationView> {
    return this.lookup.get(args, requester);
  }

  @Call('prov', 'listaccounts', {
    summary: 'List the accounts that the client may provision, page by page',
    args: ListArgs,
    result: AccountListingView,
    ...OF_A_CLIENT,
  })
  listAccounts(
    @CallArgs() args: ListArgs,
    @CurrentRequester() requester: Requester,
  ): Promise<AccountListingView> {
    return this.lists.accounts(args, requester);
  }
}
