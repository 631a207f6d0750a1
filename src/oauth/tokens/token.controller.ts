import type { Caller } from '../../platform/operations/caller.js';
import { Calls } from '../../platform/operations/controllers.js';
import {
  CallArgs,
  CurrentAddress,
  CurrentCaller,
  CurrentExchange,
  Endpoint,
  raw,
} from '../../platform/operations/declare.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import type { SignedAnswer } from '../../platform/operations/signed-answer.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { IntrospectionView } from './introspection.view.js';
import { IntrospectArgs, RevokeArgs } from './token.args.js';
import { requireClient } from './require-client.js';
import { SIGNED_INTROSPECTION, TokenIntrospection } from './token-introspection.js';
import { TokenRevoker } from './token-revoker.js';

/** Introspection (RFC 7662) and revocation (RFC 7009). */
@Calls({ client: 'credentials', account: 'none' })
export class TokenController {
  constructor(
    private readonly revoker: TokenRevoker,
    private readonly introspection: TokenIntrospection,
  ) {}

  @Endpoint('/introspect', {
    name: 'oauth2introspect',
    summary:
      'Whether a token is active, whose it is and what it is for (RFC 7662); by Accept as a JWT (RFC 9701)',
    args: IntrospectArgs,
    result: raw(IntrospectionView, 200, SIGNED_INTROSPECTION),
  })
  introspect(
    @CallArgs() { token }: IntrospectArgs,
    @CurrentExchange() { caller, headers }: Exchange,
  ): Promise<IntrospectionView | SignedAnswer> {
    return this.introspection.introspect(caller, token, headers.accept);
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
