import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { Body } from './a01.js';
import { request, type RawAnswer } from './http.js';
import type { TestServer } from './start-app.js';

type Form = Readonly<Record<string, string>>;
type Claims = Readonly<Record<string, unknown>>;

export const JWT_ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** A client that authenticates by a key (RFC 7523 §2.2), without Hearth's code. */
export class KeyClient {
  private constructor(
    readonly id: string,
    readonly alg: string,
    readonly kid: string,
    readonly privateKey: CryptoKey,
    readonly publicJwk: JWK,
    readonly privateJwk: JWK,
  ) {}

  static async make(id: string, { alg = 'ES256', kid = 'k1' } = {}): Promise<KeyClient> {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    const marked = { alg, kid, use: 'sig' };
    const publicJwk = { ...(await exportJWK(publicKey)), ...marked };
    return new KeyClient(id, alg, kid, privateKey, publicJwk, {
      ...(await exportJWK(privateKey)),
      ...marked,
    });
  }

  /** A valid assertion unless claims are overridden; an undefined claim is left out. */
  assertion(
    { url, clock }: Pick<TestServer, 'url' | 'clock'>,
    claims: Claims = {},
    header: Form = {},
    key: CryptoKey | Uint8Array = this.privateKey,
  ): Promise<string> {
    const now = clock.seconds;
    const good = { iss: this.id, sub: this.id, aud: url, iat: now, exp: now + 60, jti: randomUUID() };
    return new SignJWT({ ...good, ...claims })
      .setProtectedHeader({ alg: this.alg, kid: this.kid, ...header })
      .sign(key);
  }

  async form(server: TestServer, claims: Claims = {}): Promise<Form> {
    return asForm(await this.assertion(server, claims));
  }

  /** A form post, authenticated. */
  async post(server: TestServer, path: string, form: Form = {}, headers: Form = {}): Promise<RawAnswer> {
    return request(server, { path, form: { ...(await this.form(server)), ...form }, headers });
  }

  /** @throws Error without tokens */
  async ownToken(server: TestServer): Promise<Body> {
    const { status, text, body } = await this.post(server, '/token', { grant_type: 'client_credentials' });
    if (status !== 200) throw new Error(`no token: ${status} ${text}`);
    return body;
  }
}

export function asForm(client_assertion: string): Form {
  return { client_assertion, client_assertion_type: JWT_ASSERTION };
}
