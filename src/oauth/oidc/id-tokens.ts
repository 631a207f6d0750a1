import { Injectable } from '@nestjs/common';
import { jwtVerify, SignJWT, createLocalJWKSet } from 'jose';
import { acrOf, amrOf } from '../../identity/sessions/acr.js';
import type { Method } from '../../identity/sessions/authentication.js';
import type { LogoutPayload } from '../../identity/notifications/outbox.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import type { SignInFacts } from '../tokens/sign-in-facts.js';
import { SIGNING_ALGORITHMS, SigningKeys } from '../signing/signing-keys.js';

const LIFETIME_SECONDS = 3600;
const LOGOUT_LIFETIME_SECONDS = 120;

interface Unsigned {
  readonly typ: string;
  readonly sub: Long;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly lifetimeSeconds: number;
}

type Audience = Pick<CallerClient, 'clientId' | 'idTokenSigningAlg'>;

/** What is not known is left out. */
function strengthOf(methods: readonly Method[]): { acr?: string; amr?: string[] } {
  const amr = amrOf(methods);
  return { acr: acrOf(methods) ?? undefined, amr: amr.length === 0 ? undefined : amr };
}

/** Issues and reads id_tokens (OpenID Connect Core §2). `sub` is the accountId. */
@Injectable()
export class IdTokens {
  constructor(
    private readonly keys: SigningKeys,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** @param told of the user, where no /userinfo will be asked */
  async issue(
    client: Audience,
    { accountId, nonce, authTime, sid, methods }: SignInFacts,
    told: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const claims = {
      ...told,
      ...(nonce !== null && { nonce }),
      ...(authTime && { auth_time: Math.floor(authTime.getTime() / SECOND), ...strengthOf(methods) }),
      ...(sid !== null && { sid }),
    };
    return this.sign(client, { typ: 'JWT', sub: accountId, claims, lifetimeSeconds: LIFETIME_SECONDS });
  }

  /** OpenID Connect Back-Channel Logout 1.0 §2.4. */
  issueLogoutToken(client: Audience, { sub, sid, jti }: Omit<LogoutPayload, 'clientId'>): Promise<string> {
    const claims = { sid, jti, events: { 'http://schemas.openid.net/event/backchannel-logout': {} } };
    return this.sign(client, { typ: 'logout+jwt', sub, claims, lifetimeSeconds: LOGOUT_LIFETIME_SECONDS });
  }

  private async sign({ clientId, idTokenSigningAlg: alg }: Audience, token: Unsigned): Promise<string> {
    const { typ, sub, claims, lifetimeSeconds } = token;
    const { kid, key } = await this.keys.current(alg);
    const now = Math.floor(this.clock.millis() / SECOND);
    return new SignJWT(claims)
      .setProtectedHeader({ alg, kid, typ })
      .setIssuer(this.config.publicUrl)
      .setSubject(sub)
      .setAudience(clientId)
      .setIssuedAt(now)
      .setExpirationTime(now + lifetimeSeconds)
      .sign(key);
  }

  /** The client that an id_token of ours was issued to and its account, however old it is; null when it is not ours. */
  async read(idToken: string): Promise<{ readonly clientId: string; readonly accountId: Long } | null> {
    try {
      const keys = createLocalJWKSet({ keys: [...(await this.keys.published())] });
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: this.config.publicUrl,
        typ: 'JWT',
        algorithms: [...SIGNING_ALGORITHMS],
        currentDate: new Date(0), // a hint may have expired (RP-Initiated Logout §2, OpenID Connect Core §3.1.2.1)
      });
      const { aud, sub } = payload;
      return typeof aud === 'string' && sub !== undefined ? { clientId: aud, accountId: sub } : null;
    } catch {
      return null;
    }
  }
}
