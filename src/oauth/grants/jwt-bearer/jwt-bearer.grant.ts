import { Errors } from '../../../platform/errors/catalogue.js';
import type { IssuedTokens } from '../../tokens/access-token.view.js';
import { requirePrivilegedItself } from '../../tokens/require-client.js';
import { AssertionSignIn } from '../../sso/assertion-sign-in.js';
import { GrantType, type Grant, type TokenRequest } from '../grant-type.js';
import { voucherOf } from '../voucher-of.js';
import { JwtBearerArgs } from './jwt-bearer.args.js';

/** RFC 7523 §2.1 (D116). */
@GrantType({
  name: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
  parameters: JwtBearerArgs,
  requireClient: requirePrivilegedItself,
  errors: [
    Errors.clientNotPrivileged,
    Errors.credentialInvalid,
    Errors.accountNotLinked,
    Errors.scopeNotValid,
  ],
  issuesAs: ['assertion'],
})
export class JwtBearerGrant implements Grant<JwtBearerArgs> {
  constructor(private readonly signIn: AssertionSignIn) {}

  exchange(request: TokenRequest<JwtBearerArgs>): Promise<IssuedTokens> {
    return this.signIn.open(voucherOf(request, request.args.assertion));
  }
}
