import { Injectable } from '@nestjs/common';
import { LegacyGate } from '../clients/legacy-gate.js';
import { rotationOf } from '../clients/refresh-rotation.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { IssuedTokens } from './access-token.view.js';
import { randomIssue } from './format/access-token.js';
import { FreshTokens } from './fresh-tokens.js';
import { RefreshBatches } from './refresh-batches.js';
import { RefreshRepeats } from './refresh-repeats.js';
import { signInOf } from './refresh-states.js';
import { TokenCount } from './token-count.js';

/** A refresh token as the client presents it. */
interface RefreshPresentation {
  readonly presented: string;
  /** Thumbprint of the key of the proof beside it; null: there is none. */
  readonly thumbprint: Buffer | null;
  /** The requested scope, at most what was granted; null: the request names none. */
  readonly scope: string | null;
  readonly address: string;
}

/** Exchanges a refresh token for new tokens (§3.2, D49). */
@Injectable()
export class TokenRefresher {
  constructor(
    private readonly batches: RefreshBatches,
    private readonly fresh: FreshTokens,
    private readonly repeats: RefreshRepeats,
    private readonly legacy: LegacyGate,
    private readonly count: TokenCount,
  ) {}

  /**
   * @throws CallError grantNotValid for an unknown, expired, stolen or revoked token, or another client's; scopeNotValid
   * for a scope beyond the granted one, which spends nothing
   */
  async refresh(client: CallerClient, asked: RefreshPresentation): Promise<IssuedTokens> {
    const presented = this.fresh.read(asked.presented);
    if (presented === null) throw new CallError(Errors.grantNotValid, { reason: 'unknown' });
    const { rotates } = rotationOf(client);
    if (!rotates) this.legacy.pass(client, 'unrotated-refresh');
    const { thumbprint, scope, address } = asked;
    const next = this.fresh.next(presented);
    const attempt = { presented, next, thumbprint, scope, address };
    const grant = await (rotates ? this.batches.rotate(client, attempt) : this.batches.keep(client, attempt));
    if (!grant) return this.repeats.repeatOrRefuse({ client, presented, thumbprint, scope, address });
    if (grant.is_ahead) this.repeats.noteAhead(client, presented, grant);
    const { token_type: tokenType, ends_at: grantEndsAt } = grant;
    const { grantId, accessSecret } = presented;
    const issue = rotates ? next.generation : randomIssue();
    const issued = { tokenType, issue, issuedAt: grant.usedAt, grantEndsAt, thumbprint, scope };
    const access = this.fresh.access({ client, grantId, accessSecret, ...issued });
    this.count.issued({ grant: 'refresh_token', type: access.tokenType, accountId: grant.account_id });
    const refreshToken = rotates ? next.plain : asked.presented;
    return { refreshToken, scope: scope ?? grant.scope, signIn: signInOf(grant), ...access };
  }
}
