import { requireGiven } from '../../platform/operations/args.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { DpopRequests } from '../dpop/dpop-requests.js';
import { tokenTypeOf, type ScopeArgs, type TokenTypeArgs } from './shared.args.js';
import type { IssuedTokens } from '../tokens/access-token.view.js';
import { grantDeclarationOf, type Grant, type GrantDeclaration } from './grant-type.js';
import { GRANT_NAMES } from './grant-types.js';
import { isThisServer } from '../tokens/target.js';
import type { TokenEndpointArgs } from './token-endpoint.args.js';

interface Exchanged {
  readonly client: CallerClient;
  readonly tokens: IssuedTokens;
}

/** POST /token: passes each request to its grant type, once the client may use it and no parameter is missing (D62). */
export class TokenEndpoint {
  private readonly grants: ReadonlyMap<string, { readonly grant: Grant } & GrantDeclaration>;

  constructor(
    private readonly proofs: DpopRequests,
    private readonly publicUrl: string,
    grants: readonly Grant[],
  ) {
    const declared = grants.map((grant) => ({ grant, ...grantDeclarationOf(grant.constructor) }));
    this.grants = new Map(declared.map((one) => [one.name, one]));
  }

  async exchange(args: TokenEndpointArgs, exchange: Exchange): Promise<Exchanged> {
    const found = this.grants.get(args.grantType);
    if (!found) {
      const message = `grant_type must be one of ${GRANT_NAMES.join(', ')}.`;
      throw new CallError(Errors.grantTypeNotSupported, {}, { message });
    }
    const client = found.requireClient(exchange.caller);
    requireGiven(found.parameters, args);
    const { resource } = args as Partial<ScopeArgs>;
    if (resource !== undefined && !isThisServer(resource, this.publicUrl))
      throw new CallError(Errors.targetNotValid);
    const proven = this.proofs.keyOf(exchange, client, tokenTypeOf(args as Partial<TokenTypeArgs>));
    const thumbprint = proven instanceof Promise ? await proven : proven;
    const { address } = exchange.origin;
    return { client, tokens: await found.grant.exchange({ client, args, thumbprint, address }) };
  }
}
