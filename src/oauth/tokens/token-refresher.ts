import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { LegacyGate } from '../clients/legacy-gate.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { queryEach } from '../../platform/database/batch-statement.js';
import { Batch } from '../../platform/database/batch.js';
import { Database } from '../../platform/database/database.js';
import { Clock, DAY, SECOND } from '../../platform/security/clock.js';
import { sealUnderSecret } from '../../platform/security/sealer.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import type { IssuedTokens } from './access-token.view.js';
import { Lifetimes } from './lifetimes.js';
import { KEEP, ROTATE_MANY, ROTATE_ONE, type Rotation } from './refresh-statements.js';
import { shaped, SpentTokens } from './spent-tokens.js';
import type { TokenType } from './token-grant.entity.js';
import { TokenIssuer } from './token-issuer.js';

/** How long a spent token is kept, to detect theft. */
const SPENT_KEPT_MS = 30 * DAY;

const MAX_CLIENTS = 10_000;

interface Preparation {
  readonly prepared: TokenType;
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
  private readonly rotations = new Batch<Rotation, TokenType | null>(
    (rows) => this.spend(ROTATE_MANY, rows),
    {
      alone: async (row) => (await this.spend(ROTATE_ONE, [row]))[0] ?? null,
    },
  );

  constructor(
    private readonly database: Database,
    private readonly issuer: TokenIssuer,
    private readonly spent: SpentTokens,
    private readonly lifetimes: Lifetimes,
    private readonly legacy: LegacyGate,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** @throws CallError grantNotValid for an unknown, expired, stolen or revoked token, or another client's */
  async refresh(client: CallerClient, presented: string, address: string): Promise<IssuedTokens> {
    const prepared = this.macClients.has(client.id) || keepsToken(client) ? 'mac' : 'bearer';
    const issued = keepsToken(client)
      ? await this.keep(client, presented, address)
      : await this.rotate(client, presented, { prepared, address });
    if (issued === null) return this.instead(client, presented, { prepared, address });
    this.metrics.tokensIssued.inc({ grant: 'refresh_token', type: issued.tokenType });
    return issued;
  }

  /**
   * Spends the token and stores its successors in one statement, batched with other requests of the same moment; null
   * when it could not be spent.
   */
  private async rotate(
    client: CallerClient,
    presented: string,
    { prepared, address }: Preparation,
  ): Promise<IssuedTokens | null> {
    const now = this.clock.millis();
    const fresh = this.issuer.freshToken(client, prepared);
    const refreshToken = randomSecret();
    const [bearerEnd, macEnd] = this.accessEnds(client, now);
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
    const { totalMs, unusedMs } = this.lifetimes.limits(client);
    const tokenType = await this.rotations.add({
      spent_digest: spent,
      client_id: client.id,
      now: new Date(now),
      successor: sealed,
      kept_until: new Date(now + SPENT_KEPT_MS),
      digest: digestOf(refreshToken),
      refresh_expires_at: new Date(now + this.lifetimes.refresh(client)),
      total_seconds: totalMs && totalMs / SECOND,
      access_digest: fresh.digest,
      bearer_expires_at: new Date(bearerEnd),
      mac_expires_at: new Date(macEnd),
      mac_key: fresh.sealedMacKey,
      mac_algorithm: fresh.macAlgorithm,
      unused_seconds: unusedMs && unusedMs / SECOND,
      client_name: client.clientId,
      address,
    });
    return tokenType ? shaped(tokenType, successor, bearerEnd, macEnd) : null;
  }

  /** The token type of each grant whose token was spent; undefined where it could not be spent. */
  private async spend(
    statement: typeof ROTATE_MANY,
    rows: readonly Rotation[],
  ): Promise<(TokenType | undefined)[]> {
    const used = await queryEach(this.database, statement, rows);
    return used.map((row) => row?.token_type);
  }

  /** For a client that does not store new refresh tokens (D49): the token stays valid. */
  private async keep(client: CallerClient, presented: string, address: string): Promise<IssuedTokens | null> {
    this.legacy.pass(client, 'unrotated-refresh');
    const now = this.clock.millis();
    const fresh = this.issuer.freshMacToken(client);
    const [bearerEnd, macEnd] = this.accessEnds(client, now);
    const [row] = await this.database.query<{ token_type: TokenType }>(KEEP, [
      digestOf(presented),
      client.id,
      new Date(now),
      fresh.digest,
      new Date(bearerEnd),
      new Date(macEnd),
      fresh.sealedMacKey,
      fresh.macAlgorithm,
      client.clientId,
      address,
    ]);
    if (!row) return null;
    const { plain: accessToken, macKey, macAlgorithm } = fresh;
    return shaped(
      row.token_type,
      { accessToken, refreshToken: presented, macKey, macAlgorithm },
      bearerEnd,
      macEnd,
    );
  }

  private accessEnds(client: CallerClient, now: number): [bearer: number, mac: number] {
    return [now + this.lifetimes.access(client, 'bearer'), now + this.lifetimes.access(client, 'mac')];
  }

  private async instead(
    client: CallerClient,
    presented: string,
    { prepared, address }: Preparation,
  ): Promise<IssuedTokens> {
    const state = await this.spent.find(client, presented);
    if (state.token_type === 'mac' && prepared === 'bearer' && state.spent_at === null) {
      this.macClients.set(client.id, true);
      return this.refresh(client, presented, address);
    }
    return this.spent.repeatOrRefuse(client, presented, { state, address });
  }
}

/** Whether refreshing keeps the refresh token; a strict client's is replaced whatever its record says (D68). */
function keepsToken(client: CallerClient): boolean {
  return client.keepsRefreshToken && client.profile !== 'strict';
}
