import type { Caller } from '../../contract/caller.js';
import { Calls, CurrentCaller, Endpoint, raw } from '../../contract/declare.js';
import { CallError } from '../../errors/call-error.js';
import { Errors } from '../../errors/catalogue.js';
import { AccountInformationService } from '../../families/account-information.service.js';
import { hasScope } from '../scope.js';
import { UserInfoView } from './user-info.view.js';

@Calls()
export class UserInfoController {
  constructor(private readonly information: AccountInformationService) {}

  @Endpoint('/userinfo', {
    name: 'oauth2userinfo',
    summary: 'Who the access token is for (OpenID Connect Core §5.3)',
    result: raw(UserInfoView),
    forTokens: true,
  })
  async userInfo(@CurrentCaller() caller: Caller): Promise<UserInfoView> {
    const account = await this.information.findOwn(caller);
    const { scope } = caller;
    if (!account) throw new CallError(Errors.accessTokenInvalid);
    const view: UserInfoView = { sub: account.accountId };
    if (hasScope(scope, 'profile')) view.name = account.name;
    const email = account.identifiers.find(({ type }) => type === 'Email');
    if (hasScope(scope, 'email') && email) {
      view.email = email.value;
      view.email_verified = email.validated === 'true';
    }
    return view;
  }
}
