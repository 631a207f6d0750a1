import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { methodsIn } from '../../identity/sessions/kept-methods.js';
import { queryEach } from '../../platform/database/batch-statement.js';
import { Batch } from '../../platform/database/batch.js';
import { Database } from '../../platform/database/database.js';
import { Clock } from '../../platform/security/clock.js';
import { digestOf } from '../../platform/security/secrets.js';
import type { IssuedTokens } from './access-token.view.js';
import { CodeRefusals, type CodePresentation } from './code-refusals.js';
import { REDEEM_MANY, REDEEM_ONE, type PresentedCode, type Redeemed } from './code-statements.js';
import { FreshTokens } from './fresh-tokens.js';
import { TokenCount } from './token-count.js';

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
    private readonly clock: Clock,
    private readonly count: TokenCount,
  ) {}

  /**
   * One statement, batched with other requests of the same moment.
   * @throws CallError grantNotValid for a code that is unknown, used, expired or another client's; a used one's tokens
   * are revoked
   */
  async redeem(presented: CodePresentation): Promise<IssuedTokens> {
    const { client, code, tokenType, thumbprint, redirectUri, codeVerifier, address } = presented;
    const fresh = this.fresh.grant();
    const now = this.clock.millis();
    const endsAt = this.fresh.grantEnd(client, tokenType, now);
    const redeemed = await this.rows.add({
      code_digest: digestOf(code),
      client_id: client.id,
      now: new Date(now),
      redirect_uri: redirectUri,
      code_challenge: codeVerifier === null ? null : challengeOf(codeVerifier),
      token_type: tokenType,
      ends_at: new Date(endsAt),
      anchor: fresh.anchor,
      refresh_digest: fresh.refreshDigest,
      thumbprint,
      key_thumbprint: client.isPublic ? thumbprint : null,
      client_name: client.clientId,
      address,
    });
    if (redeemed === null) throw await this.refusals.refusalOf(presented);
    const { grant_id: grantId, scope, account_id: accountId } = redeemed;
    const stored = { client, grant: fresh, grantId, tokenType, thumbprint, createdAt: now, endsAt };
    const tokens = this.fresh.first(stored);
    this.count.issued({ grant: 'authorization_code', type: tokens.tokenType, accountId });
    const { nonce, auth_time: authTime, sid, methods } = redeemed;
    return { scope, signIn: { accountId, nonce, authTime, sid, methods: methodsIn(methods) }, ...tokens };
  }
}

/** PKCE S256 (RFC 7636 §4.6). */
function challengeOf(verifier: string): string {
  return hash('sha256', verifier, 'base64url');
}
