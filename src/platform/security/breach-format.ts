import { hash } from 'node:crypto';

/*
 * A file of breached passwords, written by `hearth passwords build` and asked by the server: a header (8 bytes of name
 * and version, the number of entries in 8), an index (for each value of the first 20 bits of a SHA-1, and one beyond,
 * the number of entries before it, in 4), and the entries: the first 8 bytes of each SHA-1, sorted. Big endian.
 */

export const BREACH_FILE_NAME = Buffer.from('HEARTHP1');
export const HEADER_BYTES = 16;
export const BUCKETS = 2 ** 20;
export const INDEX_BYTES = (BUCKETS + 1) * 4;
/** How much is kept of the 20 bytes of a SHA-1: of 10⁹ entries, one password in 10¹⁰ is refused that is not among them. */
export const ENTRY_BYTES = 8;
export const MOST_ENTRIES = 2 ** 32 - 1;

/** The bucket of a SHA-1, or of an entry. */
export function bucketOf(digest: Buffer): number {
  return digest.readUIntBE(0, 3) >>> 4;
}

/** What such lists have for a password: the SHA-1 of its bytes in UTF-8. */
export function breachDigest(password: string): Buffer {
  return hash('sha1', password, 'buffer');
}
