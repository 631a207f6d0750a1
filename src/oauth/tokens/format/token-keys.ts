import { hkdfSync } from 'node:crypto';
import { hmacOf, type Hmac } from '../../../platform/security/hmac.js';
import { isSameDigest } from '../../../platform/security/secrets.js';

const KEY_BYTES = 32;
const FINGERPRINT_BYTES = 4;
/** Length of a tag, and of what the row of a grant keeps: 128 bits. */
export const TAG_BYTES = 16;

type Purpose = 'access-tag' | 'refresh' | 'mac' | 'dpop-nonce';

/** The keys that come from one MASTER_KEY. */
export interface TokenKey {
  /** Names it in tokens. */
  readonly fingerprint: Buffer;
  tag(purpose: Purpose, data: Buffer): Buffer;
}

/**
 * The keys of tokens: one for each purpose and each listed MASTER_KEY, salted with the secret of this instance (HKDF,
 * RFC 5869), so that neither the database nor MASTER_KEY is worth anything without the other (D204).
 */
export class TokenKeys {
  /** The first of the list makes tokens, all of them are recognized. */
  readonly newest: TokenKey;
  private readonly byFingerprint: ReadonlyMap<number, TokenKey>;
  private readonly refreshDigest: Hmac;

  /**
   * @param masterKeys newest first; at least one
   * @param instanceSecret 32 bytes of the database
   */
  constructor(masterKeys: readonly Buffer[], instanceSecret: Buffer) {
    const keys = masterKeys.map((key) => keyOf(key, instanceSecret));
    this.newest = keys[0];
    this.byFingerprint = new Map(keys.map((key) => [key.fingerprint.readUInt32BE(), key]));
    this.refreshDigest = shortened(derived(instanceSecret, Buffer.alloc(0), 'refresh-digest'));
  }

  /** All that are listed, the newest first. */
  get listed(): Iterable<TokenKey> {
    return this.byFingerprint.values();
  }

  find(fingerprint: number): TokenKey | undefined {
    return this.byFingerprint.get(fingerprint);
  }

  /** What the row of a grant keeps of its current refresh token; another instance's are never right. */
  digestOfRefresh(secret: Buffer, tag: Buffer): Buffer {
    return this.refreshDigest(Buffer.concat([secret, tag]));
  }
}

/** In constant time. */
export function isTagged(key: TokenKey, purpose: Purpose, data: Buffer, tag: Buffer): boolean {
  return isSameDigest(key.tag(purpose, data), tag);
}

/** HMAC-SHA-256, its first 128 bits. */
export function shortened(key: Buffer): Hmac {
  return hmacOf('sha256', key, TAG_BYTES);
}

function keyOf(masterKey: Buffer, instanceSecret: Buffer): TokenKey {
  const keyFor = (purpose: Purpose): Buffer => derived(masterKey, instanceSecret, purpose);
  const tags: Record<Purpose, Hmac> = {
    'access-tag': shortened(keyFor('access-tag')),
    refresh: shortened(keyFor('refresh')),
    mac: hmacOf('sha256', keyFor('mac')),
    'dpop-nonce': shortened(keyFor('dpop-nonce')),
  };
  return {
    fingerprint: derived(masterKey, instanceSecret, 'fingerprint').subarray(0, FINGERPRINT_BYTES),
    tag: (purpose, data) => tags[purpose](data),
  };
}

function derived(key: Buffer, salt: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `hearth/v1/${purpose}`, KEY_BYTES));
}
