import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CallerClient } from '../contract/caller.js';
import type { Long } from '../contract/long.js';
import { Database } from '../database/database.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { Clock } from '../security/clock.js';
import { digestOf, randomSecret } from '../security/secrets.js';
import { Metrics } from '../telemetry/metrics.js';
import type { IssuedTokens } from './access-token.view.js';
import { Lifetimes } from './lifetimes.js';
import { IdTokens } from './oidc/id-tokens.js';
import { hasScope } from './scope.js';
import type { TokenType } from './token-grant.entity.js';
import { TokenIssuer } from './token-issuer.js';
import { TokenRevoker } from './token-revoker.js';

/**
 * One statement: of several uses one is the first (D54, D71). What does not fit (another client, redirect_uri or
 * verifier) uses nothing up: the code is its own client's still. The account is locked against being disabled meanwhile.
 */
const REDEEM = {
  name: 'code-redeem',
  text: `WITH used AS (
           UPDATE authorization_code SET used_at = $3, grant_id = nextval(pg_get_serial_sequence('token_grant', 'id'))
            WHERE digest = $1 AND client_id = $2 AND used_at IS NULL AND expires_at > $3
              AND ($4::text IS NULL OR redirect_uri = $4) AND code_challenge IS NOT DISTINCT FROM $5::text
           RETURNING grant_id, account_id, scope, nonce, auth_time
         ), fit AS MATERIALIZED (
           SELECT used.* FROM used JOIN account a ON a.id = used.account_id WHERE a.status = 'active' FOR SHARE OF a
         ), g AS (
           INSERT INTO token_grant (id, account_id, client_id, token_type, scope, created_at, expires_at)
           OVERRIDING SYSTEM VALUE SELECT grant_id, account_id, $2::bigint, $6, scope, $3::timestamptz, $7::timestamptz FROM fit
         ), r AS (
           INSERT INTO refresh_token (digest, grant_id, issued_at, expires_at)
           SELECT $8::bytea, grant_id, $3::timestamptz, $7::timestamptz FROM fit
         ), t AS (
           INSERT INTO access_token (digest, grant_id, expires_at, mac_key, mac_algorithm)
           SELECT $9::bytea, grant_id, $10::timestamptz, $11::bytea, $12 FROM fit
         )
         SELECT scope, account_id, nonce, auth_time FROM fit`,
};
const FIND = {
  name: 'code-find',
  // The grant may never have been made (its account was disabled), or be ended already.
  text: `SELECT c.client_id, c.grant_id FROM authorization_code c JOIN token_grant g ON g.id = c.grant_id
          WHERE c.digest = $1 AND c.used_at IS NOT NULL AND g.revoked_at IS NULL`,
};

interface Redeemed {
  scope: string | null;
  account_id: Long;
  nonce: string | null;
  auth_time: Date | null;
}

/** A code as the client presents it. */
export interface CodePresentation {
  readonly client: CallerClient;
  readonly code: string;
  readonly tokenType: TokenType;
  /** null where the operation does not take one (§4.2): then only the client binds the code. */
  readonly redirectUri: string | null;
  readonly codeVerifier: string | null;
}

/** Exchanges an authorization code for tokens (§3.3 E, D54, D60). */
@Injectable()
export class CodeExchange {
  constructor(
    private readonly database: Database,
    private readonly issuer: TokenIssuer,
    private readonly revoker: TokenRevoker,
    private readonly idTokens: IdTokens,
    private readonly lifetimes: Lifetimes,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** @throws CallError grantNotValid for a code that is unknown, used, expired or another's; a used one's tokens end */
  async redeem({
    client,
    code,
    tokenType,
    redirectUri,
    codeVerifier,
  }: CodePresentation): Promise<IssuedTokens> {
    const now = this.clock.millis();
    const expiresAt = now + this.lifetimes.access(client, tokenType);
    const access = this.issuer.freshToken(client, tokenType);
    const refreshToken = randomSecret();
    const [grant] = await this.database.query<Redeemed>(REDEEM, [
      digestOf(code),
      client.id,
      new Date(now),
      redirectUri,
      codeVerifier === null ? null : challengeOf(codeVerifier),
      tokenType,
      new Date(Math.max(expiresAt, now + this.lifetimes.refresh(client))),
      digestOf(refreshToken),
      access.digest,
      new Date(expiresAt),
      access.sealedMacKey,
      access.macAlgorithm,
    ]);
    if (!grant) return this.refuse(client, code);
    this.metrics.tokensIssued.inc({ grant: 'authorization_code', type: tokenType });
    const { plain: accessToken, macKey, macAlgorithm } = access;
    const { scope } = grant;
    const idToken = hasScope(scope, 'openid') ? await this.idTokenFor(client, grant) : null;
    return { tokenType, accessToken, expiresAt, refreshToken, macKey, macAlgorithm, scope, idToken };
  }

  private idTokenFor(client: CallerClient, grant: Redeemed): Promise<string> {
    const { account_id: accountId, nonce, auth_time: authTime } = grant;
    return this.idTokens.issue({ accountId, audience: client.clientId, nonce, authTime });
  }

  private async refuse(client: CallerClient, code: string): Promise<never> {
    const [used] = await this.database.query<{ client_id: Long; grant_id: Long }>(FIND, [digestOf(code)]);
    if (used?.client_id === client.id) await this.revoker.revokeReusedCode(used.grant_id, client.clientId);
    const message =
      'The code is unknown, expired, already used, issued to another client or for another redirect_uri, or the code_verifier does not fit.';
    throw new CallError(Errors.grantNotValid, {}, { message });
  }
}

/** PKCE S256 (RFC 7636 §4.6). */
function challengeOf(verifier: string): string {
  return hash('sha256', verifier, 'base64url');
}
