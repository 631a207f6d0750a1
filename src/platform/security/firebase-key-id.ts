import { hash } from 'node:crypto';

const ID_DIGITS = 16;

/** What hashes name instead of the key. It is a digest, so the same key has the same id on each server. */
export function firebaseKeyId(signerKey: Buffer): string {
  return hash('sha256', Buffer.concat([Buffer.from('firebase signer key'), signerKey])).slice(0, ID_DIGITS);
}
