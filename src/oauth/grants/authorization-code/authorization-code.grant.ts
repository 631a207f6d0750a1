import { withAsciiHost } from '../../../platform/checks/address.js';
import { Errors } from '../../../platform/errors/catalogue.js';
import type { IssuedTokens } from '../../tokens/access-token.view.js';
import { CodeExchange } from '../../tokens/code-exchange.js';
import { requireClient } from '../../tokens/require-client.js';
import { GrantType, type Grant, type TokenRequest } from '../grant-type.js';
import { tokenTypeOf } from '../shared.args.js';
import { AuthorizationCodeArgs } from './authorization-code.args.js';

/** RFC 6749 §4.1.3, with the redirect_uri of the authorization request. */
@GrantType({
  name: 'authorization_code',
  parameters: AuthorizationCodeArgs,
  requireClient,
  errors: [Errors.grantNotValid],
})
export class AuthorizationCodeGrant implements Grant<AuthorizationCodeArgs> {
  constructor(private readonly codes: CodeExchange) {}

  exchange({ args, ...request }: TokenRequest<AuthorizationCodeArgs>): Promise<IssuedTokens> {
    const { code, codeVerifier = null } = args;
    const redirectUri = withAsciiHost(args.redirectUri); // as the authorization kept it
    return this.codes.redeem({ ...request, code, redirectUri, codeVerifier, tokenType: tokenTypeOf(args) });
  }
}
