import { createHmac, hkdfSync } from 'node:crypto';
import { masterKeyId } from './sealer.js';
import { isSameDigest } from './secrets.js';

const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;

interface Key {
  readonly id: Buffer;
  readonly key: Buffer;
}

/**
 * Recognizes texts seen before, by HMAC-SHA-256 under a key derived from MASTER_KEY (HKDF, RFC 5869). That key is not
 * in the database, so a copy of the database does not even allow guessing. A stored digest is `key id | mac`: the newest
 * key creates it, every listed key still recognizes it.
 */
export class KeyedDigests {
  private readonly keys: readonly Key[];

  /**
   * @param masterKeys newest first; at least one
   * @param purpose keys of different purposes are independent
   */
  constructor(masterKeys: readonly Buffer[], purpose: string) {
    this.keys = masterKeys.map((masterKey) => ({
      id: masterKeyId(masterKey),
      key: Buffer.from(hkdfSync('sha256', masterKey, '', `hearth ${purpose}`, KEY_BYTES)),
    }));
  }

  make(text: string): Buffer {
    const [{ id, key }] = this.keys;
    return Buffer.concat([id, macOf(key, text)]);
  }

  /** In constant time; a digest whose key is no longer listed matches no text. */
  isOf(kept: Buffer, text: string): boolean {
    const id = kept.subarray(0, KEY_ID_BYTES);
    const known = this.keys.find((each) => each.id.equals(id));
    return known !== undefined && isSameDigest(kept.subarray(KEY_ID_BYTES), macOf(known.key, text));
  }

  /** Whether the newest key created it: others stop matching when their key is removed from the list. */
  isNewest(kept: Buffer): boolean {
    return kept.subarray(0, KEY_ID_BYTES).equals(this.keys[0].id);
  }

  /** Short digests under each listed key, the newest first: for look-ups where a false match would do no harm. */
  short(text: string): Buffer[] {
    return this.keys.map(({ key }) => macOf(key, text).subarray(0, 8));
  }
}

function macOf(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
