import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/** CBOR of a byte string (RFC 8949 §3.1). */
export function bytes(data: Buffer): Buffer {
  const { length } = data;
  const short = length < 24 ? [0x40 + length] : [0x58, length];
  return Buffer.concat([Buffer.from(length < 256 ? short : [0x59, length >> 8, length & 0xff]), data]);
}

/** A key pair of an authenticator; `cose` is the public key (RFC 9052 §7). */
export interface PasskeyKey {
  readonly cose: Buffer;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  /** The digest that it signs with: null for Ed25519, which hashes by itself. */
  readonly hash: 'sha256' | null;
}

const coordinate = (jwk: string | undefined): Buffer => bytes(Buffer.from(jwk ?? '', 'base64url'));
const map = (...parts: (Buffer | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)));

/** EC2, ES256, P-256 (RFC 9053 §7.1.1). */
export function es256(): PasskeyKey {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = pair.publicKey.export({ format: 'jwk' });
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  return { ...pair, hash: 'sha256', cose: map(head, 0x21, coordinate(x), 0x22, coordinate(y)) };
}

/** OKP, EdDSA, Ed25519 (RFC 9053 §7.2). */
export function ed25519(): PasskeyKey {
  const pair = generateKeyPairSync('ed25519');
  const { x } = pair.publicKey.export({ format: 'jwk' });
  const head = Buffer.from([0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06]);
  return { ...pair, hash: null, cose: map(head, 0x21, coordinate(x)) };
}

/** RS256. */
export function rs256(bits: number): PasskeyKey {
  const pair = generateKeyPairSync('rsa', { modulusLength: bits });
  const { n = '', e = '' } = pair.publicKey.export({ format: 'jwk' });
  const cose = coseOfRsa(Buffer.from(n, 'base64url'), Buffer.from(e, 'base64url'));
  return { ...pair, hash: 'sha256', cose };
}

/** The public key of a modulus and an exponent (RFC 8230 §4). */
export function coseOfRsa(n: Buffer, e: Buffer = Buffer.from([1, 0, 1])): Buffer {
  return map(Buffer.from([0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20]), bytes(n), 0x21, bytes(e));
}

/** A number of so many bits, as long as a modulus, and made in no time. */
export function oddNumber(bits: number): Buffer {
  const number = randomBytes(Math.ceil(bits / 8));
  const rest = bits % 8 || 8;
  number[0] = (number[0] & (2 ** rest - 1)) | (2 ** (rest - 1));
  number[number.length - 1] |= 1;
  return number;
}
