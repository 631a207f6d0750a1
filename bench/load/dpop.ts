import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A client's key; independent of the server's code. */
export class ProofKey {
  readonly thumbprint: Buffer;
  private readonly key: KeyObject;
  private readonly header: string;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
    this.key = privateKey;
    this.thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest();
    this.header = encoded({ typ: 'dpop+jwt', alg: 'ES256', jwk: { crv, kty, x, y } });
  }

  /** Both headers of a request with a bound token, as RFC 9449 §7.1 has them. */
  headersOf(token: string, method: string, url: string, jti: string): string {
    const ath = createHash('sha256').update(token).digest('base64url');
    const iat = Math.floor(Date.now() / 1000);
    const signed = `${this.header}.${encoded({ jti, htm: method, htu: url, iat, ath })}`;
    const signature = sign('sha256', Buffer.from(signed), { key: this.key, dsaEncoding: 'ieee-p1363' });
    return `DPoP ${token}\r\nDPoP: ${signed}.${signature.toString('base64url')}`;
  }
}

function encoded(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}
