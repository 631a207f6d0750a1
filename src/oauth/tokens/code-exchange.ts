import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { queryEach } from '../../platform/database/batch-statement.js';
import { Batch } from '../../platform/database/batch.js';
import { Database } from '../../platform/database/database.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import type { IssuedTokens } from './access-token.view.js';
import { CodeRefusals, type CodePresentation } from './code-refusals.js';
import { REDEEM_MANY, REDEEM_ONE, type PresentedCode, type Redeemed } from './code-statements.js';
import { FreshTokens } from './fresh-tokens.js';

/** Exchanges an authorization code for tokens (§3.3 E, D54, D60). */
@Injectable()
export class CodeExchange {
  private readonly rows = new Batch<PresentedCode, Redeemed | null>(
    (rows) => queryEach(this.database, REDEEM_MANY, rows),
    {
      alone: async (row) => (await queryEach(this.database, REDEEM_ONE, [row]))[0] ?? null,
    },
  );

  constructor(
    private readonly database: Database,
    private readonly fresh: FreshTokens,
    private readonly refusals: CodeRefusals,
    private readonly metrics: Metrics,
  ) {}

  /**
   * One statement, batched with other requests of the same moment.
   * @throws CallError grantNotValid for a code that is unknown, used, expired or another client's; a used one's tokens
   * are revoked
   */
  async redeem(presented: CodePresentation): Promise<IssuedTokens> {
    const { client, code, tokenType, redirectUri, codeVerifier, address } = presented;
    const { now, [tokenType]: expiresAt, refresh } = this.fresh.ends(client);
    const access = this.fresh.make(client, tokenType);
    const refreshToken = randomSecret();
    const grant = await this.rows.add({
      code_digest: digestOf(code),
      client_id: client.id,
      now: new Date(now),
      redirect_uri: redirectUri,
      code_challenge: codeVerifier === null ? null : challengeOf(codeVerifier),
      token_type: tokenType,
      grant_expires_at: new Date(Math.max(expiresAt, refresh)),
      refresh_digest: digestOf(refreshToken),
      access_digest: access.digest,
      access_expires_at: new Date(expiresAt),
      mac_key: access.sealedMacKey,
      mac_algorithm: access.macAlgorithm,
      client_name: client.clientId,
      address,
    });
    if (grant === null) throw await this.refusals.refusalOf(presented);
    this.metrics.tokensIssued.inc({ grant: 'authorization_code', type: tokenType });
    const { plain: accessToken, macKey, macAlgorithm } = access;
    const { scope, account_id: accountId, nonce, auth_time: authTime, sid } = grant;
    const signIn = { accountId, nonce, authTime, sid };
    return { tokenType, accessToken, expiresAt, refreshToken, macKey, macAlgorithm, scope, signIn };
  }
}

/** PKCE S256 (RFC 7636 §4.6). */
function challengeOf(verifier: string): string {
  return hash('sha256', verifier, 'base64url');
}
