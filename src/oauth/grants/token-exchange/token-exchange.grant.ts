import { CallError } from '../../../platform/errors/call-error.js';
import { Errors } from '../../../platform/errors/catalogue.js';
import type { IssuedTokens } from '../../tokens/access-token.view.js';
import { requirePrivilegedItself } from '../../tokens/require-client.js';
import { AssertionSignIn } from '../../sso/assertion-sign-in.js';
import { ValidationTokens } from '../../sso/validation-tokens.js';
import { ACCESS_TOKEN_TYPE, JWT_TYPE, VALIDATION_TOKEN_TYPE, type Voucher } from '../../sso/vouchers.js';
import { GrantType, type Grant, type TokenRequest } from '../grant-type.js';
import { voucherOf } from '../voucher-of.js';
import { TokenExchangeArgs } from './token-exchange.args.js';

/** RFC 8693 §2 (D116). */
@GrantType({
  name: 'urn:ietf:params:oauth:grant-type:token-exchange',
  parameters: TokenExchangeArgs,
  takesAudience: true,
  requireClient: requirePrivilegedItself,
  errors: [
    Errors.clientNotPrivileged,
    Errors.credentialInvalid,
    Errors.accountNotLinked,
    Errors.scopeNotValid,
  ],
  issuesAs: ['validation-token', 'assertion'],
})
export class TokenExchangeGrant implements Grant<TokenExchangeArgs> {
  constructor(
    private readonly validationTokens: ValidationTokens,
    private readonly assertions: AssertionSignIn,
  ) {}

  async exchange(request: TokenRequest<TokenExchangeArgs>): Promise<IssuedTokens> {
    const { subjectToken, subjectTokenType } = request.args;
    this.requirePossible(request.args);
    const tokens = await this.byType(subjectTokenType, voucherOf(request, subjectToken));
    return { ...tokens, issuedTokenType: ACCESS_TOKEN_TYPE };
  }

  private byType(type: string, voucher: Voucher): Promise<IssuedTokens> {
    if (type === VALIDATION_TOKEN_TYPE) return this.validationTokens.open(voucher);
    if (type === JWT_TYPE) return this.assertions.open(voucher);
    throw wrong(`subject_token_type must be ${VALIDATION_TOKEN_TYPE} or ${JWT_TYPE}.`);
  }

  private requirePossible({ requestedTokenType, actorToken }: TokenExchangeArgs): void {
    if (actorToken !== undefined) throw wrong('actor_token is not supported: leave it out.');
    if (requestedTokenType !== undefined && requestedTokenType !== ACCESS_TOKEN_TYPE)
      throw wrong(`requested_token_type must be ${ACCESS_TOKEN_TYPE}.`);
  }
}

function wrong(message: string): CallError {
  return new CallError(Errors.invalidParameter, {}, { message });
}
