import { base64url, bytesOf, sha256 } from './encoding.js';

type Key = Parameters<typeof crypto.subtle.sign>[1];

/** A pair of keys of the Web Crypto API for ES256, as `IndexedDB` can keep it. */
export interface DpopKey {
  readonly publicKey: Key;
  readonly privateKey: Key;
}

/** What one proof is for (RFC 9449 §4.2). */
export interface ProofParts {
  readonly method: string;
  readonly url: string;
  /** Unix seconds. */
  readonly iat: number;
  /** The access token that goes with the request, if any. */
  readonly token?: string;
  /** The last one that the server gave, if any. */
  readonly nonce?: string;
}

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** A new key whose private part nobody can read, this page included. Keep it for as long as the tokens. */
export async function newDpopKey(): Promise<DpopKey> {
  return await crypto.subtle.generateKey(ES256, false, ['sign', 'verify']);
}

/** The value of the `DPoP` header of one request. */
export async function dpopProof(
  key: DpopKey,
  { method, url, iat, token, nonce }: ProofParts,
): Promise<string> {
  const { origin, pathname } = new URL(url);
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: await publicJwk(key) };
  const ath = token === undefined ? undefined : await sha256(token);
  const claims = { jti: crypto.randomUUID(), htm: method, htu: origin + pathname, iat, ath, nonce };
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${base64url(await crypto.subtle.sign(ES256, key.privateKey, bytesOf(signed)))}`;
}

/** The thumbprint of the public key (RFC 7638), for `dpop_jkt`. */
export async function thumbprintOf(key: DpopKey): Promise<string> {
  return sha256(JSON.stringify(await publicJwk(key)));
}

/** Only the required members, in the order of RFC 7638 §3. */
async function publicJwk({ publicKey }: DpopKey): Promise<object> {
  const { crv, kty, x, y } = (await crypto.subtle.exportKey('jwk', publicKey)) as Record<string, unknown>;
  return { crv, kty, x, y };
}

function encoded(content: object): string {
  return base64url(bytesOf(JSON.stringify(content)));
}
