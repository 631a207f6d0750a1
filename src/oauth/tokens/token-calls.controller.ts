import type { Caller } from '../../platform/operations/caller.js';
import {
  Call,
  CallArgs,
  Calls,
  CurrentAddress,
  CurrentCaller,
  raw,
} from '../../platform/operations/declare.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { PasswordGrant } from '../grants/password/password.grant.js';
import { AccessTokenView } from './access-token.view.js';
import { CodeExchange } from './code-exchange.js';
import { CodeTokenArgs } from './code-token.args.js';
import { PasswordTokenArgs } from './password-token.args.js';
import { requireClient, requirePrivileged } from './require-client.js';
import { TokenAnswers } from './token-answers.js';

/** Tokens by the calls of the interface (§4.2); POST /token offers the same as grant types. */
@Calls()
export class TokenCallsController {
  constructor(
    private readonly passwords: PasswordGrant,
    private readonly codes: CodeExchange,
    private readonly answers: TokenAnswers,
  ) {}

  @Call('log2', 'generateaccesstokenbypassword', {
    summary: "Exchange a user's password for tokens (privileged clients)",
    args: PasswordTokenArgs,
    result: raw(AccessTokenView),
    account: 'none',
    writes: true,
    needsHttps: true,
    errors: [Errors.clientNotPrivileged, Errors.credentialInvalid],
  })
  async generateByPassword(
    @CallArgs() args: PasswordTokenArgs,
    @CurrentCaller() caller: Caller,
    @CurrentAddress() address: string,
  ): Promise<AccessTokenView> {
    const client = requirePrivileged(caller);
    const { identifier, password, deviceId } = args;
    const tokenType = args.tokenType === 'Mac' ? 'mac' : 'bearer';
    const tokens = await this.passwords.signIn({
      client,
      identifier,
      password,
      tokenType,
      deviceId,
      scope: null,
      address,
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
    errors: [Errors.grantNotValid],
  })
  async generateByCode(
    @CallArgs() { code, tokenType, codeVerifier }: CodeTokenArgs,
    @CurrentCaller() caller: Caller,
    @CurrentAddress() address: string,
  ): Promise<AccessTokenView> {
    const client = requireClient(caller);
    const tokens = await this.codes.redeem({
      client,
      code,
      tokenType: tokenType === 'Mac' ? 'mac' : 'bearer',
      redirectUri: null,
      codeVerifier: codeVerifier ?? null,
      address,
    });
    return this.answers.of(client, tokens);
  }
}
