import { hash, randomFillSync, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
const POOL_BYTES = 128 * SECRET_BYTES;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/**
 * 256 random bits in base64url (43 characters): tokens, keys, secrets (D34, D46). Drawn many at a time, since asking
 * the generator costs more than the bytes; what was given out is wiped.
 */
export function randomSecret(): string {
  if (used === POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const secret = pool.toString('base64url', used, used + SECRET_BYTES);
  pool.fill(0, used, (used += SECRET_BYTES));
  return secret;
}

/** SHA-256, the form in which secrets with full entropy are stored (D46). */
export function digestOf(plain: string): Buffer {
  return hash('sha256', plain, 'buffer');
}

/** Compares two digests or MACs of equal meaning in constant time; a different length is simply unequal. */
export function isSameDigest(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
