import type { Caller } from '../../platform/operations/caller.js';
import { Calls } from '../../platform/operations/controllers.js';
import { Call, CallArgs, CurrentAddress, CurrentCaller, raw } from '../../platform/operations/declare.js';
import { CurrentExchange } from '../../platform/operations/current-exchange.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock } from '../../platform/security/clock.js';
import { DpopRequests } from '../dpop/dpop-requests.js';
import { AccessTokenView, toAccessTokenView } from '../tokens/access-token.view.js';
import { requirePrivilegedItself } from '../tokens/require-client.js';
import { AssertionSignIn } from './assertion-sign-in.js';
import { ValidationTokenSignIn } from './validation-token-sign-in.js';
import { CreateValidationTokenArgs, ValidationTokenArgs } from './validation-token.args.js';
import { ValidationTokens } from './validation-tokens.js';
import { isAssertion } from './vouchers.js';

/** Single sign-on by the calls of the interface; POST /token offers the same as grant types. */
@Calls({ client: 'credentials', account: 'none' })
export class SingleSignOnController {
  constructor(
    private readonly validationTokens: ValidationTokens,
    private readonly byValidationToken: ValidationTokenSignIn,
    private readonly byAssertion: AssertionSignIn,
    private readonly clock: Clock,
    private readonly proofs: DpopRequests,
  ) {}

  @Call('log2', 'createvalidationtoken', {
    summary: 'A single-use token that vouches for the account with an identifier (privileged clients)',
    args: CreateValidationTokenArgs,
    result: 'text',
    account: 'none',
    writes: true,
    needsHttps: true,
    errors: [Errors.clientNotPrivileged, Errors.identifierUnknown],
  })
  create(
    @CallArgs() { identifier, audience }: CreateValidationTokenArgs,
    @CurrentCaller() caller: Caller,
    @CurrentAddress() address: string,
  ): Promise<string> {
    const client = requirePrivilegedItself(caller);
    return this.validationTokens.mint(client, { identifier, audience: audience ?? null, address });
  }

  @Call('log2', 'generateaccesstokenbyvalidationtoken', {
    summary: "Exchange a validation token or a partner's assertion for tokens (privileged clients)",
    args: ValidationTokenArgs,
    result: raw(AccessTokenView),
    account: 'none',
    writes: true,
    needsHttps: true,
    errors: [
      Errors.clientNotPrivileged,
      Errors.credentialInvalid,
      Errors.accountNotLinked,
      Errors.proofNotValid,
      Errors.proofNeedsNonce,
    ],
  })
  async generate(
    @CallArgs() args: ValidationTokenArgs,
    @CurrentExchange() exchange: Exchange,
  ): Promise<AccessTokenView> {
    const client = requirePrivilegedItself(exchange.caller);
    const { validationToken: token, deviceId } = args;
    const tokenType = args.tokenType === 'Mac' ? 'mac' : 'bearer';
    const thumbprint = await this.proofs.keyOf(exchange, client, tokenType);
    const { address } = exchange.origin;
    const voucher = { client, token, tokenType, thumbprint, deviceId, scope: null, address } as const;
    const tokens = isAssertion(token)
      ? await this.byAssertion.open(voucher)
      : await this.byValidationToken.open(voucher);
    return toAccessTokenView(tokens, this.clock.millis());
  }
}
