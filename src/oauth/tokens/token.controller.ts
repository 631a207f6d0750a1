import type { Caller } from '../../platform/operations/caller.js';
import {
  CallArgs,
  Calls,
  CurrentAddress,
  CurrentCaller,
  Endpoint,
  raw,
} from '../../platform/operations/declare.js';
import { CurrentExchange } from '../../platform/operations/current-exchange.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { AccessTokenView } from './access-token.view.js';
import { Introspection } from './introspection.js';
import { IntrospectionView } from './introspection.view.js';
import { GRANT_DECLARATIONS } from '../grants/grant-types.js';
import { ANY_GRANT, IntrospectArgs, RevokeArgs, type TokenEndpointArgs } from './token-endpoint.args.js';
import { requireClient } from './require-client.js';
import { TokenAnswers } from '../grants/token-answers.js';
import { TokenEndpoint } from '../grants/token-endpoint.js';
import { TokenRevoker } from './token-revoker.js';

/** The token endpoints of OAuth 2.0. */
@Calls()
export class TokenController {
  constructor(
    private readonly endpoint: TokenEndpoint,
    private readonly revoker: TokenRevoker,
    private readonly introspection: Introspection,
    private readonly answers: TokenAnswers,
  ) {}

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
    errors: [
      Errors.grantTypeNotSupported,
      Errors.targetNotValid,
      Errors.proofNotValid,
      Errors.proofNeedsNonce,
      ...new Set(GRANT_DECLARATIONS.flatMap(({ errors }) => errors)),
    ],
  })
  async token(
    @CallArgs() args: TokenEndpointArgs,
    @CurrentExchange() exchange: Exchange,
  ): Promise<AccessTokenView> {
    const { client, tokens } = await this.endpoint.exchange(args, exchange);
    return this.answers.of(client, tokens);
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
