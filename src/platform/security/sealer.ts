import { createCipheriv, createDecipheriv, hash } from 'node:crypto';
import { randomFew } from './secrets.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;

/**
 * Encryption at rest: AES-256-GCM under MASTER_KEY (D46). A sealed value is `key id | iv | tag | ciphertext`,
 * so that the newest key seals and every listed key still opens.
 */
export class Sealer {
  private readonly keys = new Map<string, Buffer>();
  private readonly newest: { id: Buffer; key: Buffer };

  /** @param masterKeys 32-byte keys, newest first; at least one */
  constructor(masterKeys: readonly Buffer[]) {
    for (const key of masterKeys) this.keys.set(masterKeyId(key).toString('hex'), key);
    this.newest = { id: masterKeyId(masterKeys[0]), key: masterKeys[0] };
  }

  /** @param context identifies the owner of the value; opening with another context fails */
  seal(plain: Buffer, context: Buffer): Buffer {
    return Buffer.concat([this.newest.id, sealWith(this.newest.key, plain, context)]);
  }

  /** Whether the key that sealed it is still listed. */
  knowsKeyOf(sealed: Buffer): boolean {
    return this.keys.has(keyIdOf(sealed));
  }

  /** The ids of the listed keys but the newest: what they sealed begins with one of them. */
  get olderIds(): readonly Buffer[] {
    const ids = [...this.keys.keys()].map((id) => Buffer.from(id, 'hex'));
    return ids.filter((id) => !id.equals(this.newest.id));
  }

  /** Whether the newest key sealed it: others are taken from the list one day. */
  isNewest(sealed: Buffer): boolean {
    return sealed.subarray(0, KEY_ID_BYTES).equals(this.newest.id);
  }

  /** null where `open` throws. */
  tryOpen(sealed: Buffer, context: Buffer): Buffer | null {
    try {
      return this.open(sealed, context);
    } catch {
      return null;
    }
  }

  /** @throws Error when the key is no longer listed, or the value or its context was altered */
  open(sealed: Buffer, context: Buffer): Buffer {
    const id = keyIdOf(sealed);
    const key = this.keys.get(id);
    if (!key)
      throw new Error(`no MASTER_KEY with id ${id}: list the key it was sealed with after the newest one`);
    return openWith(key, sealed.subarray(KEY_ID_BYTES), context);
  }
}

function keyIdOf(sealed: Buffer): string {
  return sealed.subarray(0, KEY_ID_BYTES).toString('hex');
}

/** Identifies a key without revealing anything about it. */
export function masterKeyId(key: Buffer): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from('hearth key id'), key]), 'buffer').subarray(
    0,
    KEY_ID_BYTES,
  );
}

function sealWith(key: Buffer, plain: Buffer, context: Buffer): Buffer {
  const iv = randomFew(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(context);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

function openWith(key: Buffer, sealed: Buffer, context: Buffer): Buffer {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  // Without its length, a shorter tag of the same seal would open it too: it can be guessed.
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(context)
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
