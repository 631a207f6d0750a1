import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { openUnderSecret } from '../../platform/security/sealer.js';
import { digestOf } from '../../platform/security/secrets.js';
import type { IssuedTokens } from './access-token.view.js';
import { STATE_OF_REFRESH_TOKEN, type Refreshed } from './refresh-statements.js';
import { TokenRevoker } from './token-revoker.js';

/** D49: a spent token presented again so soon means a lost answer or racing workers. */
const GRACE_MS = 30 * SECOND;
const BEYOND = 'The scope is wider than what was granted: a refresh can not add to it.';

/** The state of a refresh token that was presented. */
export interface RefreshState extends Refreshed {
  grant_id: Long;
  client_id: Long;
  spent_at: Date | null;
  successor: Buffer | null;
  is_revoked: boolean;
  /** Whether its account is disabled. */
  is_disabled: boolean;
}

type Successor = Omit<IssuedTokens, 'tokenType' | 'scope' | 'signIn'>;

interface Again {
  readonly state: RefreshState;
  readonly address: string;
  /** Whether the scope asked for is within the granted one. */
  readonly isGranted: boolean;
}

/** Handles refresh tokens that could not be spent (D49). */
@Injectable()
export class SpentTokens {
  constructor(
    private readonly database: Database,
    private readonly revoker: TokenRevoker,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws CallError grantNotValid for one that is unknown, or another client's */
  async find(client: CallerClient, presented: string): Promise<RefreshState> {
    const values = [digestOf(presented)];
    const [state] = await this.database.query<RefreshState>(STATE_OF_REFRESH_TOKEN, values);
    if (!state) throw new CallError(Errors.grantNotValid, { reason: 'unknown' });
    // Another client's token is not ours to judge: it is neither accepted nor revoked.
    if (state.client_id !== client.id) throw refusal(state, 'other client');
    return state;
  }

  /**
   * Repeats the answer within the grace period; after it the grant is revoked.
   * @throws CallError grantNotValid, scopeNotValid
   */
  async repeatOrRefuse(
    client: CallerClient,
    presented: string,
    { state, address, isGranted }: Again,
  ): Promise<IssuedTokens> {
    const { grant_id: grantId, account_id: accountId, spent_at: spentAt, successor } = state;
    if (state.is_disabled) throw refusal(state, 'disabled');
    if (state.is_revoked) throw refusal(state, 'revoked');
    const isLate = spentAt !== null && this.clock.millis() - spentAt.getTime() > GRACE_MS;
    if (!isGranted && !isLate) throw new CallError(Errors.scopeNotValid, { grantId }, { message: BEYOND });
    // It is unspent and its grant is active: so it has expired.
    if (spentAt === null || successor === null) throw refusal(state, 'expired');
    if (isLate) {
      await this.revoker.revokeStolen(grantId, client.clientId, address);
      throw refusal(state, 'reused');
    }
    const { bearerEnd, macEnd, ...same } = JSON.parse(
      openUnderSecret(presented, successor, digestOf(presented)).toString(),
    ) as Successor & { bearerEnd: number; macEnd: number };
    const repeated = { action: 'token.repeated', outcome: 'ok', target: `grant:${grantId}` } as const;
    this.audit.count({ ...repeated, clientId: client.clientId, accountId, address });
    return shaped(state, same, bearerEnd, macEnd);
  }
}

/** The same answer for every reason; the log and the audit have the reason. */
function refusal({ grant_id: grantId, account_id: accountId }: RefreshState, reason: string): CallError {
  return new CallError(Errors.grantNotValid, { grantId, accountId, reason });
}

/** Only the grant knows the token type; a key prepared for a Bearer token is dropped. */
export function shaped(
  { token_type: tokenType, scope, account_id: accountId, auth_time: authTime, sid }: Refreshed,
  tokens: Omit<Successor, 'expiresAt'>,
  bearerEnd: number,
  macEnd: number,
): IssuedTokens {
  // A nonce belongs to the authorization request alone (OpenID Connect Core §12.2).
  const signIn = accountId === null ? undefined : { accountId, nonce: null, authTime, sid };
  if (tokenType === 'mac') return { ...tokens, tokenType, scope, signIn, expiresAt: macEnd };
  return { ...tokens, tokenType, scope, signIn, expiresAt: bearerEnd, macKey: null, macAlgorithm: null };
}
