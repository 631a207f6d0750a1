import type { Caller } from '../../platform/operations/caller.js';
import { Calls } from '../../platform/operations/controllers.js';
import { CurrentCaller, Endpoint, raw } from '../../platform/operations/declare.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { hasScope, insufficientScope } from '../tokens/scope.js';
import { UserClaimsReader } from './user-claims.js';
import { UserInfoArgs } from './user-info.args.js';
import { UserInfoView } from './user-info.view.js';

@Calls({ client: 'credentials', account: 'required' })
export class UserInfoController {
  constructor(private readonly claims: UserClaimsReader) {}

  @Endpoint('/userinfo', {
    name: 'oauth2userinfo',
    summary: 'Who the access token is for (OpenID Connect Core §5.3)',
    args: UserInfoArgs,
    result: raw(UserInfoView),
    forTokens: true,
    errors: [Errors.scopeInsufficient],
  })
  async userInfo(@CurrentCaller() caller: Caller): Promise<UserInfoView> {
    const { scope, scheme, accountId } = caller;
    // A token without a scope may make the calls of its ruleset, but did not ask for OpenID Connect (D102).
    if (!hasScope(scope, 'openid')) throw insufficientScope(scheme, 'oauth2userinfo');
    const claims = accountId && (await this.claims.ofToken(caller, accountId));
    if (!claims) throw new CallError(Errors.accessTokenInvalid);
    return { sub: accountId, ...claims };
  }
}
