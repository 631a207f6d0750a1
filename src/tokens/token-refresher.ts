import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { LegacyGate } from '../clients/legacy-gate.js';
import type { CallerClient } from '../contract/caller.js';
import type { Long } from '../contract/long.js';
import { Batch } from '../database/batch.js';
import { Database, type Statement } from '../database/database.js';
import { transpose } from '../database/transpose.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { Clock, DAY, SECOND } from '../security/clock.js';
import { openUnderSecret, sealUnderSecret } from '../security/sealer.js';
import { digestOf, randomSecret } from '../security/secrets.js';
import { Metrics } from '../telemetry/metrics.js';
import type { IssuedTokens } from './access-token.view.js';
import { Lifetimes } from './lifetimes.js';
import { KEEP, ROTATE_MANY, ROTATE_ONE, STATE_OF_REFRESH_TOKEN } from './refresh-statements.js';
import type { TokenType } from './token-grant.entity.js';
import { TokenIssuer } from './token-issuer.js';
import { TokenRevoker } from './token-revoker.js';

/** D49: a spent token presented this soon again is a lost answer or a racing worker. */
const GRACE_MS = 30 * SECOND;
/** How long a spent token is remembered, to tell theft. */
const SPENT_KEPT_MS = 30 * DAY;

/** A row of the statement, in the order of its parameters. */
type Row = readonly unknown[];
const NEXT_DIGEST = 5;

interface RefreshState {
  grant_id: Long;
  client_id: Long;
  spent_at: Date | null;
  successor: Buffer | null;
  is_alive: boolean;
}

type Successor = Omit<IssuedTokens, 'tokenType'>;

const MAX_CLIENTS = 10_000;

/** Exchanges a refresh token for new tokens (§3.2, D49). */
@Injectable()
export class TokenRefresher {
  /**
   * Clients that were seen to hold MAC tokens: theirs are prepared with a key, which for a Bearer token would be made and
   * sealed for nothing. What a refresh prepared for the wrong type spends nothing.
   */
  private readonly macClients = new LRUCache<Long, true>({ max: MAX_CLIENTS });
  private readonly rotations = new Batch<Row, TokenType | null>((rows) => this.spend(ROTATE_MANY, rows), {
    alone: async (row) => (await this.spend(ROTATE_ONE, [row]))[0] ?? null,
  });

  constructor(
    private readonly database: Database,
    private readonly issuer: TokenIssuer,
    private readonly revoker: TokenRevoker,
    private readonly lifetimes: Lifetimes,
    private readonly legacy: LegacyGate,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** @throws CallError grantNotValid for an unknown, expired, stolen or revoked token, or another client's */
  async refresh(client: CallerClient, presented: string): Promise<IssuedTokens> {
    const prepared = this.macClients.has(client.id) || keepsToken(client) ? 'mac' : 'bearer';
    const issued = keepsToken(client)
      ? await this.keep(client, presented)
      : await this.rotate(client, presented, prepared);
    if (issued === null) return this.repeatOrRefuse(client, presented, prepared);
    this.metrics.tokensIssued.inc({ grant: 'refresh_token', type: issued.tokenType });
    return issued;
  }

  /** Spends the token and stores its successors, in one statement, which other requests of the moment may share; null when it could not be spent. */
  private async rotate(
    client: CallerClient,
    presented: string,
    prepared: TokenType,
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
    const tokenType = await this.rotations.add([
      spent,
      client.id,
      new Date(now),
      sealed,
      new Date(now + SPENT_KEPT_MS),
      digestOf(refreshToken),
      new Date(now + this.lifetimes.refresh(client)),
      totalMs && totalMs / SECOND,
      fresh.digest,
      new Date(bearerEnd),
      new Date(macEnd),
      fresh.sealedMacKey,
      fresh.macAlgorithm,
      unusedMs && unusedMs / SECOND,
    ]);
    return tokenType ? shaped(tokenType, successor, bearerEnd, macEnd) : null;
  }

  /** The token type of each grant whose token was spent; undefined where it could not be. */
  private async spend(statement: Statement, rows: readonly Row[]): Promise<(TokenType | undefined)[]> {
    const used = await this.database.query<{ digest: Buffer; token_type: TokenType }>(
      statement,
      transpose(rows),
    );
    const types = new Map(used.map((row) => [row.digest.toString('latin1'), row.token_type]));
    return rows.map((row) => types.get((row[NEXT_DIGEST] as Buffer).toString('latin1')));
  }

  /** For a client that does not store the new refresh token (D49): it stays as it is. */
  private async keep(client: CallerClient, presented: string): Promise<IssuedTokens | null> {
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

  private async repeatOrRefuse(
    client: CallerClient,
    presented: string,
    prepared: TokenType,
  ): Promise<IssuedTokens> {
    const digest = digestOf(presented);
    const [state] = await this.database.query<RefreshState & { token_type: TokenType }>(
      STATE_OF_REFRESH_TOKEN,
      [digest],
    );
    // Another client's token is not ours to judge: it is neither honoured nor revoked.
    if (!state || state.client_id !== client.id) throw new CallError(Errors.grantNotValid);
    const { grant_id: grantId, spent_at: spentAt, successor } = state;
    if (state.token_type === 'mac' && prepared === 'bearer' && spentAt === null) {
      this.macClients.set(client.id, true);
      return this.refresh(client, presented);
    }
    if (!state.is_alive || spentAt === null || successor === null)
      throw new CallError(Errors.grantNotValid, { grantId });
    if (this.clock.millis() - spentAt.getTime() > GRACE_MS) {
      await this.revoker.revokeStolen(grantId, client.clientId);
      throw new CallError(Errors.grantNotValid, { grantId, reason: 'reused' });
    }
    const { bearerEnd, macEnd, ...same } = JSON.parse(
      openUnderSecret(presented, successor, digest).toString(),
    ) as Successor & { bearerEnd: number; macEnd: number };
    return shaped(state.token_type, same, bearerEnd, macEnd);
  }
}

/** A strict client's refresh token is replaced whatever its record says (D68). */
function keepsToken(client: CallerClient): boolean {
  return client.keepsRefreshToken && client.profile !== 'strict';
}

/** Only the grant knows the token type; a Bearer token that was prepared with a key goes without. */
function shaped(
  tokenType: TokenType,
  tokens: Omit<Successor, 'expiresAt'>,
  bearerEnd: number,
  macEnd: number,
): IssuedTokens {
  if (tokenType === 'mac') return { ...tokens, tokenType, expiresAt: macEnd };
  return { ...tokens, tokenType, expiresAt: bearerEnd, macKey: null, macAlgorithm: null };
}
