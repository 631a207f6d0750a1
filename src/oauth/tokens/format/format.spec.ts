import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readAccessToken, writeAccessToken, type AccessToken, type ReadAccessToken } from './access-token.js';
import { accessSecretOf, grantAnchorOf, anchorTextOf, freshSecret } from './grant-secret.js';
import { readRefreshToken, refreshTag, writeRefreshToken } from './refresh-token.js';
import { isKnownScope, NOT_NARROWED, scopeBits, scopeOf } from './scope-bits.js';
import { TokenKeys } from './token-keys.js';
import { SCOPE_BITS, SCOPE_NAMES } from '../scope.js';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const INSTANCE = randomBytes(32);
const keys = new TokenKeys([NEW, OLD], INSTANCE);
const secret = freshSecret();

const ACCESS: AccessToken = {
  grantId: '9007199254740993',
  issue: 2 ** 47 + 5,
  issuedAt: 1_772_366_400_123,
  expiresAt: 1_772_370_000_123,
  tokenType: 'mac',
  macAlgorithm: 'hmac-sha-256',
  thumbprint: null,
  isOfInterface: true,
  scope: scopeBits('openid email'),
  secret: accessSecretOf(secret),
};
const access = (more: Partial<AccessToken> = {}, by = keys) => writeAccessToken(by, { ...ACCESS, ...more });
const refresh = (generation: number, by = keys) =>
  writeRefreshToken('31', secret, refreshTag(by.newest, secret, generation));

/** What is read of a token that was written so. */
function readOf({ secret: carried, ...said }: AccessToken, macKey: string | null): ReadAccessToken {
  return { target: null, ...said, anchor: anchorTextOf(carried), macKey };
}

/** The token with one byte changed. */
function altered(plain: string, at: number): string {
  const bytes = Buffer.from(plain, 'base64url');
  bytes[at] ^= 1;
  return bytes.toString('base64url');
}

/** Other texts that a decoder takes for the same bytes. */
function spellings(plain: string): string[] {
  const classic = plain.replaceAll('-', '+').replaceAll('_', '/');
  return [
    `${plain}=`,
    `${plain}==`,
    ` ${plain}`,
    `${plain}\n`,
    `${plain.slice(0, 9)} ${plain.slice(9)}`,
    classic,
    `${plain}A`,
  ];
}

describe('an access token', () => {
  it('is 92 characters, and says what was put in, whatever the type', () => {
    const types = [
      { tokenType: 'bearer', macAlgorithm: null },
      { tokenType: 'mac', macAlgorithm: 'hmac-sha-1' },
      { tokenType: 'mac', macAlgorithm: 'hmac-sha-256' },
    ] as const;
    for (const isOfInterface of [true, false]) {
      for (const type of types) {
        const written = access({ ...type, isOfInterface });
        expect(written.plain).toMatch(/^[\w-]{92}$/);
        const read = readAccessToken(keys, written.plain);
        expect(read).toEqual(readOf({ ...ACCESS, ...type, isOfInterface }, written.macKey));
        expect(written.macKey === null).toBe(type.tokenType === 'bearer');
      }
    }
  });

  it('that is bound to a key is 135 characters, has the thumbprint under its tag, and is for DPoP', () => {
    const thumbprint = randomBytes(32);
    const bound = { ...ACCESS, tokenType: 'dpop', macAlgorithm: null, thumbprint } as const;
    const { plain, macKey } = writeAccessToken(keys, bound);
    expect(plain).toMatch(/^[\w-]{135}$/);
    expect(macKey).toBeNull();
    const read = readAccessToken(keys, plain);
    expect(read).toEqual(readOf(bound, null));
    expect(read?.thumbprint?.buffer.byteLength).toBe(32); // else it would keep the bytes of others in memory
    for (let at = 0; at < 101; at++) expect(readAccessToken(keys, altered(plain, at))).toBeNull();
    for (const other of spellings(plain))
      if (other !== plain) expect(readAccessToken(keys, other)).toBeNull();
  });

  it('does not become bound, nor free, by another kind or length', () => {
    const thumbprint = randomBytes(32);
    const bound = Buffer.from(
      writeAccessToken(keys, { ...ACCESS, tokenType: 'dpop', macAlgorithm: null, thumbprint }).plain,
      'base64url',
    );
    const free = Buffer.from(access({ tokenType: 'bearer', macAlgorithm: null }).plain, 'base64url');
    const withoutKey = Buffer.concat([bound.subarray(0, 53), bound.subarray(85)]);
    const withKey = Buffer.concat([free.subarray(0, 53), thumbprint, free.subarray(53)]);
    for (const bytes of [bound, free, withoutKey, withKey])
      for (const kind of [1, 2, 3, 4]) {
        const other = Buffer.from(bytes);
        other[1] = kind;
        const isSame = (bytes === bound && kind === 3) || (bytes === free && kind === 1);
        expect(readAccessToken(keys, other.toString('base64url')) !== null).toBe(isSame);
      }
  });

  it('is no token when any of its bytes is another one', () => {
    const { plain } = access();
    for (let at = 0; at < 69; at++) expect(readAccessToken(keys, altered(plain, at))).toBeNull();
  });

  it('has one spelling', () => {
    const { plain } = access();
    for (const other of spellings(plain))
      if (other !== plain) expect(readAccessToken(keys, other)).toBeNull();
  });

  it('is none of another kind, length or key, or of another instance with the same MASTER_KEY', () => {
    const { plain } = access();
    for (const other of [
      '',
      'x',
      'x'.repeat(43),
      'x'.repeat(92),
      'é'.repeat(92),
      refresh(0),
      plain.slice(4),
      `${plain}AAAA`,
    ])
      expect(readAccessToken(keys, other)).toBeNull();
    expect(readAccessToken(new TokenKeys([randomBytes(32)], INSTANCE), plain)).toBeNull();
    expect(readAccessToken(new TokenKeys([NEW, OLD], randomBytes(32)), plain)).toBeNull();
  });

  it('is read under each listed key, wherever it stands in the list, and no more when it is gone', () => {
    const { plain } = access({}, new TokenKeys([OLD], INSTANCE));
    for (const list of [[OLD, NEW], [NEW, OLD], [OLD]])
      expect(readAccessToken(new TokenKeys(list, INSTANCE), plain)?.grantId).toBe(ACCESS.grantId);
    expect(readAccessToken(new TokenKeys([NEW], INSTANCE), plain)).toBeNull();
  });

  it('does not reveal its MAC key, which is derived for another purpose', () => {
    const { plain, macKey } = access();
    expect(Buffer.from(macKey as string, 'base64url')).toHaveLength(32);
    expect(Buffer.from(plain, 'base64url').includes(Buffer.from(macKey as string, 'base64url'))).toBe(false);
    expect(access({ issue: 1 }).macKey).not.toBe(macKey);
  });

  it('names a grant that the database could have', () => {
    for (const grantId of ['0', '9223372036854775808', '18446744073709551615'])
      expect(readAccessToken(keys, access({ grantId }).plain)).toBeNull();
    const last = '9223372036854775807';
    expect(readAccessToken(keys, access({ grantId: last }).plain)?.grantId).toBe(last);
  });

  it('with a scope of a later version is unknown, never without a limit', () => {
    for (const scope of [1 << 30, -2, -(2 ** 31), scopeBits('openid') | (1 << 20)])
      expect(readAccessToken(keys, access({ scope }).plain)).toBeNull();
  });
});

describe('a refresh token', () => {
  it('is 88 characters, and says its grant, its generation and what its row keeps', () => {
    const plain = refresh(7);
    expect(plain).toMatch(/^[\w-]{88}$/);
    const read = readRefreshToken(keys, plain);
    expect(read).toMatchObject({ grantId: '31', generation: 7, isGenuine: true });
    expect(read?.anchor).toEqual(grantAnchorOf(accessSecretOf(secret)));
    expect(read?.digest).toEqual(keys.digestOfRefresh(secret, refreshTag(keys.newest, secret, 7).tag));
  });

  it('is the same on every node, and another one under another key', () => {
    expect(refresh(3)).toBe(refresh(3, new TokenKeys([NEW], INSTANCE)));
    expect(refresh(3)).not.toBe(refresh(3, new TokenKeys([OLD], INSTANCE)));
  });

  it('is no token when its generation, secret or tag is another; of another grant it proves nothing', () => {
    const plain = refresh(7);
    for (let at = 14; at < 66; at++) expect(readRefreshToken(keys, altered(plain, at))).toBeNull();
    expect(readRefreshToken(keys, altered(plain, 13))).toMatchObject({ grantId: '30', isGenuine: true });
  });

  it('has one spelling', () => {
    const plain = refresh(7);
    for (const other of spellings(plain))
      if (other !== plain) expect(readRefreshToken(keys, other)).toBeNull();
  });

  it('under a key that is not listed is read, but said not to be genuine', () => {
    const plain = refresh(7, new TokenKeys([OLD], INSTANCE));
    expect(readRefreshToken(new TokenKeys([NEW], INSTANCE), plain)).toMatchObject({
      isGenuine: false,
      generation: 7,
    });
    expect(readRefreshToken(new TokenKeys([NEW], INSTANCE), altered(plain, 40))).toMatchObject({
      isGenuine: false,
    });
  });

  it('of no grant, or of a generation that no row can have, is none', () => {
    const none = (grant: string) => writeRefreshToken(grant, secret, refreshTag(keys.newest, secret, 1));
    expect(readRefreshToken(keys, none('0'))).toBeNull();
    expect(readRefreshToken(keys, none('18446744073709551615'))).toBeNull();
    expect(readRefreshToken(keys, refresh(2 ** 31 - 1))).toBeNull();
    expect(readRefreshToken(keys, refresh(2 ** 32 - 1))).toBeNull();
  });
});

describe('what the row keeps', () => {
  it('belongs to this instance: a copy of the database with another secret knows no refresh token (D204)', () => {
    const { tag } = refreshTag(keys.newest, secret, 1);
    const copy = new TokenKeys([NEW, OLD], randomBytes(32));
    expect(copy.digestOfRefresh(secret, tag)).not.toEqual(keys.digestOfRefresh(secret, tag));
    expect(new TokenKeys([randomBytes(32)], INSTANCE).digestOfRefresh(secret, tag)).toEqual(
      keys.digestOfRefresh(secret, tag),
    );
  });

  it('is 128 bits, and neither half of a grant’s secret leads to the other', () => {
    const of = accessSecretOf(secret);
    expect([of.length, grantAnchorOf(of).length]).toEqual([16, 16]);
    expect(grantAnchorOf(of)).not.toEqual(of);
    expect(secret.includes(of)).toBe(false);
  });
});

describe('scopes in tokens', () => {
  it('have a bit each, which no other has', () => {
    const bits = Object.values(SCOPE_BITS);
    expect(new Set(bits).size).toBe(bits.length);
    for (const bit of bits) expect(bit >= 0 && bit <= 30).toBe(true);
    // Given once, never again: a change here breaks tokens that are alive.
    expect(SCOPE_BITS).toMatchObject({
      account: 0,
      openid: 1,
      profile: 2,
      email: 3,
      'family.manage': 4,
      phone: 5,
      family: 6,
    });
  });

  it('come back as they were; "not narrowed" is not "no scope"', () => {
    for (const name of SCOPE_NAMES) expect(scopeOf(scopeBits(name))).toBe(name);
    expect(scopeOf(scopeBits(SCOPE_NAMES.join(' ')))).toBe(SCOPE_NAMES.join(' '));
    expect([scopeBits(null), scopeOf(NOT_NARROWED), scopeOf(0)]).toEqual([NOT_NARROWED, null, '']);
    expect([isKnownScope(0), isKnownScope(NOT_NARROWED), isKnownScope(128)]).toEqual([true, true, false]);
    expect(() => scopeBits('photos')).toThrow('photos');
  });
});
