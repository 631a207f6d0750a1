import { Injectable } from '@nestjs/common';
import type { CallerClient } from '../contract/caller.js';
import type { Long } from '../contract/long.js';
import { Database } from '../database/database.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { Clock } from '../security/clock.js';
import { Sealer } from '../security/sealer.js';
import { digestOf, randomSecret } from '../security/secrets.js';
import { Metrics } from '../telemetry/metrics.js';
import type { IssuedTokens } from './access-token.view.js';
import { Lifetimes } from './lifetimes.js';
import type { MacAlgorithm } from './mac/mac.js';
import type { TokenType } from './token-grant.entity.js';

const ISSUE = {
  name: 'token-issue',
  // The account is locked against being disabled meanwhile: what disabling ended stays ended (D24).
  text: `WITH who AS (
           SELECT id FROM account WHERE id = $1 AND status = 'active' FOR SHARE
         ), g AS (
           INSERT INTO token_grant (account_id, client_id, device_id, token_type, created_at, expires_at)
           SELECT $1::bigint, $2::bigint, $3, $4, $5::timestamptz, $6::timestamptz
            WHERE $1 IS NULL OR EXISTS (SELECT FROM who) RETURNING id
         ), r AS (
           INSERT INTO refresh_token (digest, grant_id, issued_at, expires_at)
           SELECT $7::bytea, g.id, $5::timestamptz, $8::timestamptz FROM g WHERE $7 IS NOT NULL
         )
         INSERT INTO access_token (digest, grant_id, expires_at, mac_key, mac_algorithm)
         SELECT $9::bytea, g.id, $10::timestamptz, $11::bytea, $12 FROM g RETURNING grant_id`,
};

/** What a new grant is for. */
export interface GrantRequest {
  readonly client: CallerClient;
  /** null: the client for itself. */
  readonly accountId: Long | null;
  readonly tokenType: TokenType;
  readonly deviceId: string | null;
  readonly grantType: string;
}

/** An access token and what belongs to it, made but not yet stored. */
export interface FreshAccessToken {
  readonly plain: string;
  readonly digest: Buffer;
  readonly macKey: string;
  readonly sealedMacKey: Buffer;
  readonly macAlgorithm: MacAlgorithm;
}

/** Issues tokens (§4.2, D46): the plain values exist only in what is returned, the store keeps digests. */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly database: Database,
    private readonly lifetimes: Lifetimes,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /**
   * A grant with its first tokens, in one statement. A client's own grant has no refresh token (RFC 6749 §4.4.3).
   * @throws CallError credentialInvalid when the account was disabled or deleted meanwhile
   */
  async issue({ client, accountId, tokenType, deviceId, grantType }: GrantRequest): Promise<IssuedTokens> {
    const now = this.clock.millis();
    const expiresAt = now + this.lifetimes.access(client, tokenType);
    const refreshToken = accountId === null ? null : randomSecret();
    const refreshExpiresAt = refreshToken === null ? expiresAt : now + this.lifetimes.refresh(client);
    const access = tokenType === 'mac' ? this.freshMacToken(client) : freshBearerToken();
    const issued = await this.database.query(ISSUE, [
      accountId,
      client.id,
      deviceId,
      tokenType,
      new Date(now),
      new Date(Math.max(expiresAt, refreshExpiresAt)),
      refreshToken === null ? null : digestOf(refreshToken),
      new Date(refreshExpiresAt),
      access.digest,
      new Date(expiresAt),
      access.sealedMacKey,
      access.macAlgorithm,
    ]);
    if (issued.length === 0) throw new CallError(Errors.credentialInvalid, { accountId });
    this.metrics.tokensIssued.inc({ grant: grantType, type: tokenType });
    const { plain: accessToken, macKey, macAlgorithm } = access;
    return { tokenType, accessToken, expiresAt, refreshToken, macKey, macAlgorithm };
  }

  freshMacToken(client: CallerClient): FreshAccessToken {
    const { plain, digest } = freshBearerToken();
    const macKey = randomSecret();
    const sealedMacKey = this.sealer.seal(Buffer.from(macKey), digest);
    // §2.4 knows hmac-sha-1 alone; a strict client gets what is not broken (D50).
    return {
      plain,
      digest,
      macKey,
      sealedMacKey,
      macAlgorithm: client.profile === 'strict' ? 'hmac-sha-256' : 'hmac-sha-1',
    };
  }
}

function freshBearerToken() {
  const plain = randomSecret();
  return { plain, digest: digestOf(plain), macKey: null, sealedMacKey: null, macAlgorithm: null };
}
