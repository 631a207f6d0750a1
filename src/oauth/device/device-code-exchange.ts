import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { Database, type Statement } from '../../platform/database/database.js';
import { holdActive } from '../../identity/accounts/account-statements.js';
import { methodsIn } from '../../identity/sessions/kept-methods.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { digestOf } from '../../platform/security/secrets.js';
import type { IssuedTokens } from '../tokens/access-token.view.js';
import { TokenIssuer, type GrantRequest } from '../tokens/token-issuer.js';

/** Added to the interval by each poll that comes too early (RFC 8628 §3.5). */
const SLOWER_S = 5;
/** A network may bring two polls closer together than they were sent. */
const LENIENCE_MS = 500;

/** A poll with its moment ($3): the state of the code, and whether it came too early, of which a pending one takes note. */
const POLL: Statement = {
  name: 'device-poll',
  text: `WITH found AS MATERIALIZED (
           SELECT d.digest, d.client_id = $2 AS is_own, d.account_id, d.denied_at IS NOT NULL AS is_denied,
                  d.used_at IS NOT NULL AS is_used, d.expires_at <= $3 AS is_expired,
                  coalesce($3 < d.polled_at + make_interval(secs => d.interval_seconds) - interval '${LENIENCE_MS} ms', false) AS is_early
             FROM device_authorization d WHERE d.digest = $1 FOR UPDATE
         ), polled AS (
           UPDATE device_authorization d
              SET polled_at = $3, interval_seconds = d.interval_seconds + CASE WHEN f.is_early THEN ${SLOWER_S} ELSE 0 END
             FROM found f
            WHERE d.digest = f.digest AND f.is_own AND f.account_id IS NULL AND NOT f.is_denied AND NOT f.is_expired
         )
         SELECT is_own, account_id, is_denied, is_used, is_expired, is_early FROM found`,
};

/** One of several uses at once is the first. */
const REDEEM = `UPDATE device_authorization SET used_at = $3
  WHERE digest = $1 AND client_id = $2 AND account_id = $4 AND used_at IS NULL AND expires_at > $3
  RETURNING scope, auth_time, methods, sign_in_id`;

interface CodeState {
  is_own: boolean;
  account_id: Long | null;
  is_denied: boolean;
  is_used: boolean;
  is_expired: boolean;
  is_early: boolean;
}

interface Redeemed {
  scope: string | null;
  auth_time: Date | null;
  methods: string | null;
  sign_in_id: Long | null;
}

/** A device code as its client presents it. */
interface DeviceCodePresentation extends Pick<
  GrantRequest,
  'client' | 'tokenType' | 'thumbprint' | 'grantType' | 'address'
> {
  readonly code: string;
}

/** Answers the polls of devices: with tokens, once (RFC 8628 §3.4, D270). */
@Injectable()
export class DeviceCodeExchange {
  constructor(
    private readonly database: Database,
    private readonly issuer: TokenIssuer,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws CallError authorizationPending, slowDown, accessDenied, deviceCodeExpired; grantNotValid for a code that is
   * unknown, used, or another client's, which uses nothing up
   */
  async redeem(presented: DeviceCodePresentation): Promise<IssuedTokens> {
    const { client, code } = presented;
    const values = [digestOf(code), client.id, this.clock.now()];
    const [state] = await this.database.query<CodeState & Record<string, unknown>>(POLL, values);
    const accountId = allowedBy(state);
    const tokens = await this.database.transaction((tx) => this.issue(tx, presented, accountId, values));
    if (tokens === null) throw notValid('used or disabled meanwhile', accountId);
    return tokens;
  }

  /**
   * null: another request was first, or the account is disabled. The account is locked before its code, in the same
   * order as a password change, so that the two can't deadlock.
   */
  private async issue(
    tx: Transaction,
    { code: _code, ...request }: DeviceCodePresentation,
    accountId: Long,
    values: readonly unknown[],
  ): Promise<IssuedTokens | null> {
    if (!(await holdActive(tx, accountId))) return null;
    const [[redeemed]] = await tx.query<[Redeemed[], number]>(REDEEM, [...values, accountId]);
    if (!redeemed) return null;
    const { scope, auth_time: authTime, methods, sign_in_id: signInId } = redeemed;
    return this.issuer.issueWithin(tx, {
      ...request,
      accountId,
      scope,
      deviceId: null,
      authTime: authTime ?? undefined,
      methods: methodsIn(methods),
      signInId,
    });
  }
}

/** Whose tokens it is to be exchanged for. @throws CallError why it can't be (yet) */
function allowedBy(state: CodeState | undefined): Long {
  if (!state) throw notValid('unknown');
  const { account_id: accountId } = state;
  if (!state.is_own) throw notValid('other client', accountId);
  if (state.is_used) throw notValid('used', accountId);
  if (state.is_denied) throw new CallError(Errors.accessDenied, { reason: 'denied' });
  if (state.is_expired) throw new CallError(Errors.deviceCodeExpired, { reason: 'expired' });
  if (accountId !== null) return accountId;
  if (state.is_early) throw new CallError(Errors.slowDown, { reason: 'too early' });
  throw new CallError(Errors.authorizationPending, { reason: 'pending' });
}

function notValid(reason: string, accountId: Long | null = null): CallError {
  const message = 'The device_code is unknown, already used, or was issued to another client.';
  return new CallError(Errors.grantNotValid, { reason, accountId }, { message });
}
