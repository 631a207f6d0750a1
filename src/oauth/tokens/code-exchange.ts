import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { methodsIn } from '../../identity/sessions/kept-methods.js';
import { queryEach } from '../../platform/database/batch-statement.js';
import { Batch } from '../../platform/database/batch.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import { Standstill } from '../../platform/operations/standstill.js';
import { Clock } from '../../platform/security/clock.js';
import { digestOf } from '../../platform/security/secrets.js';
import type { IssuedTokens } from './access-token.view.js';
import {
  REDEEM_MANY,
  REDEEM_ONE,
  STATE_OF_CODE,
  type PresentedCode,
  type Redeemed,
} from './code-statements.js';
import { FreshTokens } from './fresh-tokens.js';
import { askedNumbers, type Target } from './target.js';
import { claimsWithin } from './requested-claims.js';
import { TokenCount } from './token-count.js';
import type { GrantRequest } from './token-issuer.js';
import { TokenRevoker } from './token-revoker.js';

/** The state of a code that could not be used. */
interface CodeState {
  client_id: Long;
  account_id: Long;
  grant_id: Long | null;
  redirect_uri: string;
  code_challenge: string | null;
  is_of_key: boolean;
  is_of_target: boolean;
  is_used: boolean;
  is_expired: boolean;
  is_disabled: boolean;
  is_alive: boolean;
}

/** A code as the client presents it, with the parameters that bind it. */
interface CodePresentation extends Pick<GrantRequest, 'client' | 'tokenType' | 'thumbprint' | 'address'> {
  readonly code: string;
  /** null where the operation has no such parameter (§4.2): then the code is bound to the client only. */
  readonly redirectUri: string | null;
  readonly codeVerifier: string | null;
  /** What the access token is for, if less than the code; left out or null: all of it (RFC 8707 §2.2). */
  readonly target?: Target | null;
}

const OTHER_TARGET = 'other resource';
const NOT_OF_CODE =
  'The user allowed this code for other resources, or it has a resource, whose tokens can’t be MAC.';

/** Exchanges authorization codes for tokens; the tokens of one that is used twice end (§3.3 E, D54, D60). */
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
    private readonly clock: Clock,
    private readonly count: TokenCount,
    private readonly revoker: TokenRevoker,
    private readonly standstill: Standstill,
  ) {}

  /**
   * One statement, batched with other requests of the same moment.
   * @throws CallError grantNotValid for a code that is unknown, used, expired or another client's; a used one's tokens
   * are revoked
   */
  async redeem(presented: CodePresentation): Promise<IssuedTokens> {
    const { client, code, tokenType, thumbprint, redirectUri, codeVerifier, address } = presented;
    const { target = null } = presented;
    const known = await this.fresh.targets.resources();
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
      asked_resources: target && askedNumbers(target),
      client_name: client.clientId,
      address,
    });
    if (redeemed === null) throw await this.refusalOf(presented);
    const { grant_id: grantId, account_id: accountId } = redeemed;
    const { nonce, auth_time: authTime, sid, methods } = redeemed;
    const signIn = { accountId, nonce, authTime, sid, methods: methodsIn(methods) };
    const first = this.fresh.targets.within(client, redeemed, { target }, known);
    const stored = { client, grant: fresh, grantId, tokenType, thumbprint, createdAt: now, endsAt, signIn };
    const tokens = this.fresh.first({ ...stored, ...first });
    this.count.issued({ grant: 'authorization_code', type: tokens.tokenType, accountId });
    const claims = claimsWithin(redeemed, first.scope);
    return { scope: first.scope ?? redeemed.scope, claims, signIn, ...tokens };
  }

  /** @returns the error to throw, the same for every reason; the log and the audit have the reason */
  private async refusalOf(presented: CodePresentation): Promise<CallError> {
    const { client, code, address } = presented;
    const { target = null, tokenType } = presented;
    const asked = target && askedNumbers(target);
    const values = [digestOf(code), this.clock.now(), presented.thumbprint, asked, tokenType];
    const [state] = await this.database.query<CodeState>(STATE_OF_CODE, values);
    if (state?.is_used && state.is_alive && state.client_id === client.id) {
      this.standstill.requirePresence();
      await this.revoker.revokeReusedCode(state.grant_id as Long, client.clientId, address);
    }
    const reason = reasonOf(state, presented);
    const refused = { reason, accountId: state?.account_id };
    if (reason === OTHER_TARGET)
      throw new CallError(Errors.targetNotValid, refused, { message: NOT_OF_CODE });
    const message =
      'The code is unknown, expired, already used, issued to another client or for another redirect_uri, or the code_verifier or the key of the DPoP proof does not fit.';
    return new CallError(Errors.grantNotValid, refused, { message });
  }
}

/** The reason, for the log and the audit. */
function reasonOf(
  state: CodeState | undefined,
  { client, redirectUri, codeVerifier }: CodePresentation,
): string {
  if (!state) return 'unknown';
  if (state.client_id !== client.id) return 'other client';
  if (state.is_disabled) return 'disabled';
  if (state.is_used) return 'reused';
  if (state.is_expired) return 'expired';
  if (redirectUri !== null && redirectUri !== state.redirect_uri) return 'other redirect_uri';
  if (!state.is_of_key) return 'other key';
  const challenge = codeVerifier === null ? null : challengeOf(codeVerifier);
  return challenge === state.code_challenge && !state.is_of_target ? OTHER_TARGET : 'wrong code_verifier';
}

/** PKCE S256 (RFC 7636 §4.6). */
function challengeOf(verifier: string): string {
  return hash('sha256', verifier, 'base64url');
}
