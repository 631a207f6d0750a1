import type { Caller } from '../../platform/operations/caller.js';
import {
  Call,
  CallArgs,
  Calls,
  CurrentAddress,
  CurrentCaller,
  Endpoint,
  raw,
} from '../../platform/operations/declare.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock } from '../../platform/security/clock.js';
import { AccessTokenView, toAccessTokenView } from './access-token.view.js';
import { PasswordTokenArgs } from './password-token.args.js';
import { CodeExchange } from './code-exchange.js';
import { CodeTokenArgs } from './code-token.args.js';
import { Introspection } from './introspection.js';
import { IntrospectionView } from './introspection.view.js';
import { GRANT_DECLARATIONS } from '../grants/grant-types.js';
import { PasswordGrant } from '../grants/password/password.grant.js';
import { ANY_GRANT, IntrospectArgs, RevokeArgs, type TokenEndpointArgs } from './token-endpoint.args.js';
import { requireClient, requirePrivileged } from './require-client.js';
import { TokenEndpoint } from './token-endpoint.js';
import { TokenRevoker } from './token-revoker.js';

@Calls()
export class TokenController {
  constructor(
    private readonly endpoint: TokenEndpoint,
    private readonly revoker: TokenRevoker,
    private readonly passwords: PasswordGrant,
    private readonly codes: CodeExchange,
    private readonly introspection: Introspection,
    private readonly clock: Clock,
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
      address,
    });
    return toAccessTokenView(tokens, this.clock.millis());
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
    const tokens = await this.codes.redeem({
      client: requireClient(caller),
      code,
      tokenType: tokenType === 'Mac' ? 'mac' : 'bearer',
      redirectUri: null,
      codeVerifier: codeVerifier ?? null,
      address,
    });
    return toAccessTokenView(tokens, this.clock.millis());
  }

  @Endpoint('/introspect', {
    name: 'oauth2introspect',
    summary: 'Whether a token is active, whose it is and what it is for (RFC 7662)',
    args: IntrospectArgs,
    result: raw(IntrospectionView),
  })
  introspect(
    @CallArgs() { token }: IntrospectArgs,
    @CurrentCaller() caller: Caller,
  ): Promise<IntrospectionView> {
    return this.introspection.look(caller, token);
  }

  @Endpoint('/token', {
    name: 'oauth2token',
    summary: 'Tokens for what grant_type says (RFC 6749 §4)',
    args: ANY_GRANT,
    result: raw(AccessTokenView),
    writes: true,
    errors: [Errors.grantTypeNotSupported, ...new Set(GRANT_DECLARATIONS.flatMap(({ errors }) => errors))],
  })
  async token(
    @CallArgs() args: TokenEndpointArgs,
    @CurrentCaller() caller: Caller,
    @CurrentAddress() address: string,
  ): Promise<AccessTokenView> {
    return toAccessTokenView(await this.endpoint.exchange(caller, args, address), this.clock.millis());
  }

  @Endpoint('/revoke', {
    name: 'oauth2revoke',
    summary: 'End an access token, or a refresh token with its whole grant (RFC 7009)',
    args: RevokeArgs,
    result: { kind: 'empty' },
    writes: true,
    errors: [Errors.grantNotValid],
  })
  async revoke(
    @CallArgs() args: RevokeArgs,
    @CurrentCaller() caller: Caller,
    @CurrentAddress() address: string,
  ): Promise<void> {
    await this.revoker.revoke(requireClient(caller), args.token, address);
  }
}
