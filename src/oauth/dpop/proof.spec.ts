import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { SignJWT, UnsecuredJWT } from 'jose';
import { DpopKey, type ProofContent } from '../../../test/support/dpop-key.js';
import { KeyCache } from './key-cache.js';
import { DPOP_ALGORITHMS, readProof, requireFor, type SignedProof } from './proof.js';
import { ProofProblem } from './proof-problem.js';

interface Vector {
  readonly name: string;
  readonly proof: string;
  readonly method: string;
  readonly url: string;
  readonly iat: number;
  readonly jti: string;
  readonly ath: string | null;
}
const file = new URL('../../../test/vectors/dpop.json', import.meta.url);
const { vectors, thumbprint, accessToken } = JSON.parse(readFileSync(file, 'utf8')) as {
  vectors: Vector[];
  thumbprint: string;
  accessToken: string;
};
const URL_ASKED = 'https://accounts.example/token';
const AT = 1_772_366_400;
const NOW = new Date(AT * 1000);
const read = (text: string, keys = new KeyCache()): Promise<SignedProof> => readProof(text, keys, NOW);

describe('the proofs of RFC 9449', () => {
  it.each(vectors)(
    '$name: is read, and is valid for its request only',
    async ({ proof, method, url, iat, jti, ath }) => {
      const found = await read(proof);
      expect(found).toMatchObject({ htm: method, htu: url, nonce: null, iat, jti, ath });
      expect(found.key.thumbprint.toString('base64url')).toBe(thumbprint);
      expect(() => requireFor(found, { method, url, ath })).not.toThrow();
      expect(() => requireFor(found, { method: 'PUT', url, ath })).toThrow(ProofProblem);
      expect(() => requireFor(found, { method, url: URL_ASKED, ath })).toThrow(ProofProblem);
      expect(() => requireFor(found, { method, url, ath: 'other' })).toThrow(ProofProblem);
    },
  );

  it('names its access token by the SHA-256', () => {
    expect(createHash('sha256').update(accessToken).digest('base64url')).toBe(vectors[1].ath);
  });

  it.each(vectors)('$name: with another byte, wherever it is, it is none', async ({ proof }) => {
    const end = proof.length - 1; // only two bits of the last character count
    for (let at = 0; at < end; at += 7) {
      if (proof[at] === '.') continue;
      const other = `${proof.slice(0, at)}${proof[at] === 'A' ? 'B' : 'A'}${proof.slice(at + 1)}`;
      await expect(read(other)).rejects.toThrow(ProofProblem);
    }
  });
});

describe('a proof', () => {
  let key: DpopKey;
  beforeAll(async () => {
    key = await DpopKey.generate();
  });
  const proof = (more: Partial<ProofContent> = {}): Promise<string> =>
    key.proof({ url: URL_ASKED, at: AT, ...more });

  const rsa = DpopKey.generate('RS256');
  it.each(DPOP_ALGORITHMS)('may be signed by %s', async (alg) => {
    const isRsa = /^[RP]S/.test(alg);
    const other = isRsa ? await DpopKey.of((await rsa).privateJwk, alg) : await DpopKey.generate(alg);
    const { key: found } = await read(await other.proof({ url: URL_ASKED, at: AT }));
    expect(found.thumbprint.toString('base64url')).toBe(other.thumbprint);
  });

  it.each([
    ['of another type', { header: { typ: 'JWT' } }, 'its typ must be dpop+jwt'],
    ['without a type', { header: { typ: undefined } }, 'its typ must be dpop+jwt'],
    ['without a key', { header: { jwk: undefined } }, 'its jwk is missing'],
    ['with a shared secret', { header: { jwk: { kty: 'oct', k: 'AA' } } }, 'its jwk must be of kty'],
    ['without htm', { claims: { htm: undefined } }, 'its htm is missing'],
    ['without htu', { claims: { htu: undefined } }, 'its htu is missing'],
    ['without jti', { claims: { jti: undefined } }, 'its jti must have 1 to 256 characters'],
    ['with an empty jti', { claims: { jti: '' } }, 'its jti must have 1 to 256 characters'],
    ['with a long jti', { claims: { jti: 'x'.repeat(257) } }, 'its jti must have 1 to 256 characters'],
    ['with a number as jti', { claims: { jti: 7 } }, 'its jti must have 1 to 256 characters'],
    ['without iat', { claims: { iat: undefined } }, 'its iat is missing'],
    ['with a list as nonce', { claims: { nonce: [] } }, 'its nonce must be a text'],
    ['that is over', { claims: { exp: AT - 400 } }, 'its signature is wrong, or it is not valid now'],
    [
      'that is not valid yet',
      { claims: { nbf: AT + 400 } },
      'its signature is wrong, or it is not valid now',
    ],
  ] as [string, Partial<ProofContent>, string][])('is refused %s', async (_what, content, problem) => {
    await expect(read(await proof(content))).rejects.toThrow(problem);
  });

  it('is refused with the private key in it, even if the signature is right', async () => {
    const text = await proof({ header: { jwk: key.privateJwk } });
    await expect(read(text)).rejects.toThrow('its jwk holds a private key');
  });

  it('is refused under another key', async () => {
    const { jwk } = await DpopKey.generate();
    await expect(read(await proof({ header: { jwk } }))).rejects.toThrow('its signature is wrong');
  });

  it('is refused with a key of another algorithm', async () => {
    const { jwk } = await DpopKey.generate('Ed25519');
    await expect(read(await proof({ header: { jwk } }))).rejects.toThrow('its jwk is no key of ES256');
  });

  it('is refused with a point that is not on the curve', async () => {
    const jwk = { ...key.jwk, y: key.jwk.x };
    await expect(read(await proof({ header: { jwk } }))).rejects.toThrow('its jwk is no key of ES256');
  });

  it('is refused when it is signed by what both sides know, or by nothing', async () => {
    const header = { typ: 'dpop+jwt', alg: 'HS256', jwk: key.jwk };
    const shared = await new SignJWT({}).setProtectedHeader(header).sign(new Uint8Array(32));
    await expect(read(shared)).rejects.toThrow('its alg must be one of ES256');
    const part = Buffer.from(JSON.stringify({ ...header, alg: 'none' })).toString('base64url');
    await expect(read(`${part}.e30.AA`)).rejects.toThrow('its alg must be one of ES256');
    await expect(read(new UnsecuredJWT({}).encode())).rejects.toThrow('it must be one JWT');
  });

  it('is one JWT of a limited size', async () => {
    const text = await proof();
    for (const none of ['', 'x', `${text}, ${text}`, `${text} `, `${text}.x`, 'a.b.c', '{}.{}.{}'])
      await expect(read(none)).rejects.toThrow(ProofProblem);
    const long = await proof({ claims: { more: 'x'.repeat(8192) } });
    await expect(read(long)).rejects.toThrow('it has more than 8192 characters');
  });

  it('leaves its key for the next one, once its signature was right', async () => {
    const keys = new KeyCache();
    const { jwk } = await DpopKey.generate();
    await expect(read(await proof({ header: { jwk } }), keys)).rejects.toThrow(ProofProblem);
    expect(keys.size).toBe(0);
    const { key: found } = await read(await proof(), keys);
    expect(keys.size).toBe(1);
    expect(keys.find(found, 'ES256')).not.toBeInstanceOf(Promise);
    await read(await proof(), keys);
    expect(keys.size).toBe(1);
  });
});
