import { Call, CallArgs, raw } from '../../platform/operations/declare.js';
import { Calls } from '../../platform/operations/controllers.js';
import { CurrentExchange } from '../../platform/operations/current-exchange.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { DpopRequests } from '../dpop/dpop-requests.js';
import { PasswordGrant } from './password/password.grant.js';
import { AccessTokenView } from '../tokens/access-token.view.js';
import { CodeExchange } from '../tokens/code-exchange.js';
import { CodeTokenArgs } from './code-token.args.js';
import { PasswordTokenArgs } from './password-token.args.js';
import { requireClient, requirePrivileged } from '../tokens/require-client.js';
import { TokenAnswers } from './token-answers.js';

/** Tokens by the calls of the interface (§4.2); POST /token offers the same as grant types. */
@Calls({ client: 'credentials', account: 'none' })
export class TokenCallsController {
  constructor(
    private readonly passwords: PasswordGrant,
    private readonly codes: CodeExchange,
    private readonly answers: TokenAnswers,
    private readonly proofs: DpopRequests,
  ) {}

  @Call('log2', 'generateaccesstokenbypassword', {
    summary: "Exchange a user's password for tokens (privileged clients)",
    args: PasswordTokenArgs,
    result: raw(AccessTokenView),
    account: 'none',
    writes: true,
    needsHttps: true,
    errors: [
      Errors.clientNotPrivileged,
      Errors.credentialInvalid,
      Errors.proofNotValid,
      Errors.proofNeedsNonce,
    ],
  })
  async generateByPassword(
    @CallArgs() args: PasswordTokenArgs,
    @CurrentExchange() exchange: Exchange,
  ): Promise<AccessTokenView> {
    const client = requirePrivileged(exchange.caller);
    const { identifier, password, deviceId } = args;
    const tokenType = args.tokenType === 'Mac' ? 'mac' : 'bearer';
    const tokens = await this.passwords.signIn({
      client,
      identifier,
      password,
      tokenType,
      thumbprint: await this.proofs.keyOf(exchange, client, tokenType),
      deviceId,
      scope: null,
      address: exchange.origin.address,
    });
    return this.answers.of(client, tokens);
  }

  @Call('log2', 'generateaccesstokenbyauthorizationcode', {
    summary: 'Exchange an authorization code for tokens (third-party clients)',
    args: CodeTokenArgs,
    result: raw(AccessTokenView),
    account: 'none',
    writes: true,
    needsHttps: true,
    errors: [Errors.grantNotValid, Errors.proofNotValid, Errors.proofNeedsNonce],
  })
  async generateByCode(
    @CallArgs() { code, tokenType, codeVerifier }: CodeTokenArgs,
    @CurrentExchange() exchange: Exchange,
  ): Promise<AccessTokenView> {
    const client = requireClient(exchange.caller);
    const type = tokenType === 'Mac' ? 'mac' : 'bearer';
    const tokens = await this.codes.redeem({
      client,
      code,
      tokenType: type,
      thumbprint: await this.proofs.keyOf(exchange, client, type),
      redirectUri: null,
      codeVerifier: codeVerifier ?? null,
      address: exchange.origin.address,
    });
    return this.answers.of(client, tokens);
  }
}
