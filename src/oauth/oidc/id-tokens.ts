import { Injectable } from '@nestjs/common';
import { jwtVerify, SignJWT, createLocalJWKSet } from 'jose';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { SIGNING_ALGORITHM, SigningKeys } from './signing-keys.js';

const LIFETIME_SECONDS = 3600;

/** The sign-in that an id_token is about (OpenID Connect Core §2). */
export interface SignInFacts {
  readonly accountId: Long;
  /** client_id */
  readonly audience: string;
  readonly nonce: string | null;
  /** When the password was last entered; null: unknown. */
  readonly authTime: Date | null;
}

/** Issues and reads id_tokens (OpenID Connect Core §2). `sub` is the accountId. */
@Injectable()
export class IdTokens {
  constructor(
    private readonly keys: SigningKeys,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  async issue({ accountId, audience, nonce, authTime }: SignInFacts): Promise<string> {
    const { kid, key } = await this.keys.current();
    const now = Math.floor(this.clock.millis() / SECOND);
    return new SignJWT({
      ...(nonce === null ? {} : { nonce }),
      ...(authTime === null ? {} : { auth_time: Math.floor(authTime.getTime() / SECOND) }),
    })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: 'JWT' })
      .setIssuer(this.config.publicUrl)
      .setSubject(accountId)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + LIFETIME_SECONDS)
      .sign(key);
  }

  /** The client that this server issued the id_token to, however old it is; null when it is not one of ours. */
  async audienceOf(idToken: string): Promise<string | null> {
    try {
      const keys = createLocalJWKSet({ keys: [...(await this.keys.published())] });
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: this.config.publicUrl,
        algorithms: [SIGNING_ALGORITHM],
        currentDate: new Date(0), // a hint may have expired (RP-Initiated Logout §2)
      });
      return typeof payload.aud === 'string' ? payload.aud : null;
    } catch {
      return null;
    }
  }
}
