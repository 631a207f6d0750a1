import { CallArgs, Endpoint, raw } from '../../platform/operations/declare.js';
import { Calls } from '../../platform/operations/controllers.js';
import { CurrentExchange } from '../../platform/operations/current-exchange.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { AccessTokenView } from '../tokens/access-token.view.js';
import { GRANT_DECLARATIONS } from './grant-types.js';
import { TokenAnswers } from './token-answers.js';
import { ANY_GRANT, type TokenEndpointArgs } from './token-endpoint.args.js';
import { TokenEndpoint } from './token-endpoint.js';

/** The token endpoint of OAuth 2.0. */
@Calls({ client: 'credentials', account: 'none' })
export class TokenEndpointController {
  constructor(
    private readonly endpoint: TokenEndpoint,
    private readonly answers: TokenAnswers,
  ) {}

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
}
