import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { TestServer } from './start-app.js';

type Claims = Readonly<Record<string, unknown>>;

/** A partner that signs assertions for its users. */
export class IdentityProvider {
  private constructor(
    readonly issuer: string,
    private readonly privateKey: CryptoKey,
    readonly publicKey: JWK,
  ) {}

  static async make(issuer: string, { alg = 'ES256', kid = 'k1' } = {}): Promise<IdentityProvider> {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    return new IdentityProvider(issuer, privateKey, { ...(await exportJWK(publicKey)), alg, kid });
  }

  /** A valid assertion unless claims are overridden; an undefined claim is left out. */
  assert(
    server: TestServer,
    claims: Claims = {},
    header: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const now = server.clock.seconds;
    const good = {
      iss: this.issuer,
      aud: server.url,
      sub: '4711',
      iat: now,
      exp: now + 60,
      jti: randomUUID(),
    };
    const { alg = 'ES256', kid = 'k1' } = this.publicKey;
    return new SignJWT({ ...good, ...claims })
      .setProtectedHeader({ alg, kid, ...header })
      .sign(this.privateKey);
  }
}
