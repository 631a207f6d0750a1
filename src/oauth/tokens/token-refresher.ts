import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import { Standstill } from '../../platform/operations/standstill.js';
import { Clock } from '../../platform/security/clock.js';
import { inetOf } from '../../platform/throttle/network.js';
import { CALLER_MS } from '../../platform/waits.js';
import { LegacyGate } from '../clients/legacy-gate.js';
import { profileRulesOf } from '../clients/client-profiles.js';
import { rotationOf } from '../clients/refresh-rotation.js';
import type { IssuedTokens } from './access-token.view.js';
import { randomIssue } from './format/access-token.js';
import { FreshTokens, refreshLimits, type NextRefreshToken } from './fresh-tokens.js';
import { RefreshRepeats, type RefreshAttempt } from './refresh-repeats.js';
import { RefreshRows } from './refresh-rows.js';
import { signInOf } from './refresh-states.js';
import type { AskedRefresh } from './refresh-statements.js';
import { claimsWithin } from './requested-claims.js';
import { usualScope } from './scope.js';
import { askedNumbers } from './target.js';
import { TokenCount } from './token-count.js';

/** A refresh token as the client presents it. */
interface RefreshPresentation extends Omit<RefreshAttempt, 'client' | 'presented'> {
  readonly presented: string;
}

/** Exchanges refresh tokens for new tokens, those of the same moment in one statement (§3.2, D49). */
@Injectable()
export class TokenRefresher {
  private asks = 0;

  constructor(
    private readonly rows: RefreshRows,
    private readonly fresh: FreshTokens,
    private readonly repeats: RefreshRepeats,
    private readonly legacy: LegacyGate,
    private readonly count: TokenCount,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly standstill: Standstill,
  ) {}

  /**
   * @throws CallError grantNotValid for an unknown, expired, stolen or revoked token, or another client's; scopeNotValid
   * for a scope beyond the granted one, which spends nothing
   */
  async refresh(client: CallerClient, asked: RefreshPresentation): Promise<IssuedTokens> {
    const presented = this.fresh.read(asked.presented);
    if (presented === null) throw new CallError(Errors.grantNotValid, { reason: 'unknown' });
    const { rotates } = rotationOf(client);
    if (!rotates && profileRulesOf(client).rotates === 'record')
      this.legacy.pass(client, 'unrotated-refresh');
    const { thumbprint, scope, target } = asked;
    const known = await this.fresh.targets.resources();
    const attempt = { ...asked, client, presented };
    const next = this.fresh.next(presented);
    this.standstill.requirePresence();
    const issuedAt = this.clock.millis();
    const row = this.rowOf(attempt, next, issuedAt);
    const grant = await (rotates ? this.rows.rotate(row) : this.rows.keep(row));
    if (!grant) return this.repeats.repeatOrRefuse(attempt);
    if (grant.is_ahead) this.repeats.noteAhead(client, presented, grant);
    const { token_type: tokenType, ends_at: grantEndsAt } = grant;
    const { grantId, accessSecret } = presented;
    const issue = rotates ? next.generation : randomIssue();
    const signIn = signInOf(grant);
    const what = this.fresh.targets.within(client, grant, { scope, target }, known);
    const issued = { tokenType, issue, issuedAt, grantEndsAt, thumbprint, signIn, ...what };
    const access = this.fresh.access({ client, grantId, accessSecret, ...issued });
    this.count.issued({ grant: 'refresh_token', type: access.tokenType, accountId: grant.account_id });
    const refreshToken = rotates ? next.plain : asked.presented;
    const claims = claimsWithin(grant, what.scope);
    return { refreshToken, scope: what.scope ?? grant.scope, claims, signIn: signInOf(grant), ...access };
  }

  private rowOf(
    { client, presented, thumbprint, scope, target, address }: RefreshAttempt,
    next: NextRefreshToken,
    now: number,
  ): AskedRefresh {
    const { totalSeconds, unusedSeconds } = refreshLimits(client);
    return {
      ask: String(this.asks++),
      grant_id: presented.grantId,
      client_id: client.id,
      generation: presented.generation,
      anchor: presented.anchor,
      digest: presented.digest,
      is_genuine: presented.isGenuine,
      next_digest: next.digest,
      thumbprint,
      key_thumbprint: client.isPublic ? thumbprint : null,
      now: new Date(now),
      deadline: new Date(this.clock.real() + CALLER_MS),
      grace_seconds: this.config.refreshGraceSeconds,
      bearer_ends_at: new Date(this.fresh.grantEnd(client, 'bearer', now)),
      mac_ends_at: new Date(this.fresh.grantEnd(client, 'mac', now)),
      total_seconds: totalSeconds,
      unused_seconds: unusedSeconds,
      client_name: client.clientId,
      address,
      inet: inetOf(address),
      asked_scope: scope,
      asked_resources: target && askedNumbers(target),
      usual_scope: usualScope(client),
    };
  }
}
