import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { queryEach } from '../../platform/database/batch-statement.js';
import { Batch } from '../../platform/database/batch.js';
import { Database } from '../../platform/database/database.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import { Standstill } from '../../platform/operations/standstill.js';
import { Clock } from '../../platform/security/clock.js';
import { inetOf } from '../../platform/throttle/network.js';
import { CALLER_MS } from '../../platform/waits.js';
import type { ReadRefreshToken } from './format/refresh-token.js';
import { FreshTokens, type NextRefreshToken } from './fresh-tokens.js';
import { refreshLimits } from './lifetimes.js';
import {
  refreshStatements,
  type AskedRefresh,
  type Refreshed,
  type RefreshStatements,
} from './refresh-statements.js';
import { usualScope } from './scope.js';

/** A refresh token to be used. */
interface Attempt {
  readonly presented: ReadRefreshToken;
  /** What takes its place, where it is replaced. */
  readonly next: NextRefreshToken;
  /** Thumbprint of the key of the proof beside it; null: there is none. */
  readonly thumbprint: Buffer | null;
  /** The requested scope, at most what was granted; null: the request names none. */
  readonly scope: string | null;
  readonly address: string;
}

/** A refresh token that was used, and when: its access token is of that moment. */
interface UsedRefresh extends Refreshed {
  /** Milliseconds since the epoch. */
  readonly usedAt: number;
}

/** Uses refresh tokens, those of the same moment in one statement. */
@Injectable()
export class RefreshBatches {
  private readonly rotations: Batch<AskedRefresh, Refreshed | null>;
  private readonly renewals: Batch<AskedRefresh, Refreshed | null>;
  private asks = 0;

  constructor(
    private readonly database: Database,
    private readonly fresh: FreshTokens,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly standstill: Standstill,
  ) {
    const { rotate, keep } = refreshStatements(config.auditsRefreshes);
    this.rotations = this.batch(rotate);
    this.renewals = this.batch(keep);
  }

  /** Spends the token and puts the next in its place; null: it could not be used. */
  rotate(client: CallerClient, attempt: Attempt): Promise<UsedRefresh | null> {
    return this.use(this.rotations, client, attempt);
  }

  /** The token stays; null: it could not be used. */
  keep(client: CallerClient, attempt: Attempt): Promise<UsedRefresh | null> {
    return this.use(this.renewals, client, attempt);
  }

  private async use(
    batch: Batch<AskedRefresh, Refreshed | null>,
    client: CallerClient,
    attempt: Attempt,
  ): Promise<UsedRefresh | null> {
    this.standstill.requirePresence();
    const usedAt = this.clock.millis();
    const refreshed = await batch.add(this.rowOf(client, attempt, usedAt));
    return refreshed && { usedAt, ...refreshed };
  }

  private rowOf(
    client: CallerClient,
    { presented, next, thumbprint, scope, address }: Attempt,
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
      usual_scope: usualScope(client),
    };
  }

  private batch({ many, one }: RefreshStatements): Batch<AskedRefresh, Refreshed | null> {
    const run = (rows: AskedRefresh[]) => queryEach(this.database, many, rows);
    return new Batch(run, { alone: async (row) => (await queryEach(this.database, one, [row]))[0] ?? null });
  }
}
