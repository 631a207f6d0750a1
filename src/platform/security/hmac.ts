import { hash } from 'node:crypto';

const BLOCK_BYTES = 64; // of both hashes
const BYTES = { sha1: 20, sha256: 32 } as const;

export type HmacHash = keyof typeof BYTES;

/** HMAC of some bytes under one key. */
export type Hmac = (data: Buffer) => Buffer;

/**
 * HMAC (RFC 2104) from Node's one-shot hashes: for the few bytes of a token, an object of `createHmac` costs two and a
 * half times as much, and a refresh needs six of them.
 * @param bytes how many of its first are used; left out: all
 */
export function hmacOf(algorithm: HmacHash, key: Buffer, bytes: number = BYTES[algorithm]): Hmac {
  const used = key.length > BLOCK_BYTES ? hashed(algorithm, key) : key;
  const inner = Buffer.alloc(BLOCK_BYTES, 0x36);
  const outer = Buffer.alloc(BLOCK_BYTES + BYTES[algorithm], 0x5c);
  for (let i = 0; i < used.length; i++) {
    inner[i] ^= used[i];
    outer[i] ^= used[i];
  }
  let padded = inner; // made anew for another length only: tokens of one kind have one
  return (data) => {
    const length = BLOCK_BYTES + data.length;
    if (padded.length !== length) padded = Buffer.concat([inner], length);
    padded.set(data, BLOCK_BYTES);
    const text = hash(algorithm, padded, 'binary');
    outer.write(text, BLOCK_BYTES, 'binary');
    return hashed(algorithm, outer, bytes);
  };
}

/**
 * By way of a text: bytes that come from a hash are of an allocation of their own, which costs more than the hash.
 * @param bytes how many of its first are wanted; left out: all
 */
export function hashed(algorithm: HmacHash, data: Buffer | string, bytes: number = BYTES[algorithm]): Buffer {
  return Buffer.from(hash(algorithm, data, 'binary').slice(0, bytes), 'binary');
}
