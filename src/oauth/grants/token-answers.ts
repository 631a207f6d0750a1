import { Injectable } from '@nestjs/common';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { followUp } from '../../platform/errors/outcome.js';
import { Clock } from '../../platform/security/clock.js';
import { DpopRequests } from '../dpop/dpop-requests.js';
import { IdTokens } from '../oidc/id-tokens.js';
import { UserClaimsReader } from '../oidc/user-claims.js';
import { toAccessTokenView, type AccessTokenView, type IssuedTokens } from '../tokens/access-token.view.js';
import { JwtAccessTokens } from '../tokens/jwt-access-tokens.js';
import { hasScope } from '../tokens/scope.js';
import type { SignInFacts } from '../tokens/sign-in-facts.js';
import type { GrantRequest } from '../tokens/token-issuer.js';

/** What every request for tokens says: whose they are, and what they are bound to. */
type Asked = Pick<GrantRequest, 'client' | 'tokenType' | 'thumbprint' | 'address'>;

/** Makes the access-token response, with an id_token for the scope openid (D102). */
@Injectable()
export class TokenAnswers {
  constructor(
    private readonly idTokens: IdTokens,
    private readonly claims: UserClaimsReader,
    private readonly clock: Clock,
    private readonly proofs: DpopRequests,
    private readonly jwts: JwtAccessTokens,
  ) {}

  async of(client: CallerClient, tokens: IssuedTokens): Promise<AccessTokenView> {
    const { signIn, jwt } = tokens;
    const isOpenId = signIn && hasScope(tokens.scope, 'openid');
    const idToken = isOpenId ? await followUp(this.idTokenWith(client, tokens, signIn)) : null;
    const accessToken = jwt ? await followUp(this.jwts.sign(jwt)) : tokens.accessToken;
    return toAccessTokenView({ ...tokens, accessToken }, this.clock.millis(), idToken);
  }

  private async idTokenWith(
    client: CallerClient,
    tokens: IssuedTokens,
    signIn: SignInFacts,
  ): Promise<string> {
    const told = await this.claims.ofIdToken(client, signIn.accountId, tokens);
    return this.idTokens.issue(client, signIn, { ...told });
  }

  /**
   * Answers a call of the interface for tokens (§4.2).
   * @param exchanged exchanges what the call sent
   */
  async issue(
    client: CallerClient,
    type: 'Bearer' | 'Mac',
    exchange: Exchange,
    exchanged: (asked: Asked) => Promise<IssuedTokens>,
  ): Promise<AccessTokenView> {
    const tokenType = type === 'Mac' ? 'mac' : 'bearer';
    const thumbprint = await this.proofs.keyOf(exchange, client, tokenType);
    const { address } = exchange.origin;
    return this.of(client, await exchanged({ client, tokenType, thumbprint, address }));
  }
}
