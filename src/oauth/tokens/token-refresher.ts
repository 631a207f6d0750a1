import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { LegacyGate } from '../clients/legacy-gate.js';
import { rotationOf } from '../clients/refresh-rotation.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { queryEach } from '../../platform/database/batch-statement.js';
import { Batch } from '../../platform/database/batch.js';
import { Database } from '../../platform/database/database.js';
import { DAY } from '../../platform/security/clock.js';
import { sealUnderSecret } from '../../platform/security/sealer.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import type { IssuedTokens } from './access-token.view.js';
import { FreshTokens } from './fresh-tokens.js';
import { refreshLimits } from './lifetimes.js';
import {
  KEEP_MANY,
  KEEP_ONE,
  ROTATE_MANY,
  ROTATE_ONE,
  type Refreshed,
  type Renewal,
  type Rotation,
} from './refresh-statements.js';
import { scopesOf } from './scope.js';
import { shaped, SpentTokens } from './spent-tokens.js';
import type { TokenType } from './token-grant.entity.js';

/** How long a spent token is kept, to detect theft. */
const SPENT_KEPT_MS = 30 * DAY;

const MAX_CLIENTS = 10_000;

/** A refresh token as the client presents it. */
export interface RefreshPresentation {
  readonly presented: string;
  /** The requested scope, at most what was granted; null: the request names none. */
  readonly scope: string | null;
  readonly address: string;
}

/** Exchanges a refresh token for new tokens (§3.2, D49). */
@Injectable()
export class TokenRefresher {
  /**
   * Clients known to hold MAC tokens: their refreshes prepare a key, which would be created and sealed in vain for a
   * Bearer token. A refresh that prepared for the wrong type spends nothing.
   */
  private readonly macClients = new LRUCache<Long, true>({ max: MAX_CLIENTS });
  private readonly rotations = new Batch<Rotation, Refreshed | null>(
    (rows) => this.spend(ROTATE_MANY, rows),
    {
      alone: async (row) => (await this.spend(ROTATE_ONE, [row]))[0] ?? null,
    },
  );
  private readonly renewals = new Batch<Renewal, Refreshed | null>((rows) => this.renew(KEEP_MANY, rows), {
    alone: async (row) => (await this.renew(KEEP_ONE, [row]))[0] ?? null,
  });

  constructor(
    private readonly database: Database,
    private readonly fresh: FreshTokens,
    private readonly spent: SpentTokens,
    private readonly legacy: LegacyGate,
    private readonly metrics: Metrics,
  ) {}

  /**
   * @throws CallError grantNotValid for an unknown, expired, stolen or revoked token, or another client's; scopeNotValid
   * for a scope beyond the granted one, which spends nothing
   */
  async refresh(client: CallerClient, asked: RefreshPresentation): Promise<IssuedTokens> {
    const prepared = this.macClients.has(client.id) ? 'mac' : 'bearer';
    const issued = rotationOf(client).rotates
      ? await this.rotate(client, asked, prepared)
      : await this.keep(client, asked, prepared);
    if (issued === null) return this.instead(client, asked, prepared);
    this.metrics.tokensIssued.inc({ grant: 'refresh_token', type: issued.tokenType });
    return issued;
  }

  /**
   * Spends the token and stores its successors in one statement, batched with other requests of the same moment; null
   * when it could not be spent.
   */
  private async rotate(
    client: CallerClient,
    { presented, scope, address }: RefreshPresentation,
    prepared: TokenType,
  ): Promise<IssuedTokens | null> {
    const fresh = this.fresh.make(client, prepared);
    const refreshToken = randomSecret();
    const { now, bearer: bearerEnd, mac: macEnd, refresh: refreshEnd } = this.fresh.ends(client);
    const spent = digestOf(presented);
    const successor = {
      accessToken: fresh.plain,
      refreshToken,
      macKey: fresh.macKey,
      macAlgorithm: fresh.macAlgorithm,
    };
    const sealed = sealUnderSecret(
      presented,
      Buffer.from(JSON.stringify({ ...successor, bearerEnd, macEnd })),
      spent,
    );
    const { totalSeconds, unusedSeconds } = refreshLimits(client);
    const refreshed = await this.rotations.add({
      spent_digest: spent,
      client_id: client.id,
      now: new Date(now),
      successor: sealed,
      kept_until: new Date(now + SPENT_KEPT_MS),
      digest: digestOf(refreshToken),
      refresh_expires_at: new Date(refreshEnd),
      total_seconds: totalSeconds,
      access_digest: fresh.digest,
      bearer_expires_at: new Date(bearerEnd),
      mac_expires_at: new Date(macEnd),
      mac_key: fresh.sealedMacKey,
      mac_algorithm: fresh.macAlgorithm,
      unused_seconds: unusedSeconds,
      client_name: client.clientId,
      address,
      asked_scope: scope,
      usual_scope: usualScope(client),
    });
    return refreshed && shaped(refreshed, successor, bearerEnd, macEnd);
  }

  /** The grant of each token that was spent; undefined where it could not be spent. */
  private spend(
    statement: typeof ROTATE_MANY,
    rows: readonly Rotation[],
  ): Promise<(Refreshed | undefined)[]> {
    return queryEach(this.database, statement, rows);
  }

  /** Issues another access token; the refresh token stays valid (D49). */
  private async keep(
    client: CallerClient,
    { presented, scope, address }: RefreshPresentation,
    prepared: TokenType,
  ): Promise<IssuedTokens | null> {
    this.legacy.pass(client, 'unrotated-refresh');
    const fresh = this.fresh.make(client, prepared);
    const { now, bearer: bearerEnd, mac: macEnd } = this.fresh.ends(client);
    const refreshed = await this.renewals.add({
      presented_digest: digestOf(presented),
      client_id: client.id,
      now: new Date(now),
      access_digest: fresh.digest,
      bearer_expires_at: new Date(bearerEnd),
      mac_expires_at: new Date(macEnd),
      mac_key: fresh.sealedMacKey,
      mac_algorithm: fresh.macAlgorithm,
      client_name: client.clientId,
      address,
      asked_scope: scope,
      usual_scope: usualScope(client),
    });
    if (!refreshed) return null;
    const { plain: accessToken, macKey, macAlgorithm } = fresh;
    return shaped(
      refreshed,
      { accessToken, refreshToken: presented, macKey, macAlgorithm },
      bearerEnd,
      macEnd,
    );
  }

  /** The grant of each token that was there; undefined where it was not. */
  private renew(statement: typeof KEEP_MANY, rows: readonly Renewal[]): Promise<(Refreshed | undefined)[]> {
    return queryEach(this.database, statement, rows);
  }

  private async instead(
    client: CallerClient,
    asked: RefreshPresentation,
    prepared: TokenType,
  ): Promise<IssuedTokens> {
    const { presented, scope, address } = asked;
    const state = await this.spent.find(client, presented);
    if (state.token_type === 'mac' && prepared === 'bearer' && state.spent_at === null) {
      this.macClients.set(client.id, true);
      return this.refresh(client, asked);
    }
    return this.spent.repeatOrRefuse(client, presented, {
      state,
      address,
      isGranted: isWithin(scope, state.scope ?? usualScope(client)),
    });
  }
}

/** The scopes of a grant without a scope. */
function usualScope(client: CallerClient): string {
  return scopesOf(client).join(' ');
}

function isWithin(asked: string | null, granted: string): boolean {
  const names = granted.split(' ');
  return asked === null || asked.split(' ').every((name) => names.includes(name));
}
