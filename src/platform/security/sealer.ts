import { createCipheriv, createDecipheriv, hash, hkdfSync } from 'node:crypto';
import { randomFew } from './secrets.js';

/** The purposes of sealed values: each has its own subkey (D331). */
export const SEALING_PURPOSES = {
  'firebase key': { isKept: true },
  'own grant': { isKept: true },
  'identity provider': { isKept: true },
  'kept answer': { isKept: true },
  message: { isKept: true },
  'one-time codes': { isKept: true },
  'one-time codes set-up': { isKept: false },
  outcome: { isKept: false },
  'passkey challenge': { isKept: false },
  'provider visit': { isKept: true },
  'signing key': { isKept: true },
  webhook: { isKept: true },
} satisfies Record<string, SealingPurposeDefinition>;

interface SealingPurposeDefinition {
  /** Stored in columns marked `@Sealed`, which are sealed again for a new key; otherwise a page carries it for some minutes. */
  readonly isKept: boolean;
}

export type SealingPurpose = keyof typeof SEALING_PURPOSES;

export function sealingPurposes(): readonly SealingPurpose[] {
  return Object.keys(SEALING_PURPOSES) as SealingPurpose[];
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;

interface Key {
  readonly id: Buffer;
  readonly bytes: Buffer;
}

/** One for each MASTER_KEY, newest first. */
interface KeysOfPurpose {
  readonly subkeys: readonly Key[];
  /** As 0.2 seals: MASTER_KEY itself, whatever the purpose. */
  readonly masterKeys: readonly Key[];
}

/**
 * Encryption at rest: AES-256-GCM under a subkey for each purpose, derived from MASTER_KEY (D46, D331). A sealed value is
 * `key id | iv | tag | ciphertext`, so that the newest key seals and every listed key still opens; MASTER_KEY itself opens
 * too, since 0.2 sealed with it.
 */
export class Sealer {
  /** More than one MASTER_KEY is listed: the operator waits until no value is sealed by the older ones. */
  readonly hasOlderKeys: boolean;
  private readonly keys: ReadonlyMap<SealingPurpose, KeysOfPurpose>;

  /**
   * @param masterKeys 32-byte keys, newest first; at least one
   * @param usesSubkeys whether subkeys seal; else MASTER_KEY itself, which nodes of 0.2 open
   */
  constructor(
    masterKeys: readonly Buffer[],
    public usesSubkeys: boolean,
  ) {
    this.hasOlderKeys = masterKeys.length > 1;
    const master = masterKeys.map(keyOf);
    const keysOf = (purpose: SealingPurpose): KeysOfPurpose => ({
      subkeys: masterKeys.map((key) => keyOf(subkeyOf(key, purpose))),
      masterKeys: master,
    });
    this.keys = new Map(sealingPurposes().map((purpose) => [purpose, keysOf(purpose)]));
  }

  /** @param context identifies the owner of the value; opening with another context fails */
  seal(purpose: SealingPurpose, plain: Buffer, context: Buffer): Buffer {
    const [{ id, bytes }] = this.inOrder(purpose);
    return Buffer.concat([id, sealWith(bytes, plain, context)]);
  }

  /** Whether the key that sealed it is still listed. */
  knowsKeyOf(purpose: SealingPurpose, sealed: Buffer): boolean {
    return this.keyOf(purpose, sealed) !== undefined;
  }

  /** The ids of the keys that no longer seal: what they sealed begins with one of them. */
  outdatedIds(purpose: SealingPurpose): readonly Buffer[] {
    const [newest, ...others] = this.inOrder(purpose);
    return others.map(({ id }) => id).filter((id) => !id.equals(newest.id));
  }

  /** Whether another key would seal it now: older keys will be removed from the list. */
  isOutdated(purpose: SealingPurpose, sealed: Buffer): boolean {
    return this.outdatedIds(purpose).some((id) => id.equals(keyIdOf(sealed)));
  }

  /** null where `open` throws. */
  tryOpen(purpose: SealingPurpose, sealed: Buffer, context: Buffer): Buffer | null {
    try {
      return this.open(purpose, sealed, context);
    } catch {
      return null;
    }
  }

  /** @throws Error when the key is no longer listed, or the value, its purpose or its context was altered */
  open(purpose: SealingPurpose, sealed: Buffer, context: Buffer): Buffer {
    const key = this.keyOf(purpose, sealed);
    if (!key)
      throw new Error(
        `no MASTER_KEY of the ${purpose} with id ${keyIdOf(sealed).toString('hex')}: list the key it was sealed with after the newest one`,
      );
    return openWith(key.bytes, sealed.subarray(KEY_ID_BYTES), context);
  }

  private keyOf(purpose: SealingPurpose, sealed: Buffer): Key | undefined {
    const { subkeys, masterKeys } = this.keysOf(purpose);
    return [...subkeys, ...masterKeys].find(({ id }) => id.equals(keyIdOf(sealed)));
  }

  /** Returns the sealing key, and then the keys that it replaces. */
  private inOrder(purpose: SealingPurpose): readonly Key[] {
    const { subkeys, masterKeys } = this.keysOf(purpose);
    return this.usesSubkeys ? [...subkeys, ...masterKeys] : masterKeys;
  }

  private keysOf(purpose: SealingPurpose): KeysOfPurpose {
    return this.keys.get(purpose) as KeysOfPurpose;
  }
}

function keyIdOf(sealed: Buffer): Buffer {
  return sealed.subarray(0, KEY_ID_BYTES);
}

function keyOf(bytes: Buffer): Key {
  return { id: masterKeyId(bytes), bytes };
}

function subkeyOf(masterKey: Buffer, purpose: SealingPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `hearth seals ${purpose}`, KEY_BYTES));
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
