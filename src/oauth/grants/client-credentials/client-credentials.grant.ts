import type { Caller, CallerClient } from '../../../platform/operations/caller.js';
import { CallError } from '../../../platform/errors/call-error.js';
import { Errors } from '../../../platform/errors/catalogue.js';
import type { IssuedTokens } from '../../tokens/access-token.view.js';
import { requireClient } from '../../tokens/require-client.js';
import { OwnTokens } from '../../tokens/own-tokens.js';
import { GrantType, type Grant, type TokenRequest } from '../grant-type.js';
import { requestedScope } from '../../tokens/requested-scope.js';
import { TokenTypeArgs, tokenTypeOf } from '../shared.args.js';

const NAME = 'client_credentials';

/** A token of the client itself (RFC 6749 §4.4). */
@GrantType({
  name: NAME,
  parameters: TokenTypeArgs,
  requireClient: requireSecret,
  errors: [Errors.scopeNotValid],
})
export class ClientCredentialsGrant implements Grant<TokenTypeArgs> {
  constructor(private readonly tokens: OwnTokens) {}

  exchange({ client, args, thumbprint, address }: TokenRequest<TokenTypeArgs>): Promise<IssuedTokens> {
    const tokenType = tokenTypeOf(args);
    return this.tokens.issue({
      client,
      tokenType,
      thumbprint,
      scope: requestedScope(client, args.scope),
      grantType: NAME,
      address,
    });
  }
}

function requireSecret(caller: Caller): CallerClient {
  const client = requireClient(caller);
  if (caller.scheme !== 'public') return client;
  const message = 'client_credentials needs a client that authenticates with a secret.';
  throw new CallError(Errors.callNotAllowed, {}, { message });
}
