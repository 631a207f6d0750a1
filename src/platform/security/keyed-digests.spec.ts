import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { KeyedDigests } from './keyed-digests.js';

const [FIRST, SECOND] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

describe('keyed digests (D164)', () => {
  const digests = new KeyedDigests([FIRST], 'secret');

  it('recognize the text that they were made of and no other', () => {
    const kept = digests.make('7 tell no:one');
    expect(digests.isOf(kept, '7 tell no:one')).toBe(true);
    for (const other of ['8 tell no:one', '7 tell no:on', '']) expect(digests.isOf(kept, other)).toBe(false);
  });

  it('are the key id and an HMAC under a key that HKDF derives for the purpose', () => {
    const kept = digests.make('text');
    // openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt hexkey:0101… -kdfopt info:'hearth secret' HKDF, then
    // openssl dgst -sha256 -mac HMAC
    expect(kept.toString('hex')).toBe(
      'f93a2cceff675ea908a0c415eae73aee93c7821e73c4e643b8c675ff33ca6e48cc36c533',
    );
  });

  it('say nothing without the key: not as a digest, not under MASTER_KEY itself, not for another purpose', () => {
    const kept = digests.make('text');
    expect(kept.includes(createHash('sha256').update('text').digest())).toBe(false);
    expect(new KeyedDigests([FIRST], 'other').isOf(kept, 'text')).toBe(false);
    expect(new KeyedDigests([SECOND], 'secret').isOf(kept, 'text')).toBe(false);
  });

  it('of an older key are recognized while it is listed, and told from those of the newest', () => {
    const kept = digests.make('text');
    const both = new KeyedDigests([SECOND, FIRST], 'secret');
    expect([both.isOf(kept, 'text'), both.isNewest(kept)]).toEqual([true, false]);
    const renewed = both.make('text');
    expect([both.isOf(renewed, 'text'), both.isNewest(renewed)]).toEqual([true, true]);
    expect(digests.isOf(renewed, 'text')).toBe(false);
  });

  it.each([0, 3, 4, 35])('that are cut off at %i bytes are of no text', (length) => {
    expect(digests.isOf(digests.make('text').subarray(0, length), 'text')).toBe(false);
  });

  it('are short to look for, under each listed key, the newest first', () => {
    const both = new KeyedDigests([SECOND, FIRST], 'secret').short('192.0.2.1');
    expect(both.map(({ length }) => length)).toEqual([8, 8]);
    expect(both[1]).toEqual(digests.short('192.0.2.1')[0]);
  });
});
