import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Standstill } from '../../platform/operations/standstill.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { unavailable } from '../../platform/errors/outcome.js';
import { isSameDigest } from '../../platform/security/secrets.js';
import { profileRulesOf } from '../clients/client-profiles.js';
import type { IssuedTokens } from './access-token.view.js';
import { FreshTokens } from './fresh-tokens.js';
import type { ReadRefreshToken } from './format/refresh-token.js';
import type { Refreshed } from './refresh-statements.js';
import { ELSEWHERE, isFromElsewhere, RefreshStates, signInOf, type ProvenToken } from './refresh-states.js';
import { claimsWithin } from './requested-claims.js';
import { scopesBeyond, usualScope } from './scope.js';
import { askedNumbers, numbersIn, type Target } from './target.js';
import { TokenRevoker } from './token-revoker.js';

const NOT_OF_GRANT = 'The grant is not for this resource: a refresh can not add to it.';

/** A refresh token to be used. */
export interface RefreshAttempt {
  readonly client: CallerClient;
  readonly presented: ReadRefreshToken;
  /** Thumbprint of the key of the proof beside it; null: there is none. */
  readonly thumbprint: Buffer | null;
  /** The requested scope; null: the request names none. */
  readonly scope: string | null;
  /** What the access token is for, if less than the grant; null: all of it. */
  readonly target: Target | null;
  readonly address: string;
}

/** Answers refresh tokens that could not be used: again, or why not (D49). */
@Injectable()
export class RefreshRepeats {
  constructor(
    private readonly states: RefreshStates,
    private readonly fresh: FreshTokens,
    private readonly revoker: TokenRevoker,
    private readonly audit: AuditLog,
    private readonly standstill: Standstill,
  ) {}

  /**
   * Repeats the last answer within the grace; after it the grant ends, and with a newer profile also where the repetition
   * comes from another network (D314).
   * @throws CallError grantNotValid, scopeNotValid; unavailable: it was not the token's fault
   */
  async repeatOrRefuse(asked: RefreshAttempt): Promise<IssuedTokens> {
    const { client, presented, scope, address } = asked;
    const state = await this.states.of(presented);
    if (state === null) throw new CallError(Errors.grantNotValid, { reason: 'unknown' });
    const { grantId } = presented;
    // Another client's token is not ours to judge: it is neither accepted nor revoked.
    if (state.client_id !== client.id) throw refusal(state, 'other client');
    if (state.is_disabled) throw refusal(state, 'disabled');
    if (state.is_revoked) throw refusal(state, 'revoked');
    if (state.age === 'unknowable') throw refusal(state, 'key not listed');
    if (this.states.isOver(state, client)) throw refusal(state, 'expired');
    const isElsewhere = state.isRepeatable && isFromElsewhere(state, address);
    if (
      state.age === 'spent' &&
      (!state.isRepeatable || (isElsewhere && profileRulesOf(client).endsOnRepeatElsewhere))
    ) {
      this.standstill.requirePresence();
      await this.revoker.revokeStolen(state, client.clientId, address);
      throw refusal(state, 'reused');
    }
    if (!isProven(asked, state)) throw refusal(state, 'other key');
    const beyond = scopesBeyond(state.scope ?? usualScope(client), scope);
    if (beyond.length > 0)
      throw new CallError(Errors.scopeNotValid, { grantId }, { message: notGranted(beyond) });
    if (asked.target !== null && !isWithinGrant(asked.target, state.resources))
      throw new CallError(Errors.targetNotValid, { grantId }, { message: NOT_OF_GRANT });
    // The database got to it too late.
    if (state.age === 'current') throw unavailable({ reason: 'late' }, undefined);
    const tokens = await this.again(asked, state);
    const repeated = isElsewhere
      ? ({ action: 'token.reused', details: ELSEWHERE } as const)
      : ({ action: 'token.repeated' } as const);
    const of = {
      target: `grant:${grantId}`,
      clientId: client.clientId,
      accountId: state.account_id,
      address,
    };
    this.audit.count({ ...repeated, outcome: 'ok', ...of });
    return tokens;
  }

  /** Tells the operator that a token newer than its grant was accepted (D205). */
  noteAhead(client: CallerClient, { grantId }: ReadRefreshToken, { account_id: accountId }: Refreshed): void {
    const event = { action: 'token.ahead', outcome: 'ok', target: `grant:${grantId}` } as const;
    this.audit.count({ ...event, clientId: client.clientId, accountId });
  }

  /** Makes the answer of the last refresh once more; every node makes the same. */
  private async again(
    { client, thumbprint, scope, target }: RefreshAttempt,
    state: ProvenToken,
  ): Promise<IssuedTokens> {
    const { presented, generation: issue, token_type: tokenType } = state;
    const { grantId, accessSecret } = presented;
    const refreshToken = this.fresh.again(presented, issue, state.refresh_digest);
    if (refreshToken === null) throw refusal(state, 'key not listed');
    const { targets } = this.fresh;
    const signIn = signInOf(state);
    const what = targets.within(client, state, { scope, target }, await targets.resources());
    const issued = {
      issue,
      issuedAt: state.refreshed_at as number,
      grantEndsAt: state.ends_at,
      ...{ thumbprint, signIn, ...what },
    };
    const access = this.fresh.access({ client, grantId, accessSecret, tokenType, ...issued });
    const claims = claimsWithin(state, what.scope);
    return { refreshToken, scope: what.scope ?? state.scope, claims, signIn, ...access };
  }
}

/** A caller without the key gets no answer, and ends nothing by a token that is current or may be repeated (D264). */
function isProven(
  { thumbprint }: RefreshAttempt,
  { key_thumbprint: bound, token_type: type }: ProvenToken,
): boolean {
  if (thumbprint !== null && type === 'mac') return false;
  return bound === null || (thumbprint !== null && isSameDigest(bound, thumbprint));
}

/** RFC 8707 §2.2. */
function isWithinGrant(asked: Target, granted: string | null): boolean {
  const numbers = numbersIn(granted);
  return askedNumbers(asked)
    .split(' ')
    .every((number) => numbers.includes(number));
}

/** Clients get one answer for every reason; the log and the audit have the reason. */
function refusal({ presented: { grantId }, account_id: accountId }: ProvenToken, reason: string): CallError {
  return new CallError(Errors.grantNotValid, { grantId, accountId, reason });
}

function notGranted(scopes: readonly string[]): string {
  return `The scope ${scopes.join(', ')} was not granted: a refresh can not add to it.`;
}
