import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-text.js';
import { FOREIGN_LIMITS, foreignHashOf, problemWithForeignHash } from './foreign-hash.js';
import { problemWithHash } from './password-hasher.js';

const SALT = 'c29tZXNhbHQ';
const DIGEST = 'CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
const argon2 = (costs: string, salt = SALT, digest = DIGEST): string =>
  `$argon2id$v=19$${costs}$${salt}$${digest}`;
const scrypt = (costs: string): string => `$scrypt$${costs}$${SALT}$${DIGEST}`;
const FIREBASE_HASH = Buffer.alloc(64, 9).toString('base64');
const firebase = (costs: string, digest = FIREBASE_HASH, more = 'ss=Bw==,k=0123456789abcdef'): string =>
  `$fbscrypt$v=1,${costs},p=1,${more}$42xEC+ixf3L2lw==$${digest}`;
const pbkdf2 = (iterations: number | string): string => `pbkdf2_sha256$${iterations}$seasalt$${DIGEST}=`;

describe('a password hash of another system (D256)', () => {
  it.each([
    ['argon2id', argon2('m=65536,t=3,p=4'), { kind: 'argon2id', memoryKib: 65_536, passes: 3, lanes: 4 }],
    ['argon2i', argon2('m=65536,t=3,p=4').replace('2id', '2i'), { kind: 'argon2i' }],
    [
      "Django's argon2",
      `argon2${argon2('m=102400,t=2,p=8')}`,
      { kind: 'argon2id', memoryKib: 102_400, lanes: 8 },
    ],
    ['scrypt', scrypt('ln=17,r=8,p=1'), { kind: 'scrypt', n: 131_072, r: 8, p: 1 }],
    [
      "Django's scrypt",
      `scrypt$seasalt$16384$8$5$${DIGEST}=`,
      { kind: 'scrypt', n: 16_384, salt: Buffer.from('seasalt') },
    ],
    [
      "Werkzeug's scrypt",
      `scrypt:32768:8:1$abc$${'0f'.repeat(64)}`,
      { kind: 'scrypt', n: 32_768, digest: Buffer.alloc(64, 15) },
    ],
    [
      "Firebase's scrypt",
      firebase('n=14,r=8'),
      {
        ...{ kind: 'scrypt', n: 16_384, r: 8, p: 1, signedBy: '0123456789abcdef' },
        salt: Buffer.concat([Buffer.from('42xEC+ixf3L2lw==', 'base64'), Buffer.from([7])]),
        digest: Buffer.alloc(64, 9),
      },
    ],
    ["Django's PBKDF2", pbkdf2(1_200_000), { kind: 'pbkdf2', hash: 'sha256', iterations: 1_200_000 }],
    [
      "passlib's PBKDF2",
      `$pbkdf2-sha512$25000$${SALT}$${DIGEST}`,
      { kind: 'pbkdf2', hash: 'sha512', iterations: 25_000 },
    ],
    ["passlib's first PBKDF2", `$pbkdf2$1212$${SALT}$${DIGEST}`, { kind: 'pbkdf2', hash: 'sha1' }],
    [
      "PHC's PBKDF2",
      `$pbkdf2-sha256$i=600000,l=32$${SALT}$${DIGEST}`,
      { hash: 'sha256', iterations: 600_000 },
    ],
    [
      "Werkzeug's PBKDF2",
      `pbkdf2:sha256:600000$abc$${'0f'.repeat(32)}`,
      { hash: 'sha256', salt: Buffer.from('abc') },
    ],
  ])('%s is taken apart', (_of, text, expected) => {
    expect(foreignHashOf(text)).toMatchObject(expected);
    expect(problemWithForeignHash(text)).toBeNull();
    expect(problemWithHash(text)).toBeNull();
  });

  it("passlib's base64 with a point in place of a plus is the same", () => {
    const [plus, point] = ['8PHy8/T19vf4+fr7/P3+/w', '8PHy8/T19vf4.fr7/P3./w'].map((salt) =>
      foreignHashOf(`$pbkdf2-sha256$1000$${salt}$${DIGEST}`),
    );
    expect(point?.salt).toHaveLength(16);
    expect(point).toEqual(plus);
  });

  it.each([
    ['memory', argon2('m=131073,t=1,p=1'), /m is 131073 KiB, and at most 131072 KiB/],
    ['memory times passes', argon2('m=131072,t=5,p=1'), /m × t is 655360 KiB, and at most 524288 KiB/],
    ['more than any number', argon2('m=9999999999,t=1,p=1'), /m is 9999999999 KiB, and at most 131072 KiB/],
    ['lanes', argon2('m=65536,t=3,p=17'), /p=17: 1 to 16/],
    ['no lanes', argon2('m=65536,t=3,p=0'), /p=0: 1 to 16/],
    ['no passes', argon2('m=65536,t=0,p=1'), /t=0/],
    ['too little memory for its lanes', argon2('m=31,t=1,p=4'), /m=31/],
    ['a short salt', argon2('m=64,t=1,p=1', 'c29tZQ'), /salt of fewer than 8 bytes/],
    ['an older version', argon2('m=64,t=1,p=1').replace('v=19', 'v=16'), /version 16 of argon2: only 19/],
    ["scrypt's memory", scrypt('ln=18,r=8,p=1'), /128 × N × r is 262144 KiB, and at most 131072 KiB/],
    ['N of any size', scrypt('ln=99,r=1,p=1'), /costs too much|too much for/],
    ["scrypt's work", scrypt('ln=17,r=8,p=3'), /N × r × p is 3145728, and at most 2097152/],
    ["scrypt's p", scrypt('ln=10,r=8,p=17'), /p=17: 1 to 16/],
    ["scrypt's r", scrypt('ln=10,r=0,p=1'), /r=0/],
    ['N without end for a small r', scrypt('ln=16,r=1,p=1'), /N=65536: too much for r=1/],
    ['N that is no power', `scrypt:1000:8:1$abc$${'0f'.repeat(32)}`, /N=1000: scrypt has a power of two/],
    ["the memory of Firebase's", firebase('n=18,r=8'), /128 × N × r is 262144 KiB, and at most 131072 KiB/],
    ["r of Firebase's", firebase('n=14,r=0'), /r=0/],
    ["a hash that is not Firebase's", firebase('n=14,r=8', 'A'.repeat(44)), /hash of 33 bytes: 64 belong/],
    [
      'a key instead of its id',
      firebase('n=14,r=8', FIREBASE_HASH, `ss=Bw==,k=${FIREBASE_HASH}`),
      /not a password/,
    ],
    ['no salt separator', firebase('n=14,r=8', FIREBASE_HASH, 'k=0123456789abcdef'), /not a password hash/],
    ['iterations', pbkdf2(2_000_001), /iterations is 2000001, and at most 2000000/],
    ['no iterations', pbkdf2(0), /no iterations/],
    ['a short digest', '$pbkdf2-sha256$1000$c29tZXNhbHQ$c29tZQ', /hash of 4 bytes: 16 to 128/],
    ['half a byte', `pbkdf2:sha256:1000$abc$${'0f'.repeat(20)}0`, /hash of 0 bytes/],
    ['a long salt', `$pbkdf2-sha256$1000$${'A'.repeat(240)}$${DIGEST}`, /salt of 180 bytes: 1 to 128/],
    ['length', `$pbkdf2-sha256$1000$${SALT}$${'A'.repeat(600)}`, /longer than 512/],
    ['MD5', '5f4dcc3b5aa765d61d8327deb882cf99', /not a password hash that can be taken over: bcrypt/],
    ['argon2d', argon2('m=64,t=1,p=1').replace('2id', '2d'), /not a password hash/],
    ['more parameters', argon2('m=64,t=1,p=1,keyid=AAAA'), /not a password hash/],
    ['a line behind it', `${pbkdf2(1000)}\n`, /not a password hash/],
    ['bcrypt of cost 17', '$2b$17$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', /of cost 4 to 16/],
    ['nothing', '', /not a password hash/],
  ])('%s: is refused, and why is said', (_what, text, message) => {
    expect(problemWithHash(text)).toMatch(message);
    expect(foreignHashOf(text)).toBeNull();
  });

  it.each([[null], [7], [{}], [['$2b$']], [undefined]])('%j is no text', (value) => {
    expect(problemWithHash(value)).toBe('is not a text');
  });

  const piece = fc.constantFrom(
    ...[
      '$',
      'argon2id',
      '$argon2id$v=19$',
      'm=64,t=1,p=1',
      'm=',
      ',',
      'scrypt',
      '$scrypt$',
      '$fbscrypt$v=1,n=4,r=8,p=1,ss=Bw==,k=0123456789abcdef$',
      FIREBASE_HASH,
      'ln=4,r=8,p=1',
      ':',
      'pbkdf2',
    ],
    ...[
      '_sha256$',
      '$pbkdf2-sha256$',
      '1000$',
      SALT,
      DIGEST,
      '=',
      '-1',
      '0x10',
      '1e9',
      '٣',
      ' ',
      '\0',
      '\n',
      '99999999999',
    ],
  );
  const odd = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }).map((all) => all.join('')),
  );

  it('whatever is sent is taken within the limits, or refused by a sentence that does not repeat it', () => {
    fc.assert(
      fc.property(odd, (text) => {
        const found = foreignHashOf(text);
        if (found === null) {
          expect(problemWithForeignHash(text)).toMatch(/^(is|has|costs) [ -~×…]+$/);
          return;
        }
        expect(found.salt.length).toBeGreaterThan(0);
        expect(found.digest.length).toBeGreaterThanOrEqual(16);
        expect(costOf(found)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 5000 },
    );
  });

  it('any costs in the right form are taken exactly when they are within the limits', () => {
    const cost = fc.integer({ min: 0, max: 300_000 });
    fc.assert(
      fc.property(cost, fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 20 }), (m, t, p) => {
        const { memoryKib, argon2WorkKib, lanes } = FOREIGN_LIMITS;
        const isWithin = m <= memoryKib && m * t <= argon2WorkKib && p <= lanes;
        const isArgon2 = p >= 1 && t >= 1 && m >= 8 * p;
        expect(foreignHashOf(argon2(`m=${m},t=${t},p=${p}`)) !== null).toBe(isWithin && isArgon2);
      }),
      { numRuns: 2000 },
    );
  });

  it('a long text of the kind that confuses patterns is refused at once', () => {
    for (const part of ['$', '=', 'A', '$argon2id', '1,', ':'])
      expect(problemWithHash(part.repeat(1_000_000))).toBe('is longer than 512 characters');
  });
});

/** The share of the limit that it uses. */
function costOf(found: NonNullable<ReturnType<typeof foreignHashOf>>): number {
  const { memoryKib, argon2WorkKib, scryptWork, pbkdf2Iterations } = FOREIGN_LIMITS;
  if (found.kind === 'pbkdf2') return found.iterations / pbkdf2Iterations;
  if (found.kind === 'scrypt')
    return Math.max((found.n * found.r * found.p) / scryptWork, (found.n * found.r) / 8 / memoryKib);
  return Math.max(found.memoryKib / memoryKib, (found.memoryKib * found.passes) / argon2WorkKib);
}
