import { createHash, createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { hashed, hmacOf, type HmacHash } from './hmac.js';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

describe('HMAC', () => {
  it.each([
    // RFC 4231, test cases 1, 2, 3 and 6; RFC 2202 §3, test cases 1, 2 and 6
    [
      'sha256',
      hex('0b'.repeat(20)),
      Buffer.from('Hi There'),
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    ],
    [
      'sha256',
      Buffer.from('Jefe'),
      Buffer.from('what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      'sha256',
      hex('aa'.repeat(20)),
      hex('dd'.repeat(50)),
      '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    ],
    [
      'sha256',
      hex('aa'.repeat(131)),
      Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First'),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
    ['sha1', hex('0b'.repeat(20)), Buffer.from('Hi There'), 'b617318655057264e28bc0b6fb378c8ef146be00'],
    [
      'sha1',
      Buffer.from('Jefe'),
      Buffer.from('what do ya want for nothing?'),
      'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79',
    ],
    [
      'sha1',
      hex('aa'.repeat(80)),
      Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First'),
      'aa4ae5e15272d00e95705637ce8a3b55ed402112',
    ],
  ] as const)('%s is as its RFC has it', (algorithm, key, data, expected) => {
    expect(hmacOf(algorithm, key)(data).toString('hex')).toBe(expected);
  });

  it.each<HmacHash>(['sha1', 'sha256'])(
    '%s is the one of Node, for keys and data of every length',
    (algorithm) => {
      for (let length = 0; length < 200; length++) {
        const [key, data] = [randomBytes(length), randomBytes((length * 7) % 201)];
        const mac = hmacOf(algorithm, key);
        const expected = createHmac(algorithm, key).update(data).digest('hex');
        expect(mac(data).toString('hex')).toBe(expected);
        mac(randomBytes(length % 3)); // a key is used many times, also for data of other lengths
        expect(mac(data).toString('hex')).toBe(expected);
      }
    },
  );

  it('two MACs of one key are two buffers', () => {
    const mac = hmacOf('sha256', Buffer.from('key'));
    const first = mac(Buffer.from('a'));
    const kept = first.toString('hex');
    mac(Buffer.from('b'));
    expect(first.toString('hex')).toBe(kept);
  });

  it.each(['', 'text', 'Ünïcode ✓'])('%j is hashed as its UTF-8', (text) => {
    expect(hashed('sha256', text)).toEqual(createHash('sha256').update(text, 'utf8').digest());
  });
});
