import { createHash, randomUUID } from 'node:crypto';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
  type CryptoKey,
  type JWK,
} from 'jose';

/** The claims of a proof; any can be added or removed (undefined). */
export interface ProofContent {
  readonly url: string;
  /** Seconds since the epoch. */
  readonly at: number;
  readonly method?: string;
  /** The access token beside it. */
  readonly token?: string;
  readonly nonce?: string;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** A client's key, and its proofs by RFC 9449 §4.2, independent of Hearth's code. */
export class DpopKey {
  private constructor(
    readonly alg: string,
    readonly jwk: JWK,
    readonly privateJwk: JWK,
    readonly thumbprint: string,
    private readonly key: CryptoKey,
  ) {}

  static async generate(alg = 'ES256'): Promise<DpopKey> {
    const { privateKey } = await generateKeyPair(alg, { extractable: true });
    return DpopKey.of(await exportJWK(privateKey), alg);
  }

  /** One key may sign by several algorithms; those of RSA take a second to generate. */
  static async of(privateJwk: JWK, alg: string): Promise<DpopKey> {
    const { kty, crv, x, y, n, e } = privateJwk;
    const jwk = JSON.parse(JSON.stringify({ kty, crv, x, y, n, e })) as JWK;
    const key = (await importJWK(privateJwk, alg)) as CryptoKey;
    return new DpopKey(alg, jwk, privateJwk, await calculateJwkThumbprint(jwk), key);
  }

  proof({ url, at, method = 'POST', token, nonce, header, claims }: ProofContent): Promise<string> {
    const ath = token === undefined ? undefined : createHash('sha256').update(token).digest('base64url');
    const content = { jti: randomUUID(), htm: method, htu: url, iat: at, ath, nonce, ...claims };
    const said = JSON.parse(JSON.stringify(content)) as Record<string, unknown>;
    return new SignJWT(said)
      .setProtectedHeader({ typ: 'dpop+jwt', alg: this.alg, jwk: this.jwk, ...header })
      .sign(this.key);
  }
}
