import { Inject } from '@nestjs/common';
import { requireGiven } from '../../platform/operations/args.js';
import { CallError } from '../../platform/errors/call-error.js';
import { CallArgs, CurrentExchange, Endpoint, raw } from '../../platform/operations/declare.js';
import { Calls } from '../../platform/operations/controllers.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { AccessTokenView } from '../tokens/access-token.view.js';
import { DpopRequests } from '../dpop/dpop-requests.js';
import { isForOthers } from '../tokens/target.js';
import { Targets } from '../tokens/targets.js';
import { grantDeclarationOf, type Grant, type GrantDeclaration } from './grant-type.js';
import { GRANT_DECLARATIONS, GRANT_NAMES, GRANT_INSTANCES } from './grant-types.js';
import { tokenTypeOf, type ScopeArgs, type TokenTypeArgs } from './shared.args.js';
import { TokenAnswers } from './token-answers.js';
import { ANY_GRANT, type TokenEndpointArgs } from './token-endpoint.args.js';

const NO_MAC = 'Tokens for a resource are Bearer or DPoP: leave out token_type.';

type Named = Partial<ScopeArgs> & { readonly audience?: string };

/** What a request says that its tokens are for. */
function namedBy(
  { resource = [], audience }: Named,
  { takesAudience }: Pick<GrantDeclaration, 'takesAudience'>,
): readonly string[] {
  return takesAudience && audience !== undefined ? [...resource, audience] : resource;
}

/** POST /token: passes each request to its grant type, once the client may use it and no parameter is missing (D62). */
@Calls({ client: 'credentials', account: 'none' })
export class TokenEndpointController {
  private readonly grants: ReadonlyMap<string, { readonly grant: Grant } & GrantDeclaration>;

  constructor(
    @Inject(GRANT_INSTANCES) grants: readonly Grant[],
    private readonly answers: TokenAnswers,
    private readonly proofs: DpopRequests,
    private readonly targets: Targets,
  ) {
    const declared = grants.map((grant) => ({ grant, ...grantDeclarationOf(grant.constructor) }));
    this.grants = new Map(declared.map((one) => [one.name, one]));
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
    const found = this.grants.get(args.grantType);
    if (!found) {
      const message = `grant_type must be one of ${GRANT_NAMES.join(', ')}.`;
      throw new CallError(Errors.grantTypeNotSupported, {}, { message });
    }
    const client = found.requireClient(exchange.caller);
    requireGiven(found.parameters, args);
    const named = namedBy(args as Named, found);
    const target = named.length === 0 ? null : await this.targets.read(client, named);
    const tokenType = tokenTypeOf(args as Partial<TokenTypeArgs>);
    if (target && isForOthers(target) && tokenType === 'mac')
      throw new CallError(Errors.targetNotValid, {}, { message: NO_MAC });
    const proven = this.proofs.keyOf(exchange, client, tokenType);
    const thumbprint = proven instanceof Promise ? await proven : proven;
    const { address } = exchange.origin;
    return this.answers.of(client, await found.grant.exchange({ client, args, target, thumbprint, address }));
  }
}
