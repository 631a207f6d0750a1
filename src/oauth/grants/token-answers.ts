import { Injectable } from '@nestjs/common';
import type { CallerClient } from '../../platform/operations/caller.js';
import { followUp } from '../../platform/errors/outcome.js';
import { Clock } from '../../platform/security/clock.js';
import { IdTokens } from '../oidc/id-tokens.js';
import { toAccessTokenView, type AccessTokenView, type IssuedTokens } from '../tokens/access-token.view.js';
import { hasScope } from '../tokens/scope.js';

/** Makes the access-token response, with an id_token for the scope openid (D102). */
@Injectable()
export class TokenAnswers {
  constructor(
    private readonly idTokens: IdTokens,
    private readonly clock: Clock,
  ) {}

  async of(client: CallerClient, tokens: IssuedTokens): Promise<AccessTokenView> {
    const { scope, signIn } = tokens;
    const isOpenId = signIn && hasScope(scope, 'openid');
    const idToken = isOpenId ? await followUp(this.idTokens.issue(client, signIn)) : null;
    return toAccessTokenView(tokens, this.clock.millis(), idToken);
  }
}
