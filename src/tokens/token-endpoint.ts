import { Injectable } from '@nestjs/common';
import { PasswordVerifier } from '../accounts/password-verifier.js';
import type { Caller, CallerClient } from '../contract/caller.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { CodeExchange } from './code-exchange.js';
import type { IssuedTokens } from './access-token.view.js';
import { tokenTypeOf, type TokenEndpointArgs } from './token-endpoint.args.js';
import { allGiven, requireClient, requirePrivileged } from './required.js';
import { JWT_BEARER, TOKEN_EXCHANGE, TokenExchange } from './sso/token-exchange.js';
import { TokenIssuer } from './token-issuer.js';
import { TokenRefresher } from './token-refresher.js';

type Grant = (
  caller: Caller,
  client: CallerClient,
  args: TokenEndpointArgs,
  address: string,
) => Promise<IssuedTokens>;

/** Grant types of POST /token (D62). */
export const GRANT_TYPES = [
  'authorization_code',
  'refresh_token',
  'password',
  'client_credentials',
  TOKEN_EXCHANGE,
  JWT_BEARER,
] as const;

/** What each grant type of POST /token asks for and does. */
@Injectable()
export class TokenEndpoint {
  private readonly grants: Readonly<Record<(typeof GRANT_TYPES)[number], Grant>> = {
    refresh_token: (_caller, client, args, address) =>
      this.refresher.refresh(client, allGiven({ refresh_token: args.refreshToken })[0], address),
    password: (caller, client, args, address) => this.password(caller, client, args, address),
    authorization_code: (_caller, client, args, address) => this.authorizationCode(client, args, address),
    client_credentials: (caller, client, args, address) =>
      this.clientCredentials(caller, client, args, address),
    [TOKEN_EXCHANGE]: (caller, _client, args, address) => this.vouchers.exchange(caller, args, address),
    [JWT_BEARER]: (caller, _client, args, address) => this.vouchers.byAssertion(caller, args, address),
  };

  constructor(
    private readonly issuer: TokenIssuer,
    private readonly refresher: TokenRefresher,
    private readonly passwords: PasswordVerifier,
    private readonly codes: CodeExchange,
    private readonly vouchers: TokenExchange,
  ) {}

  exchange(caller: Caller, args: TokenEndpointArgs, address: string): Promise<IssuedTokens> {
    const grant = GRANT_TYPES.find((type) => type === args.grantType);
    if (!grant) {
      const message = `grant_type must be one of ${GRANT_TYPES.join(', ')}.`;
      throw new CallError(Errors.grantTypeNotSupported, {}, { message });
    }
    return this.grants[grant](caller, requireClient(caller), args, address);
  }

  /** RFC 6749 §4.1.3, with the redirect_uri of the authorization request. */
  private authorizationCode(
    client: CallerClient,
    args: TokenEndpointArgs,
    address: string,
  ): Promise<IssuedTokens> {
    const [code, redirectUri] = allGiven({ code: args.code, redirect_uri: args.redirectUri });
    const codeVerifier = args.codeVerifier ?? null;
    const tokenType = tokenTypeOf(args);
    return this.codes.redeem({ client, code, redirectUri, codeVerifier, tokenType, address });
  }

  private async password(
    caller: Caller,
    client: CallerClient,
    args: TokenEndpointArgs,
    address: string,
  ): Promise<IssuedTokens> {
    requirePrivileged(caller);
    const [identifier, password] = allGiven({ username: args.username, password: args.password });
    const accountId = await this.passwords.verify({
      identifier,
      password,
      address,
      clientId: client.clientId,
    });
    const deviceId = args.deviceId ?? null;
    return this.issuer.issue({
      client,
      accountId,
      tokenType: tokenTypeOf(args),
      deviceId,
      grantType: 'password',
      address,
    });
  }

  private clientCredentials(
    caller: Caller,
    client: CallerClient,
    args: TokenEndpointArgs,
    address: string,
  ): Promise<IssuedTokens> {
    if (caller.scheme === 'public') {
      const message = 'client_credentials needs a client that authenticates with a secret.';
      throw new CallError(Errors.callNotAllowed, {}, { message });
    }
    return this.issuer.issue({
      client,
      accountId: null,
      tokenType: tokenTypeOf(args),
      deviceId: null,
      grantType: 'client_credentials',
      address,
    });
  }
}
