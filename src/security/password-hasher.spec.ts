import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CallError } from '../errors/call-error.js';
import { isBcryptHash, PasswordHasher } from './password-hasher.js';

/** "U*U" in the test vectors of crypt_blowfish. */
const KNOWN = '05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
const SEVENTY_TWO = 'x'.repeat(72);

describe('password hashes (D69, D70)', () => {
  let hasher: PasswordHasher;
  beforeAll(() => {
    hasher = new PasswordHasher(4);
  });
  afterAll(() => hasher.close());

  it('are bcrypt of the configured cost and salted', async () => {
    const [first, second] = [await hasher.hash('secret'), await hasher.hash('secret')];
    expect(first).toMatch(/^\$2b\$04\$[./A-Za-z0-9]{53}$/);
    expect(first).not.toBe(second);
  });

  it.each(['', 'secret', 'with spaces ', 'pä$$wörd 👪', SEVENTY_TWO, 'x'.repeat(256), '👪'.repeat(256)])(
    'match the password %j and none that is nearly it',
    async (password) => {
      const hash = await hasher.hash(password);
      expect(await hasher.matches(password, hash)).toBe(true);
      expect(await hasher.matches(`${password}.`, hash)).toBe(false);
      expect(await hasher.matches(`.${password}`, hash)).toBe(false);
    },
  );

  it.each(['$2a$', '$2b$', '$2y$'])('can be brought along as %s', async (version) => {
    const hash = version + KNOWN;
    expect(isBcryptHash(hash)).toBe(true);
    expect(await hasher.matches('U*U', hash)).toBe(true);
    expect(await hasher.matches('U*V', hash)).toBe(false);
  });

  it.each([
    '',
    'secret',
    `$2x$${KNOWN}`,
    `$2b$${KNOWN}.`,
    `$2b$${KNOWN.slice(0, -1)}`,
    `$1$${KNOWN}`,
    `$2b$${KNOWN}\n`,
  ])('can not be brought along as %j', (text) => {
    expect(isBcryptHash(text)).toBe(false);
  });

  it('of two passwords that are equal in their first 72 bytes differ: nothing is cut off', async () => {
    const hash = await hasher.hash(`${SEVENTY_TWO}a`);
    expect(await hasher.matches(`${SEVENTY_TWO}a`, hash)).toBe(true);
    expect(await hasher.matches(`${SEVENTY_TWO}b`, hash)).toBe(false);
    expect(await hasher.matches(SEVENTY_TWO, hash)).toBe(false);
  });

  it('count bytes, not characters: 37 letters of two bytes are not cut off', async () => {
    const hash = await hasher.hash(`${'ä'.repeat(36)}a`);
    expect(await hasher.matches(`${'ä'.repeat(36)}b`, hash)).toBe(false);
  });

  it('of 72 bytes brought along match as bcrypt has them', async () => {
    // crypt(3) of libxcrypt over the bare 72 bytes
    expect(
      await hasher.matches(SEVENTY_TWO, '$2b$04$CCCCCCCCCCCCCCCCCCCCC.ug0A3dTXhy5U.dFjx/qguZ8I4CB77BC'),
    ).toBe(true);
  });

  it('that are not there match no password (D40)', async () => {
    for (const password of ['', 'secret', 'null', SEVENTY_TWO]) {
      expect(await hasher.matches(password, null)).toBe(false);
    }
  });

  it.each([
    ['$2b$04$', false],
    ['$2b$05$', true],
    ['$2y$12$', true],
  ])('that begin with %s are renewed where the cost is 4: %p', (start, expected) => {
    expect(hasher.needsRehash(start + KNOWN.slice(3))).toBe(expected);
  });

  it('are refused at once with 503 and Retry-After when the queue is full, and those in it are made', async () => {
    const passwords = Array.from({ length: 70 * availableParallelism() }, (_, i) => `password ${i}`);
    const results = await Promise.allSettled(passwords.map((password) => hasher.hash(password)));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(passwords.length);
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(CallError);
      const { definition, headers } = reason as CallError;
      expect(definition).toMatchObject({ name: 'FizApiUnavailableException', value: 503, status: 503 });
      expect(headers['Retry-After']).toMatch(/^\d+$/);
    }
    expect(await hasher.matches('password', await hasher.hash('password'))).toBe(true);
  });
});
