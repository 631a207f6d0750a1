import { Injectable } from '@nestjs/common';
import { notFound } from '../../platform/errors/problem-error.js';
import { TokenInspection } from '../../oauth/tokens/token-inspection.js';
import { TokenRevoker } from '../../oauth/tokens/token-revoker.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import type { TokenView } from './grant.view.js';

const UNKNOWN: TokenView = Object.freeze({
  active: false,
  state: 'unknown',
  kind: null,
  tokenType: null,
  grantId: null,
  clientId: null,
  accountId: null,
  deviceId: null,
  scope: null,
  expiresAt: null,
});

/** Inspects and revokes single tokens, which appear in no URL and no log. */
@Injectable()
export class Tokens {
  constructor(
    private readonly inspection: TokenInspection,
    private readonly revoker: TokenRevoker,
  ) {}

  async inspect(pasted: string): Promise<TokenView> {
    const found = await this.inspection.inspect(tokenIn(pasted));
    return found ? { active: found.state === 'active', ...found } : UNKNOWN;
  }

  /** Revokes an access token alone, a refresh token with its grant. @throws ProblemError notFound */
  async revoke(pasted: string, by: Administrator): Promise<void> {
    const isEnded = await this.revoker.endToken(tokenIn(pasted), actorOf(by));
    if (!isEnded) throw notFound('such token: it was not issued here, or is no longer valid');
  }
}

/** The token, also when pasted with the scheme of an Authorization header. */
function tokenIn(pasted: string): string {
  return pasted.trim().replace(/^(?:Authorization:\s*)?(?:Bearer|DPoP)\s+/i, '');
}
