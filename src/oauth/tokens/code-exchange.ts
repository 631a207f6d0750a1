import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { queryEach } from '../../platform/database/batch-statement.js';
import { Batch } from '../../platform/database/batch.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { followUp } from '../../platform/errors/outcome.js';
import { Clock } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import type { IssuedTokens } from './access-token.view.js';
import {
  REDEEM_MANY,
  REDEEM_ONE,
  STATE_OF_CODE,
  type PresentedCode,
  type Redeemed,
} from './code-statements.js';
import { Lifetimes } from './lifetimes.js';
import { IdTokens } from '../oidc/id-tokens.js';
import { hasScope } from './scope.js';
import type { TokenType } from './token-grant.entity.js';
import { TokenIssuer } from './token-issuer.js';
import { TokenRevoker } from './token-revoker.js';

/** The state of a code that could not be used. */
interface CodeState {
  client_id: Long;
  account_id: Long;
  grant_id: Long | null;
  redirect_uri: string;
  is_used: boolean;
  is_expired: boolean;
  is_disabled: boolean;
  is_alive: boolean;
}

/** A code as the client presents it, with the parameters that bind it. */
export interface CodePresentation {
  readonly client: CallerClient;
  readonly code: string;
  readonly tokenType: TokenType;
  /** null where the operation has no such parameter (§4.2): then the code is bound to the client alone. */
  readonly redirectUri: string | null;
  readonly codeVerifier: string | null;
  readonly address: string;
}

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
    private readonly issuer: TokenIssuer,
    private readonly revoker: TokenRevoker,
    private readonly idTokens: IdTokens,
    private readonly lifetimes: Lifetimes,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /**
   * One statement, batched with other requests of the same moment.
   * @throws CallError grantNotValid for a code that is unknown, used, expired or another client's; a used one's tokens
   * are revoked
   */
  async redeem(presented: CodePresentation): Promise<IssuedTokens> {
    const { client, code, tokenType, redirectUri, codeVerifier, address } = presented;
    const now = this.clock.millis();
    const expiresAt = now + this.lifetimes.access(client, tokenType);
    const access = this.issuer.freshToken(client, tokenType);
    const refreshToken = randomSecret();
    const grant = await this.rows.add({
      code_digest: digestOf(code),
      client_id: client.id,
      now: new Date(now),
      redirect_uri: redirectUri,
      code_challenge: codeVerifier === null ? null : challengeOf(codeVerifier),
      token_type: tokenType,
      grant_expires_at: new Date(Math.max(expiresAt, now + this.lifetimes.refresh(client))),
      refresh_digest: digestOf(refreshToken),
      access_digest: access.digest,
      access_expires_at: new Date(expiresAt),
      mac_key: access.sealedMacKey,
      mac_algorithm: access.macAlgorithm,
      client_name: client.clientId,
      address,
    });
    if (grant === null) return this.refuse(presented);
    this.metrics.tokensIssued.inc({ grant: 'authorization_code', type: tokenType });
    const { plain: accessToken, macKey, macAlgorithm } = access;
    const { scope } = grant;
    const idToken = hasScope(scope, 'openid') ? await followUp(this.idTokenFor(client, grant)) : null;
    return { tokenType, accessToken, expiresAt, refreshToken, macKey, macAlgorithm, scope, idToken };
  }

  private idTokenFor(client: CallerClient, grant: Redeemed): Promise<string> {
    const { account_id: accountId, nonce, auth_time: authTime } = grant;
    return this.idTokens.issue({ accountId, audience: client.clientId, nonce, authTime });
  }

  private async refuse(presented: CodePresentation): Promise<never> {
    const { client, code, address } = presented;
    const values = [digestOf(code), this.clock.now()];
    const [state] = await this.database.query<CodeState>(STATE_OF_CODE, values);
    if (state?.is_used && state.is_alive && state.client_id === client.id)
      await this.revoker.revokeReusedCode(state.grant_id as Long, client.clientId, address);
    const message =
      'The code is unknown, expired, already used, issued to another client or for another redirect_uri, or the code_verifier does not fit.';
    const details = { reason: reasonOf(state, presented), accountId: state?.account_id };
    throw new CallError(Errors.grantNotValid, details, { message });
  }
}

/** The reason, for the log and the audit. */
function reasonOf(state: CodeState | undefined, { client, redirectUri }: CodePresentation): string {
  if (!state) return 'unknown';
  if (state.client_id !== client.id) return 'other client';
  if (state.is_disabled) return 'disabled';
  if (state.is_used) return 'reused';
  if (state.is_expired) return 'expired';
  if (redirectUri !== null && redirectUri !== state.redirect_uri) return 'other redirect_uri';
  return 'wrong code_verifier';
}

/** PKCE S256 (RFC 7636 §4.6). */
function challengeOf(verifier: string): string {
  return hash('sha256', verifier, 'base64url');
}
