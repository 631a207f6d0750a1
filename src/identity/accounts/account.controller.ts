import type { Caller } from '../../platform/operations/caller.js';
import { Calls } from '../../platform/operations/controllers.js';
import { Call, CurrentCaller } from '../../platform/operations/declare.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { AccountInformationService } from './account-information.service.js';
import { AccountInformationView } from './account-information.view.js';

@Calls({ client: 'credentials', account: 'required' })
export class AccountController {
  constructor(private readonly information: AccountInformationService) {}

  @Call('acc', 'getloggedaccount', {
    summary: "The caller's own account information (D33)",
    result: AccountInformationView,
    account: 'required',
  })
  async getLoggedAccount(@CurrentCaller() caller: Caller): Promise<AccountInformationView> {
    const found = await this.information.findOwn(caller);
    // The account was deleted after the token was checked.
    if (!found) throw new CallError(Errors.accessTokenInvalid, { accountId: caller.accountId });
    return found;
  }
}
