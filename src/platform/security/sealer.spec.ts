import { describe, expect, it } from '@jest/globals';
import { Sealer } from './sealer.js';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const PLAIN = Buffer.from('a MAC key');
const CONTEXT = Buffer.from('token 1');

describe('sealed values (D46)', () => {
  it('open to what was sealed', () => {
    const sealer = new Sealer([NEW]);
    expect(sealer.open(sealer.seal(PLAIN, CONTEXT), CONTEXT)).toEqual(PLAIN);
    expect(sealer.open(sealer.seal(Buffer.alloc(0), CONTEXT), CONTEXT)).toEqual(Buffer.alloc(0));
  });

  it('differ each time and never hold the plain text', () => {
    const sealer = new Sealer([NEW]);
    const [first, second] = [sealer.seal(PLAIN, CONTEXT), sealer.seal(PLAIN, CONTEXT)];
    expect(first.equals(second)).toBe(false);
    expect(first.includes(PLAIN)).toBe(false);
  });

  it('carry the id of their key, so that an older key that is still listed opens them', () => {
    const sealedBefore = new Sealer([OLD]).seal(PLAIN, CONTEXT);
    expect(new Sealer([NEW, OLD]).open(sealedBefore, CONTEXT)).toEqual(PLAIN);
  });

  it('are sealed with the newest key', () => {
    const sealed = new Sealer([NEW, OLD]).seal(PLAIN, CONTEXT);
    expect(new Sealer([NEW]).open(sealed, CONTEXT)).toEqual(PLAIN);
    expect(() => new Sealer([OLD]).open(sealed, CONTEXT)).toThrow(/MASTER_KEY/);
  });

  it('do not open once their key is listed no more, and the error names the setting', () => {
    const sealed = new Sealer([OLD]).seal(PLAIN, CONTEXT);
    expect(() => new Sealer([NEW]).open(sealed, CONTEXT)).toThrow(/MASTER_KEY/);
  });

  it('do not open for another context', () => {
    const sealer = new Sealer([NEW]);
    const sealed = sealer.seal(PLAIN, CONTEXT);
    expect(() => sealer.open(sealed, Buffer.from('token 2'))).toThrow();
    expect(() => sealer.open(sealed, Buffer.alloc(0))).toThrow();
  });

  it('do not open by a part of their tag', () => {
    const sealer = new Sealer([NEW]);
    const sealed = sealer.seal(Buffer.alloc(0), CONTEXT); // it ends with its tag
    for (const bytes of [4, 8, 12, 13, 14, 15])
      expect(() => sealer.open(sealed.subarray(0, sealed.length - 16 + bytes), CONTEXT)).toThrow();
  });

  it('do not open when any one byte was changed', () => {
    const sealer = new Sealer([NEW]);
    const sealed = sealer.seal(PLAIN, CONTEXT);
    for (let i = 0; i < sealed.length; i++) {
      const tampered = Buffer.from(sealed);
      tampered[i] ^= 1;
      expect(() => sealer.open(tampered, CONTEXT)).toThrow();
    }
  });

  it('do not open when they were cut off', () => {
    const sealer = new Sealer([NEW]);
    const sealed = sealer.seal(PLAIN, CONTEXT);
    for (const length of [0, 3, 4, 16, 20, sealed.length - 1])
      expect(() => sealer.open(sealed.subarray(0, length), CONTEXT)).toThrow();
  });
});
