import { Errors } from '../../../platform/errors/catalogue.js';
import type { IssuedTokens } from '../../tokens/access-token.view.js';
import { requireClient } from '../../tokens/require-client.js';
import { TokenRefresher } from '../../tokens/token-refresher.js';
import { GrantType, type Grant, type TokenRequest } from '../grant-type.js';
import { validScope } from '../../tokens/requested-scope.js';
import { RefreshTokenArgs } from './refresh-token.args.js';

/** RFC 6749 §6, in the token's own type. */
@GrantType({
  name: 'refresh_token',
  parameters: RefreshTokenArgs,
  requireClient,
  errors: [Errors.grantNotValid, Errors.scopeNotValid],
})
export class RefreshTokenGrant implements Grant<RefreshTokenArgs> {
  constructor(private readonly refresher: TokenRefresher) {}

  exchange({ client, args, thumbprint, address }: TokenRequest<RefreshTokenArgs>): Promise<IssuedTokens> {
    const scope = args.scope === undefined ? null : validScope(args.scope);
    return this.refresher.refresh(client, { presented: args.refreshToken, thumbprint, scope, address });
  }
}
