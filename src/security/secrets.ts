import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits in base64url (43 characters): tokens, keys, secrets (D34, D46). */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256, the form in which secrets with full entropy are stored (D46). */
export function digestOf(plain: string): Buffer {
  return hash('sha256', plain, 'buffer');
}

/** Compares two digests or MACs of equal meaning in constant time; a different length is simply unequal. */
export function isSameDigest(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
