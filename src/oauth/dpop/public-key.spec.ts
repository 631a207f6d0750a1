import { describe, expect, it } from '@jest/globals';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { readPublicKey, type PublicKey } from './public-key.js';

/** RFC 7638 §3.1. */
const RFC_7638 = {
  kty: 'RSA',
  n: '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw',
  e: 'AQAB',
  alg: 'RS256',
  kid: '2011-04-29',
};

const read = (jwk: unknown): PublicKey => {
  const found = readPublicKey(jwk);
  if (typeof found === 'string') throw new Error(found);
  return found;
};
const made = async (alg: string): Promise<JWK> =>
  exportJWK((await generateKeyPair(alg, { extractable: true })).publicKey);

describe('the public key of a proof', () => {
  it('has the thumbprint of RFC 7638 §3.1', () => {
    expect(read(RFC_7638).thumbprint.toString('base64url')).toBe(
      'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
    );
  });

  it.each(['ES256', 'ES384', 'ES512', 'Ed25519', 'RS256'])('has, of %s, that of jose', async (alg) => {
    const jwk = await made(alg);
    expect(read(jwk).thumbprint.toString('base64url')).toBe(await calculateJwkThumbprint(jwk));
  });

  it('is nothing but its own members: what else was sent changes neither key nor thumbprint', async () => {
    const jwk = await made('ES256');
    const noisy = { use: 'enc', key_ops: ['encrypt'], alg: 'none', ext: false, ...jwk, kid: 'x' };
    expect(read(noisy)).toEqual(read(jwk));
    expect(Object.keys(read(noisy).jwk)).toEqual(['crv', 'kty', 'x', 'y']);
  });

  it.each([
    ['nothing', undefined, 'its jwk is missing'],
    ['a text', 'key', 'its jwk is missing'],
    ['a shared secret', { kty: 'oct', k: 'AAAA' }, 'its jwk must be of kty EC, OKP or RSA'],
    ['a name that every object has', { kty: 'toString' }, 'its jwk must be of kty EC, OKP or RSA'],
    ['a key without y', { kty: 'EC', crv: 'P-256', x: 'AA' }, 'its jwk must have crv, kty, x, y'],
    ['a number', { kty: 'OKP', crv: 'Ed25519', x: 5 }, 'its jwk must have crv, kty, x'],
    ['an empty member', { ...RFC_7638, e: '' }, 'its jwk must have e, kty, n'],
    ['a private key', { ...RFC_7638, d: 'AA' }, 'its jwk holds a private key'],
    ['another part of one', { ...RFC_7638, oth: [] }, 'its jwk holds a private key'],
    ['a short RSA key', { ...RFC_7638, n: 'AQAB' }, expect.stringContaining('2048 to 4096 bits')],
    ['a long one', { ...RFC_7638, n: RFC_7638.n.repeat(3) }, expect.stringContaining('2048 to 4096 bits')],
    ['a large exponent', { ...RFC_7638, e: 'AQABAQAB' }, expect.stringContaining('its exponent')],
  ])('is refused: %s', (_what, jwk, problem) => {
    expect(readPublicKey(jwk)).toEqual(problem);
  });
});
