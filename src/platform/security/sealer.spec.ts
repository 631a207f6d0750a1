import { describe, expect, it } from '@jest/globals';
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { Sealer, sealingPurposes } from './sealer.js';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const PLAIN = Buffer.from('a MAC key');
const CONTEXT = Buffer.from('token 1');
const PURPOSES = sealingPurposes();
const [ONE, ...OTHERS] = PURPOSES;

const idOf = (key: Buffer): Buffer =>
  createHash('sha256').update('hearth key id').update(key).digest().subarray(0, 4);

/** As 0.2 sealed, without the server's code. */
function sealedBefore(key: Buffer, plain: Buffer, context: Buffer): Buffer {
  const iv = Buffer.alloc(12, 7);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(context);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([idOf(key), iv, cipher.getAuthTag(), ciphertext]);
}

/** As 0.2 opens. @throws Error for what it can't */
function openedBefore(keys: readonly Buffer[], sealed: Buffer, context: Buffer): Buffer {
  const key = keys.find((each) => idOf(each).equals(sealed.subarray(0, 4)));
  if (!key) throw new Error('no MASTER_KEY with its id');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(4, 16), { authTagLength: 16 })
    .setAAD(context)
    .setAuthTag(sealed.subarray(16, 32));
  return Buffer.concat([decipher.update(sealed.subarray(32)), decipher.final()]);
}

describe.each([
  ['under subkeys', true],
  ['under MASTER_KEY itself', false],
])('values sealed %s (D46)', (_how, usesSubkeys) => {
  const withKeys = (...keys: Buffer[]): Sealer => new Sealer(keys, usesSubkeys);

  it('open to what was sealed', () => {
    const sealer = withKeys(NEW);
    for (const plain of [PLAIN, Buffer.alloc(0)])
      expect(sealer.open(ONE, sealer.seal(ONE, plain, CONTEXT), CONTEXT)).toEqual(plain);
  });

  it('differ each time and never hold the plain text', () => {
    const sealer = withKeys(NEW);
    const [first, second] = [sealer.seal(ONE, PLAIN, CONTEXT), sealer.seal(ONE, PLAIN, CONTEXT)];
    expect(first.equals(second)).toBe(false);
    expect(first.includes(PLAIN)).toBe(false);
  });

  it('carry the id of their key, so that an older key that is still listed opens them', () => {
    const sealed = withKeys(OLD).seal(ONE, PLAIN, CONTEXT);
    expect(withKeys(NEW, OLD).open(ONE, sealed, CONTEXT)).toEqual(PLAIN);
    expect(withKeys(NEW, OLD).isOutdated(ONE, sealed)).toBe(true);
    expect(withKeys(OLD, NEW).isOutdated(ONE, sealed)).toBe(false);
  });

  it('are sealed with the newest key', () => {
    const sealed = withKeys(NEW, OLD).seal(ONE, PLAIN, CONTEXT);
    expect(withKeys(NEW).open(ONE, sealed, CONTEXT)).toEqual(PLAIN);
    expect(() => withKeys(OLD).open(ONE, sealed, CONTEXT)).toThrow(/MASTER_KEY/);
  });

  it('do not open once their key is listed no more, and the error names the setting', () => {
    const sealed = withKeys(OLD).seal(ONE, PLAIN, CONTEXT);
    expect(() => withKeys(NEW).open(ONE, sealed, CONTEXT)).toThrow(/MASTER_KEY/);
    expect(withKeys(NEW).knowsKeyOf(ONE, sealed)).toBe(false);
    expect(withKeys(NEW, OLD).knowsKeyOf(ONE, sealed)).toBe(true);
  });

  it('do not open for another context', () => {
    const sealer = withKeys(NEW);
    const sealed = sealer.seal(ONE, PLAIN, CONTEXT);
    expect(() => sealer.open(ONE, sealed, Buffer.from('token 2'))).toThrow();
    expect(() => sealer.open(ONE, sealed, Buffer.alloc(0))).toThrow();
  });

  it('do not open by a part of their tag', () => {
    const sealer = withKeys(NEW);
    const sealed = sealer.seal(ONE, Buffer.alloc(0), CONTEXT); // it ends with its tag
    for (const bytes of [4, 8, 12, 13, 14, 15])
      expect(() => sealer.open(ONE, sealed.subarray(0, sealed.length - 16 + bytes), CONTEXT)).toThrow();
  });

  it('do not open when any one byte was changed', () => {
    const sealer = withKeys(NEW);
    const sealed = sealer.seal(ONE, PLAIN, CONTEXT);
    for (let i = 0; i < sealed.length; i++) {
      const tampered = Buffer.from(sealed);
      tampered[i] ^= 1;
      expect(() => sealer.open(ONE, tampered, CONTEXT)).toThrow();
    }
  });

  it('do not open when they were cut off', () => {
    const sealer = withKeys(NEW);
    const sealed = sealer.seal(ONE, PLAIN, CONTEXT);
    for (const length of [0, 3, 4, 16, 20, sealed.length - 1])
      expect(() => sealer.open(ONE, sealed.subarray(0, length), CONTEXT)).toThrow();
  });
});

describe('subkeys (D331)', () => {
  const sealer = new Sealer([NEW, OLD], true);

  it.each(PURPOSES)('what is sealed for %s opens for nothing else, and not under MASTER_KEY', (purpose) => {
    const sealed = sealer.seal(purpose, PLAIN, CONTEXT);
    for (const other of PURPOSES)
      expect(sealer.tryOpen(other, sealed, CONTEXT)).toEqual(other === purpose ? PLAIN : null);
    // Nor where the id of its key is put in place.
    for (const other of PURPOSES.filter((each) => each !== purpose)) {
      const id = sealer.seal(other, PLAIN, CONTEXT).subarray(0, 4);
      expect(sealer.tryOpen(other, Buffer.concat([id, sealed.subarray(4)]), CONTEXT)).toBeNull();
    }
    expect(() => openedBefore([NEW, OLD], sealed, CONTEXT)).toThrow(/no MASTER_KEY/);
    expect(() => openedBefore([NEW], Buffer.concat([idOf(NEW), sealed.subarray(4)]), CONTEXT)).toThrow();
  });

  it('are HKDF-SHA-256 of MASTER_KEY with the purpose as info', () => {
    // openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt hexkey:0202… -kdfopt info:'hearth seals message' HKDF
    const subkey = Buffer.from('c4cd75ad15d02bf21d9ed652faafc6c47d391df4e74f6b63d23fb2e989aece1a', 'hex');
    const sealed = new Sealer([NEW], true).seal('message', PLAIN, CONTEXT);
    expect(openedBefore([subkey], sealed, CONTEXT)).toEqual(PLAIN);
  });

  it('open what 0.2 sealed, for each purpose, and call it outdated where they seal', () => {
    const before = sealedBefore(NEW, PLAIN, CONTEXT);
    for (const purpose of PURPOSES)
      for (const usesSubkeys of [true, false]) {
        const reader = new Sealer([NEW], usesSubkeys);
        expect(reader.open(purpose, before, CONTEXT)).toEqual(PLAIN);
        expect(reader.isOutdated(purpose, before)).toBe(usesSubkeys);
      }
  });

  it('are not used until nodes of 0.2 are gone: until then those open all that is sealed', () => {
    for (const purpose of PURPOSES) {
      const sealed = new Sealer([NEW, OLD], false).seal(purpose, PLAIN, CONTEXT);
      expect(openedBefore([NEW], sealed, CONTEXT)).toEqual(PLAIN);
    }
  });

  it('open before they seal: a node that does not know them as sealing yet keeps their sealed values', () => {
    const late = new Sealer([NEW], false);
    const sealed = new Sealer([NEW], true).seal(ONE, PLAIN, CONTEXT);
    expect(late.open(ONE, sealed, CONTEXT)).toEqual(PLAIN);
    expect(late.isOutdated(ONE, sealed)).toBe(false);
    expect(late.outdatedIds(ONE)).toEqual([]);
    late.usesSubkeys = true;
    expect(late.seal(ONE, PLAIN, CONTEXT).subarray(0, 4)).toEqual(sealed.subarray(0, 4));
  });

  it('all differ', () => {
    const ids = PURPOSES.map((purpose) => sealer.seal(purpose, PLAIN, CONTEXT).toString('hex', 0, 4));
    expect(new Set(ids).size).toBe(OTHERS.length + 1);
  });
});
