import type { Caller, CallerClient } from '../../../platform/operations/caller.js';
import { CallError } from '../../../platform/errors/call-error.js';
import { Errors } from '../../../platform/errors/catalogue.js';
import type { IssuedTokens } from '../../tokens/access-token.view.js';
import { requireClient } from '../../tokens/require-client.js';
import { isDocumentUrl } from '../../clients/document-url.js';
import { OwnTokens } from '../../tokens/own-tokens.js';
import { GrantType, type Grant, type TokenRequest } from '../grant-type.js';
import { HERE, requestedScope } from '../../tokens/target.js';
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

  exchange({ args, target: asked, ...request }: TokenRequest<TokenTypeArgs>): Promise<IssuedTokens> {
    const tokenType = tokenTypeOf(args);
    const target = asked ?? HERE;
    const scope = requestedScope(request.client, args.scope, target);
    return this.tokens.issue({ ...request, tokenType, scope, target, grantType: NAME });
  }
}

function requireSecret(caller: Caller): CallerClient {
  const client = requireClient(caller);
  const isRegistered = !isDocumentUrl(client.clientId);
  if (caller.scheme !== 'public' && isRegistered) return client;
  const message = isRegistered
    ? 'client_credentials needs a client that authenticates with a secret.'
    : 'An application that nobody registered acts for accounts alone: use authorization_code.';
  throw new CallError(Errors.callNotAllowed, {}, { message });
}
