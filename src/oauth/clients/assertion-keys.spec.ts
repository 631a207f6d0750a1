import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { JWK } from 'jose';
import { problemWithIssuer, problemWithJwks, problemWithJwksUrl } from './assertion-keys.js';

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicKey = ec.publicKey.export({ format: 'jwk' }) as JWK;
const rsa = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' }) as JWK;

describe('the keys of a client record', () => {
  it.each<[string, JWK]>([
    ['P-256', publicKey],
    ['P-256 with alg, kid and use', { ...publicKey, alg: 'ES256', kid: 'a', use: 'sig' }],
    ['P-521', generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey.export({ format: 'jwk' })],
    ['Ed25519', generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })],
    ['RSA', rsa(2048)],
  ])('may be %s', async (_what, key) => {
    expect(await problemWithJwks({ keys: [publicKey, key] })).toBeNull();
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', null, /^must be a JSON Web Key Set/],
    ['no keys', { keys: [] }, /^must be a JSON Web Key Set/],
    ['a text', { keys: ['x'] }, /^\.keys\[0\] must be an object/],
    ['null', { keys: [publicKey, null] }, /^\.keys\[1\] must be an object/],
    ['a secret', { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] }, /must have the kty RSA, EC or OKP/],
    ['a private key', { keys: [ec.privateKey.export({ format: 'jwk' })] }, /must be a public key/],
    ['one for HS256', { keys: [{ ...publicKey, alg: 'HS256' }] }, /must have one of these as alg/],
    ['one for encryption', { keys: [{ ...publicKey, use: 'enc' }] }, /must have the use sig/],
    ['a short one', { keys: [rsa(1024)] }, /must have 2048 bits or more/],
    ['a broken one', { keys: [{ ...publicKey, x: 'x' }] }, /is not a key that can be read/],
    ['half a one', { keys: [{ kty: 'EC' }] }, /is not a key that can be read/],
  ])('may not be %s', async (_what, jwks, problem) => {
    expect(await problemWithJwks(jwks)).toMatch(problem);
  });

  it.each([
    'https://idp.example/jwks.json',
    'https://idp.example:8443/a?b=c',
    'http://127.0.0.1:4000/',
    'http://localhost/',
  ])('may be published at %s', (url) => {
    expect(problemWithJwksUrl(url)).toBeNull();
  });

  it.each([
    'idp.example',
    'http://idp.example/',
    'ftp://idp.example/',
    'https://u:p@idp.example/',
    'https://idp.example/#a',
    '',
  ])('may not be published at "%s"', (url) => {
    expect(problemWithJwksUrl(url)).toMatch(/^must /);
  });

  it('are of an issuer that can be read', () => {
    expect(problemWithIssuer('https://idp.example')).toBeNull();
    for (const issuer of ['', 'two words', 'ü', 'x'.repeat(256)])
      expect(problemWithIssuer(issuer)).toMatch(/^must /);
  });
});
