import { hashed } from '../../platform/security/hmac.js';

/** The members of a public key that its thumbprint is of, in their order (RFC 7638 §3.2, RFC 8037 §2). */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
};
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
const BASE64URL = /^[\w-]+$/;
/** RFC 7518 §3.3; from 4096 bits, or with a large exponent, one check would cost more than a whole call. */
const RSA_BYTES = { least: 256, most: 512, mostOfExponent: 4 };

/** A public key as a client sent it, without anything but what makes the key. */
export interface PublicKey {
  readonly jwk: Readonly<Record<string, string>>;
  /** SHA-256, 32 bytes (RFC 7638). */
  readonly thumbprint: Buffer;
}

/** The key, or one sentence that says what is wrong with it. */
export function readPublicKey(sent: unknown): PublicKey | string {
  if (typeof sent !== 'object' || sent === null) return 'its jwk is missing';
  const key = sent as Readonly<Record<string, unknown>>;
  const members = typeof key.kty === 'string' && Object.hasOwn(MEMBERS, key.kty) ? MEMBERS[key.kty] : null;
  if (members === null) return 'its jwk must be of kty EC, OKP or RSA';
  if (PRIVATE.some((name) => key[name] !== undefined)) return 'its jwk holds a private key';
  const jwk = Object.fromEntries(members.map((name) => [name, key[name]]));
  if (!isComplete(jwk)) return `its jwk must have ${members.join(', ')}`;
  if (key.kty === 'RSA' && !isOfGoodSize(jwk))
    return 'its RSA key must have 2048 to 4096 bits, its exponent 32 at most';
  return { jwk, thumbprint: hashed('sha256', JSON.stringify(jwk)) };
}

function isComplete(jwk: Readonly<Record<string, unknown>>): jwk is Readonly<Record<string, string>> {
  return Object.entries(jwk).every(
    ([name, value]) =>
      typeof value === 'string' && (name === 'kty' || name === 'crv' ? value !== '' : BASE64URL.test(value)),
  );
}

function isOfGoodSize({ n, e }: Readonly<Record<string, string>>): boolean {
  const bytes = Buffer.from(n, 'base64url').length;
  const isExponentSmall = Buffer.from(e, 'base64url').length <= RSA_BYTES.mostOfExponent;
  return bytes >= RSA_BYTES.least && bytes <= RSA_BYTES.most && isExponentSmall;
}
