import { Injectable } from '@nestjs/common';
import { methodsIn } from '../../identity/sessions/kept-methods.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database } from '../../platform/database/database.js';
import { epochMillis } from '../../platform/database/epoch-millis.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { inetOf, networkOf } from '../../platform/throttle/network.js';
import { isSameDigest } from '../../platform/security/secrets.js';
import type { ReadRefreshToken } from './format/refresh-token.js';
import { FreshTokens, refreshLimits } from './fresh-tokens.js';
import { isInGrace, type Refreshed } from './refresh-statements.js';
import type { SignInFacts } from './sign-in-facts.js';

const FIND = {
  name: 'refresh-state',
  text: `SELECT g.account_id, g.client_id, g.anchor, g.generation, g.refresh_digest, g.grace_floor, g.token_type, g.scope, g.claims, g.resources,
                g.auth_time, g.sid, g.methods, g.key_thumbprint, host(g.refreshed_from) AS refreshed_from, ${epochMillis('g.refreshed_at')} AS refreshed_at, ${epochMillis('g.ends_at')} AS ends_at,
                ${epochMillis('g.created_at')} AS created_at, g.revoked_at IS NOT NULL AS is_revoked,
                g.account_id IS NOT NULL AND a.status <> 'active' AS is_disabled,
                coalesce(${isInGrace('$2::timestamptz', '$3::float8')}, false) AS is_in_grace
           FROM token_grant g LEFT JOIN account a ON a.id = g.account_id WHERE g.id = $1`,
};

/** The row of the grant that a refresh token names. */
interface Row extends Omit<Refreshed, 'ask' | 'is_ahead'> {
  readonly client_id: Long;
  readonly anchor: Buffer | null;
  readonly generation: number;
  readonly refresh_digest: Buffer | null;
  readonly grace_floor: number;
  /** Thumbprint of the key that it is bound to; null: none. */
  readonly key_thumbprint: Buffer | null;
  /** The address that the last refresh came from; null: there was none, or it had none. */
  readonly refreshed_from: string | null;
  /** Milliseconds since the epoch. */
  readonly refreshed_at: number | null;
  /** Milliseconds since the epoch. */
  readonly created_at: number;
  readonly is_revoked: boolean;
  readonly is_disabled: boolean;
  /** Whether the last refresh was just now. */
  readonly is_in_grace: boolean;
}

/** How far back a token may be that is answered again within the grace. */
export const MOST_BACK = 4;

/** What the audit says of a repetition that came from another network than the refresh itself (D314). */
export const ELSEWHERE = { from: 'another network' } as const;

/** A refresh token of a grant whose secret it has: it was issued by this server. */
export interface ProvenToken extends Row {
  readonly presented: ReadRefreshToken;
  /**
   * spent: another token replaced it. unknowable: it is not the current one, and its key is not listed any more, so an
   * attacker with that key may have forged it.
   */
  readonly age: 'current' | 'spent' | 'unknowable';
  /** How long after a refresh a spent one is answered again. */
  readonly graceSeconds: number;
  /** A spent one that is answered again (D49). */
  readonly isRepeatable: boolean;
}

/** Finds the grant of a refresh token, and tells what the token is to it; nothing is changed (D205). */
@Injectable()
export class RefreshStates {
  constructor(
    private readonly database: Database,
    private readonly fresh: FreshTokens,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** null: no grant of this server knows it. */
  async find(plain: string): Promise<ProvenToken | null> {
    const presented = this.fresh.read(plain);
    return presented && this.of(presented);
  }

  /** Finds the grant of a token that was read. */
  async of(presented: ReadRefreshToken): Promise<ProvenToken | null> {
    const { refreshGraceSeconds: graceSeconds } = this.config;
    const values = [presented.grantId, this.clock.now(), graceSeconds];
    const [row] = await this.database.query<Row & Record<string, unknown>>(FIND, values);
    if (!row?.anchor || !isSameDigest(row.anchor, presented.anchor)) return null;
    const age = ageOf(row, presented);
    const isRecent =
      presented.generation >= row.grace_floor && row.generation - presented.generation <= MOST_BACK;
    return {
      presented,
      age,
      graceSeconds,
      isRepeatable: age === 'spent' && row.is_in_grace && isRecent,
      ...row,
    };
  }

  /** Whether the grant has reached its end, or a limit of its client. */
  isOver({ ends_at, created_at, refreshed_at }: ProvenToken, client: CallerClient): boolean {
    const now = this.clock.millis();
    const { totalSeconds, unusedSeconds } = refreshLimits(client);
    const isTooOld = totalSeconds !== null && created_at <= now - totalSeconds * SECOND;
    const isUnused = unusedSeconds !== null && (refreshed_at ?? created_at) <= now - unusedSeconds * SECOND;
    return ends_at <= now || isTooOld || isUnused;
  }
}

/** Whether a repetition comes from another network than the refresh, and no key shows that both have one sender. */
export function isFromElsewhere({ key_thumbprint, refreshed_from }: ProvenToken, address: string): boolean {
  if (key_thumbprint !== null) return false;
  const [then, now] = [refreshed_from, inetOf(address)].map((from) => from && networkOf(from));
  return then !== now;
}

function ageOf(row: Row, { generation, digest, isGenuine }: ReadRefreshToken): ProvenToken['age'] {
  const isRow = row.refresh_digest !== null && isSameDigest(row.refresh_digest, digest);
  if (generation === row.generation && isRow) return 'current';
  if (!isGenuine) return 'unknowable';
  return generation >= row.generation ? 'current' : 'spent';
}

/** The sign-in of the tokens of a refresh. A nonce belongs to the authorization request only (OpenID Connect Core §12.2). */
export function signInOf({
  account_id: accountId,
  auth_time: authTime,
  sid,
  methods,
}: Pick<Row, 'account_id' | 'auth_time' | 'sid' | 'methods'>): SignInFacts | undefined {
  if (accountId === null) return undefined;
  return { accountId, nonce: null, authTime, sid, methods: methodsIn(methods) };
}
