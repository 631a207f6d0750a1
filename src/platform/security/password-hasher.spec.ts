import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import bcrypt from 'bcrypt';
import { Piscina } from 'piscina';
import { FixedClock } from '../../../test/support/fixed-clock.js';
import { isBcryptHash, OPERATOR, PasswordHasher, type Refusals } from './password-hasher.js';

/** "U*U" in the test vectors of crypt_blowfish. */
const KNOWN = '05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
const SEVENTY_TWO = 'x'.repeat(72);

describe('password hashes (D69, D70)', () => {
  let hasher: PasswordHasher;
  beforeAll(() => {
    hasher = new PasswordHasher(4, new FixedClock());
  });
  afterAll(() => hasher.close());
  const hashed = (password: string) => hasher.hash(password, OPERATOR);
  const matchOf = (password: string, hash: string | null, refusals?: Refusals) =>
    hasher.turn(OPERATOR, (turn) => turn.matches(password, hash, refusals));
  const matches = (password: string, hash: string | null) =>
    matchOf(password, hash).then((match) => match !== null);

  it('are bcrypt of the configured cost and salted', async () => {
    const [first, second] = [await hashed('secret'), await hashed('secret')];
    expect(first).toMatch(/^\$2b\$04\$[./A-Za-z0-9]{53}$/);
    expect(first).not.toBe(second);
  });

  it.each(['', 'secret', 'with spaces ', 'pä$$wörd 👪', SEVENTY_TWO, 'x'.repeat(256), '👪'.repeat(256)])(
    'match the password %j and none that is nearly it',
    async (password) => {
      const hash = await hashed(password);
      expect(await matches(password, hash)).toBe(true);
      expect(await matches(`${password}.`, hash)).toBe(false);
      expect(await matches(`.${password}`, hash)).toBe(false);
    },
  );

  it.each(['$2a$', '$2b$', '$2y$'])('can be brought along as %s', async (version) => {
    const hash = version + KNOWN;
    expect(isBcryptHash(hash)).toBe(true);
    expect(await matches('U*U', hash)).toBe(true);
    expect(await matches('U*V', hash)).toBe(false);
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
    const hash = await hashed(`${SEVENTY_TWO}a`);
    expect(await matches(`${SEVENTY_TWO}a`, hash)).toBe(true);
    expect(await matches(`${SEVENTY_TWO}b`, hash)).toBe(false);
    expect(await matches(SEVENTY_TWO, hash)).toBe(false);
  });

  it('count bytes, not characters: 37 letters of two bytes are not cut off', async () => {
    const hash = await hashed(`${'ä'.repeat(36)}a`);
    expect(await matches(`${'ä'.repeat(36)}b`, hash)).toBe(false);
  });

  it('of 72 bytes brought along match as bcrypt has them', async () => {
    // crypt(3) of libxcrypt over the bare 72 bytes
    expect(await matches(SEVENTY_TWO, '$2b$04$CCCCCCCCCCCCCCCCCCCCC.ug0A3dTXhy5U.dFjx/qguZ8I4CB77BC')).toBe(
      true,
    );
  });

  it('that are not there match no password (D40)', async () => {
    for (const password of ['', 'secret', 'null', SEVENTY_TWO]) {
      expect(await matches(password, null)).toBe(false);
    }
  });

  it.each([
    ['$2b$04$', false],
    ['$2b$05$', true],
    ['$2y$12$', true],
  ])('that begin with %s are renewed where the cost is 4: %p', (start, expected) => {
    expect(hasher.needsRehash(start + KNOWN.slice(3), 'plain')).toBe(expected);
  });

  it('of one password that is right many times at once is computed once; a wrong one each time', async () => {
    const hash = await hashed('secret');
    const run = jest.spyOn(Piscina.prototype, 'run');
    const atOnce = (password: string) =>
      Promise.all(Array.from({ length: 30 }, () => matches(password, hash)));
    expect(await atOnce('secret')).toEqual(Array.from({ length: 30 }, () => true));
    expect(run.mock.calls.length).toBeLessThanOrEqual(availableParallelism());
    run.mockClear();
    expect(await atOnce('wrong')).toEqual(Array.from({ length: 30 }, () => false));
    expect(run).toHaveBeenCalledTimes(30);
    run.mockRestore();
    expect(await matches('secret', await hashed('other'))).toBe(false);
  });

  describe('however a keyboard writes it (input 22)', () => {
    const composed = 'Sch\u00f6ne Gr\u00fc\u00dfe';
    const decomposed = composed.normalize('NFD');
    const spellings = [
      composed,
      decomposed,
      composed.replace(' ', '\u00a0'),
      decomposed.replace(' ', '\u2003'),
    ];
    /** As it was made before D371, or by another system. */
    const older = (password: string) => bcrypt.hash(password, 4);

    it.each(spellings)('%j and every other spelling match a new hash of it', async (password) => {
      const hash = await hashed(password);
      for (const spelling of spellings) expect(await matchOf(spelling, hash)).toBe('plain');
      expect(await matches(decomposed.toLowerCase(), hash)).toBe(false);
    });

    it('an older hash of the bytes as typed matches them, and is made anew', async () => {
      const hash = await older(decomposed);
      expect(await matchOf(decomposed, hash)).toBe('typed');
      expect(await matchOf(decomposed, hash)).toBe('typed'); // remembered as such
      expect(hasher.needsRehash(hash, 'typed')).toBe(true);
      expect(await matchOf(decomposed, await older(composed))).toBe('plain');
      expect(hasher.needsRehash(hash, 'plain')).toBe(false);
    });

    it('is compared as often for an older hash, a new one, none, and an account that is refused', async () => {
      const hashes = [await older('another'), await hashed('another'), null];
      const run = jest.spyOn(Piscina.prototype, 'run');
      const workOf = async (password: string, hash: string | null, refusals?: Refusals) => {
        run.mockClear();
        await matchOf(password, hash, refusals);
        return run.mock.calls.length;
      };
      for (const hash of hashes) {
        expect(await workOf(decomposed, hash)).toBe(2);
        expect(await workOf(composed, hash)).toBe(1);
      }
      const refused = { decoys: [], isRefused: true };
      for (const made of [composed, decomposed])
        expect(await workOf(decomposed, await older(made), refused)).toBe(2);
      run.mockRestore();
    });

    it('a password that is long in bytes is cut nowhere', async () => {
      const long = 'a\u0308'.repeat(60);
      expect(await matches(long.normalize('NFC'), await hashed(long))).toBe(true);
      expect(await matches(`${long}a`, await hashed(long))).toBe(false);
    });
  });

  it('come in turns: who begins at once is told so, who had to wait too', async () => {
    const waited = await Promise.all(
      Array.from({ length: 100 }, () =>
        hasher.turn(OPERATOR, async (bcrypt, hasWaited) => {
          await bcrypt.hash('password');
          return hasWaited;
        }),
      ),
    );
    expect(waited[0]).toBe(false);
    expect(waited[99]).toBe(true);
    expect(hasher.queued).toBe(0);
  });
});
