import { Errors } from '../../../platform/errors/catalogue.js';
import type { IssuedTokens } from '../../tokens/access-token.view.js';
import { requireClient } from '../../tokens/require-client.js';
import { TokenRefresher } from '../../tokens/token-refresher.js';
import { GrantType, type Grant, type TokenRequest } from '../grant-type.js';
import { validScope } from '../../tokens/target.js';
import { Targets } from '../../tokens/targets.js';
import { RefreshTokenArgs } from './refresh-token.args.js';

/** RFC 6749 §6, in the token's own type. */
@GrantType({
  name: 'refresh_token',
  parameters: RefreshTokenArgs,
  requireClient,
  errors: [Errors.grantNotValid, Errors.scopeNotValid],
})
export class RefreshTokenGrant implements Grant<RefreshTokenArgs> {
  constructor(
    private readonly refresher: TokenRefresher,
    private readonly targets: Targets,
  ) {}

  async exchange({
    client,
    args,
    target,
    thumbprint,
    address,
  }: TokenRequest<RefreshTokenArgs>): Promise<IssuedTokens> {
    const { refreshToken: presented, scope: text } = args;
    const scope = text === undefined ? null : validScope(text, await this.targets.resources());
    return this.refresher.refresh(client, { presented, thumbprint, scope, target, address });
  }
}
