import { randomFillSync, timingSafeEqual } from 'node:crypto';
import { hashed } from './hmac.js';

const SECRET_BYTES = 32;
const IDENTIFIER_BYTES = 16;
const SHORT_SECRET_BYTES = 13;
const POOL_BYTES = 4096;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** 256 random bits in base64url (43 characters): tokens, keys, secrets (D34, D46). */
export function randomSecret(): string {
  return draw(SECRET_BYTES, (start, end) => pool.toString('base64url', start, end));
}

/** 104 random bits in base64url (18 characters), for a link in a text message: each letter there costs. */
export function randomShortSecret(): string {
  return draw(SHORT_SECRET_BYTES, (start, end) => pool.toString('base64url', start, end));
}

/** 128 random bits in base64url (22 characters): for values that nobody may guess and many rows keep, but that are no credentials. */
export function randomIdentifier(): string {
  return draw(IDENTIFIER_BYTES, (start, end) => pool.toString('base64url', start, end));
}

/** 63 random bits in decimal digits: the number of a row that is written together with its references. */
export function randomNumber(): string {
  return draw(8, (start) => (pool.readBigUInt64BE(start) >> 1n).toString());
}

/** Random bytes for frequent small uses, such as an initialization vector for each request. */
export function randomFew(bytes: number): Buffer {
  return draw(bytes, (start, end) => Buffer.from(pool.subarray(start, end)));
}

/** Drawn in bulk, since a call of the generator costs more than the bytes; used bytes are wiped. */
function draw<T>(bytes: number, read: (start: number, end: number) => T): T {
  if (used + bytes > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const start = used;
  used += bytes;
  const drawn = read(start, used);
  pool.fill(0, start, used);
  return drawn;
}

/** SHA-256, the form in which secrets with full entropy are stored (D46). */
export function digestOf(plain: string): Buffer {
  return hashed('sha256', plain);
}

/** Compares two digests or MACs of the same kind in constant time; a different length is simply unequal. */
export function isSameDigest(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
