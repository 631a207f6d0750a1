import { Call, CallArgs, raw, CurrentExchange } from '../../platform/operations/declare.js';
import { Calls } from '../../platform/operations/controllers.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { AssertionSignIn } from '../sso/assertion-sign-in.js';
import { ValidationTokens } from '../sso/validation-tokens.js';
import { isAssertion } from '../sso/vouchers.js';
import { AccessTokenView } from '../tokens/access-token.view.js';
import { CodeExchange } from '../tokens/code-exchange.js';
import { requireClient, requirePrivileged, requirePrivilegedItself } from '../tokens/require-client.js';
import { PasswordGrant } from './password/password.grant.js';
import { TokenAnswers } from './token-answers.js';
import { CodeTokenArgs, PasswordTokenArgs, ValidationTokenArgs } from './token-calls.args.js';

/** What these calls declare alike. */
const ISSUES = { result: raw(AccessTokenView), account: 'none', writes: true, needsHttps: true } as const;
const OF_PROOFS = [Errors.proofNotValid, Errors.proofNeedsNonce];

/** Tokens by the calls of the interface (§4.2); POST /token offers the same as grant types. */
@Calls({ client: 'credentials', account: 'none' })
export class TokenCallsController {
  constructor(
    private readonly passwords: PasswordGrant,
    private readonly codes: CodeExchange,
    private readonly validationTokens: ValidationTokens,
    private readonly assertions: AssertionSignIn,
    private readonly answers: TokenAnswers,
  ) {}

  @Call('log2', 'generateaccesstokenbypassword', {
    ...ISSUES,
    summary: "Exchange a user's password for tokens (privileged clients)",
    args: PasswordTokenArgs,
    errors: [Errors.clientNotPrivileged, Errors.credentialInvalid, ...OF_PROOFS],
  })
  generateByPassword(
    @CallArgs() { identifier, password, deviceId, tokenType }: PasswordTokenArgs,
    @CurrentExchange() exchange: Exchange,
  ): Promise<AccessTokenView> {
    const client = requirePrivileged(exchange.caller);
    return this.answers.issue(client, tokenType, exchange, (asked) =>
      this.passwords.signIn({ ...asked, identifier, password, deviceId, scope: null }),
    );
  }

  @Call('log2', 'generateaccesstokenbyauthorizationcode', {
    ...ISSUES,
    summary: 'Exchange an authorization code for tokens (third-party clients)',
    args: CodeTokenArgs,
    errors: [Errors.grantNotValid, ...OF_PROOFS],
  })
  generateByCode(
    @CallArgs() { code, tokenType, codeVerifier }: CodeTokenArgs,
    @CurrentExchange() exchange: Exchange,
  ): Promise<AccessTokenView> {
    const client = requireClient(exchange.caller);
    return this.answers.issue(client, tokenType, exchange, (asked) =>
      this.codes.redeem({ ...asked, code, codeVerifier: codeVerifier ?? null, redirectUri: null }),
    );
  }

  @Call('log2', 'generateaccesstokenbyvalidationtoken', {
    ...ISSUES,
    summary: "Exchange a validation token or a partner's assertion for tokens (privileged clients)",
    args: ValidationTokenArgs,
    errors: [Errors.clientNotPrivileged, Errors.credentialInvalid, Errors.accountNotLinked, ...OF_PROOFS],
  })
  generateByValidationToken(
    @CallArgs() { validationToken: token, tokenType, deviceId }: ValidationTokenArgs,
    @CurrentExchange() exchange: Exchange,
  ): Promise<AccessTokenView> {
    const client = requirePrivilegedItself(exchange.caller);
    const vouching = isAssertion(token) ? this.assertions : this.validationTokens;
    return this.answers.issue(client, tokenType, exchange, (asked) =>
      vouching.open({ ...asked, token, deviceId, scope: null }),
    );
  }
}
