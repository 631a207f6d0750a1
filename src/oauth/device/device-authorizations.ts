import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { holdActive } from '../../identity/accounts/account-statements.js';
import { methodsIn } from '../../identity/sessions/kept-methods.js';
import { Database, type Statement } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Caller, CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, MINUTE, SECOND } from '../../platform/security/clock.js';
import { isInNetworks } from '../../platform/security/public-address.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { Budgets, type Spender } from '../../platform/throttle/budgets.js';
import { ClientDirectory } from '../clients/client-directory.js';
import { throwIfClientGone } from '../clients/client-gone.js';
import type { IssuedTokens } from '../tokens/access-token.view.js';
import type { ResourceSet } from '../resources/known-resources.js';
import { requireClient } from '../tokens/require-client.js';
import type { Refreshed } from '../tokens/refresh-statements.js';
import { askedNumbers, numbersIn, type Target } from '../tokens/target.js';
import { Targets } from '../tokens/targets.js';
import { TokenIssuer, type GrantRequest } from '../tokens/token-issuer.js';
import { DeviceAuthorization } from './device-authorization.entity.js';
import { newUserCode } from './user-code.js';

/** Long enough to find a phone and a second factor; an unused code soon expires (D270). */
const LIFETIME_MS = 15 * MINUTE;
/** Between two polls, to begin with (RFC 8628 §3.2). */
const INTERVAL_S = 5;
/** Added to the interval by each poll that comes too early (RFC 8628 §3.5). */
const SLOWER_S = 5;
/** A network may bring two polls closer together than they were sent. */
const LENIENCE_MS = 500;
const NOT_ALLOWED = 'This client may not use the device authorization grant: its record allows it to none.';

const NOT_OF_CODE =
  'The user allowed this device_code for other resources, or it has a resource, whose tokens can’t be MAC.';

/** If two draw the same user_code at this moment, the second draws another. */
const BEGIN: Statement = {
  name: 'device-begin',
  text: `INSERT INTO device_authorization (digest, user_code_digest, client_id, scope, resources, interval_seconds, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_code_digest) DO NOTHING RETURNING 1 AS begun`,
};

/** A poll with its moment ($3): the state of the code, and whether it came too early, of which a pending one takes note. */
const POLL: Statement = {
  name: 'device-poll',
  text: `WITH found AS MATERIALIZED (
           SELECT d.digest, d.client_id = $2 AS is_own, d.account_id, d.denied_at IS NOT NULL AS is_denied,
                  d.used_at IS NOT NULL AS is_used, d.expires_at <= $3 AS is_expired, d.resources,
                  coalesce($3 < d.polled_at + make_interval(secs => d.interval_seconds) - interval '${LENIENCE_MS} ms', false) AS is_early
             FROM device_authorization d WHERE d.digest = $1 FOR UPDATE
         ), polled AS (
           UPDATE device_authorization d
              SET polled_at = $3, interval_seconds = d.interval_seconds + CASE WHEN f.is_early THEN ${SLOWER_S} ELSE 0 END
             FROM found f
            WHERE d.digest = f.digest AND f.is_own AND f.account_id IS NULL AND NOT f.is_denied AND NOT f.is_expired
         )
         SELECT is_own, account_id, is_denied, is_used, is_expired, is_early, resources FROM found`,
};

/** One of several uses at once is the first. */
const REDEEM = `UPDATE device_authorization SET used_at = $3
  WHERE digest = $1 AND client_id = $2 AND account_id = $4 AND used_at IS NULL AND expires_at > $3
  RETURNING scope, resources, auth_time, methods, sign_in_id`;

/** The answer to a device; its codes exist only here. */
interface BegunAuthorization {
  readonly deviceCode: string;
  /** Without the hyphen. */
  readonly userCode: string;
  readonly expiresInSeconds: number;
  readonly intervalSeconds: number;
}

interface CodeState {
  is_own: boolean;
  account_id: Long | null;
  is_denied: boolean;
  is_used: boolean;
  is_expired: boolean;
  is_early: boolean;
  resources: string | null;
}

interface Redeemed extends Pick<Refreshed, 'scope' | 'resources' | 'auth_time' | 'methods'> {
  sign_in_id: Long | null;
}

/** A code that its user allowed. */
interface Allowed {
  readonly accountId: Long;
  readonly values: readonly unknown[];
  readonly known: ResourceSet;
}

/** A device code as its client presents it. */
interface DeviceCodePresentation extends Pick<
  GrantRequest,
  'client' | 'tokenType' | 'thumbprint' | 'grantType' | 'address'
> {
  readonly code: string;
  /** What the first access token is for, if less than what was allowed; null: all of it. */
  readonly narrowed: Target | null;
}

/** What devices ask for, until their users decide, and the answers to their polls: tokens, once (RFC 8628 §3.1, §3.4, D270). */
@Injectable()
export class DeviceAuthorizations {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientDirectory,
    private readonly budgets: Budgets,
    private readonly issuer: TokenIssuer,
    private readonly targets: Targets,
    private readonly clock: Clock,
  ) {}

  /**
   * Charged as an authorization at /authorize is: to the client where its own servers begin it, else to the network.
   * @param asked a null scope: everything that the client's ruleset allows; null resources: only this server
   * @throws BudgetSpent; CallError clientNotAuthenticated for a client that was deleted meanwhile
   */
  async begin(
    { id }: CallerClient,
    asked: Pick<DeviceAuthorization, 'scope' | 'resources'>,
    by: Pick<Spender, 'address' | 'told'>,
  ): Promise<BegunAuthorization> {
    const client = await this.clients.findById(id);
    const isOfItsServers = client !== null && isInNetworks(by.address, client.serverNetworks);
    await this.budgets.spend('deviceAuthorizations', { ...by, ...(isOfItsServers && { client }) });
    const { scope, resources } = asked;
    const deviceCode = randomSecret();
    const expiresAt = new Date(this.clock.millis() + LIFETIME_MS);
    for (;;) {
      const userCode = newUserCode();
      const codes = [digestOf(deviceCode), digestOf(userCode)];
      const values = [...codes, id, scope, resources, INTERVAL_S, expiresAt];
      const [begun] = await this.database
        .query(BEGIN, values)
        .catch((cause: unknown) => throwIfClientGone(cause, 'device_authorization_client_id_fkey'));
      if (begun)
        return {
          deviceCode,
          userCode,
          expiresInSeconds: LIFETIME_MS / SECOND,
          intervalSeconds: INTERVAL_S,
        };
    }
  }

  /**
   * @throws CallError authorizationPending, slowDown, accessDenied, deviceCodeExpired; grantNotValid for a code that is
   * unknown, used, or another client's, which uses nothing up
   */
  async redeem(presented: DeviceCodePresentation): Promise<IssuedTokens> {
    const { client, code } = presented;
    const values = [digestOf(code), client.id, this.clock.now()];
    const [state] = await this.database.query<CodeState & Record<string, unknown>>(POLL, values);
    const accountId = allowedBy(state);
    requireWithin(state.resources, presented);
    const known = await this.targets.resources(); // before the transaction
    const tokens = await this.database.transaction((tx) =>
      this.issue(tx, presented, { accountId, values, known }),
    );
    if (tokens === null) throw notValid('used or disabled meanwhile', accountId);
    return tokens;
  }

  /**
   * null: another request was first, or the account is disabled. The account is locked before its code, in the same
   * order as a password change, so that the two can't deadlock.
   */
  private async issue(
    tx: Transaction,
    { code: _code, narrowed, ...request }: DeviceCodePresentation,
    { accountId, values, known }: Allowed,
  ): Promise<IssuedTokens | null> {
    if (!(await holdActive(tx, accountId))) return null;
    const [[redeemed]] = await tx.query<[Redeemed[], number]>(REDEEM, [...values, accountId]);
    if (!redeemed) return null;
    const { scope, auth_time: authTime, methods, sign_in_id: signInId } = redeemed;
    const target = this.targets.ofGrant(request.client, redeemed.resources, known);
    if (target === null) throw notValid('resource gone', accountId);
    return this.issuer.issueWithin(tx, {
      ...request,
      accountId,
      scope,
      target,
      narrowed,
      deviceId: null,
      authTime: authTime ?? undefined,
      methods: methodsIn(methods),
      signInId,
    });
  }
}

/** Returns the account that allowed it. @throws CallError why there are no tokens (yet) */
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

/** RFC 8707 §2.2. @throws CallError targetNotValid, which uses nothing up */
function requireWithin(
  allowed: string | null,
  { narrowed, tokenType }: Pick<DeviceCodePresentation, 'narrowed' | 'tokenType'>,
): void {
  const numbers = numbersIn(allowed);
  const asked = narrowed === null ? [] : askedNumbers(narrowed).split(' ');
  const isWithin = asked.every((number) => numbers.includes(number));
  if (!isWithin || (allowed !== null && tokenType === 'mac'))
    throw new CallError(Errors.targetNotValid, {}, { message: NOT_OF_CODE });
}

function notValid(reason: string, accountId: Long | null = null): CallError {
  const message = 'The device_code is unknown, already used, or was issued to another client.';
  return new CallError(Errors.grantNotValid, { reason, accountId }, { message });
}

/** @throws CallError clientRequired; callNotAllowed unless the client record allows device authorization */
export function requireDeviceClient(caller: Caller): CallerClient {
  const client = requireClient(caller);
  if (client.allowsDeviceAuthorization) return client;
  throw new CallError(Errors.callNotAllowed, { clientId: client.clientId }, { message: NOT_ALLOWED });
}

/**
 * Deletes what an account allowed devices that did not get their tokens yet.
 * @param which only those of a client, or that were allowed in a sign-in; left out: all
 * @returns how many there were
 */
export async function endOpenDeviceCodes(
  tx: EntityManager,
  accountId: Long,
  which: FindOptionsWhere<Pick<DeviceAuthorization, 'clientId' | 'signInId'>> = {},
): Promise<number> {
  const { affected } = await tx.delete(DeviceAuthorization, { accountId, usedAt: IsNull(), ...which });
  return affected ?? 0;
}
