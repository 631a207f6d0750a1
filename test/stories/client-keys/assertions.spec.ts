import { describe, expect, it } from '@jest/globals';
import { count } from '../../support/database-rows.js';
import type { JwksServer } from '../../support/jwks-server.js';
import { asForm, JWT_ASSERTION, type KeyClient } from '../../support/key-client.js';
import { expectInvalidClient, NO_SUCH, useKeyClients } from '../../support/key-clients-stage.js';
import type { TestServer } from '../../support/start-app.js';

type Claims = Readonly<Record<string, unknown>>;

describe('assertion of a client (private_key_jwt, D411)', () => {
  let server: TestServer;
  let published: JwksServer;
  let bank: KeyClient;
  let other: KeyClient;
  const { asked, present } = useKeyClients((beginning) => {
    ({ server, published, bank, other } = beginning);
  });
  const at = (seconds: number) => server.clock.seconds + seconds;

  describe('once', () => {
    it('of 50 at once one wins, and the others are refused', async () => {
      const form = asForm(await bank.assertion(server));
      const answers = await Promise.all(Array.from({ length: 50 }, () => asked(form)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200))
        expectInvalidClient(answer, 'The jti of the assertion was used before.');
    });

    it('for each client: the jti of another does not matter', async () => {
      const jti = 'the-same-everywhere';
      expect((await present(bank, { jti })).status).toBe(200);
      expect((await present(other, { jti })).status).toBe(200);
      expectInvalidClient(await present(bank, { jti }), /used before/);
    });

    it('and one that was refused is not used up, and fills no table', async () => {
      const before = await count(server, 'assertion_use');
      expectInvalidClient(await present(bank, { jti: 'spared', aud: 'https://elsewhere.example' }), /aud/);
      expect(await count(server, 'assertion_use')).toBe(before);
      expect((await present(bank, { jti: 'spared' })).status).toBe(200);
    });
  });

  it.each<[string, () => Claims, RegExp | string]>([
    ['no iss', () => ({ iss: undefined }), 'The iss of the assertion must be bank.'],
    ["another's iss", () => ({ iss: 'other' }), 'The iss of the assertion must be bank.'],
    ['no aud', () => ({ aud: undefined }), /^The aud of the assertion must be http/],
    ["another's aud", () => ({ aud: 'https://elsewhere.example' }), /^The aud of the assertion must be http/],
    ['no exp', () => ({ exp: undefined }), /^The exp of the assertion is missing/],
    ['an exp that is no number', () => ({ exp: 'soon' }), /^The exp of the assertion/],
    ['an exp that has passed', () => ({ exp: at(-31) }), 'The assertion expired: its exp has passed.'],
    ['an exp in eleven minutes', () => ({ exp: at(660) }), /at most 600 seconds ahead/],
    ['an exp in a hundred years', () => ({ exp: at(3e9) }), /at most 600 seconds ahead/],
    ['an iat to come', () => ({ iat: at(60) }), /iat of the assertion lies in the future/],
    ['an iat that is no number', () => ({ iat: 'now' }), /^The iat of the assertion/],
    ['an nbf to come', () => ({ nbf: at(60) }), 'The assertion is not valid yet: see its nbf.'],
    ['no jti', () => ({ jti: undefined }), /^The jti of the assertion is missing/],
    ['an empty jti', () => ({ jti: '' }), /^The jti of the assertion must be a text/],
    ['a jti that is no text', () => ({ jti: 7 }), /^The jti of the assertion must be a text/],
    ['a jti of 256 characters', () => ({ jti: 'j'.repeat(256) }), /^The jti of the assertion must be a text/],
    ['no sub', () => ({ sub: undefined }), /is not a JWT with the client_id as its sub/],
    ['a sub that is no client', () => ({ sub: 'nobody' }), NO_SUCH],
    ['a sub with a NUL', () => ({ sub: 'bank\0' }), NO_SUCH],
    ['a sub that is no text', () => ({ sub: ['bank'] }), /is not a JWT with the client_id as its sub/],
  ])('not with %s', async (_what, claims, description) => {
    expectInvalidClient(await present(bank, claims()), description);
  });

  it.each(['at+jwt', 'dpop+jwt', 'logout+jwt', ''])('not as another kind of token: %j', async (typ) => {
    expectInvalidClient(await present(bank, {}, { typ }), /^The typ of the assertion/);
  });

  it('with clocks that are half a minute apart', async () => {
    expect((await present(bank, { iat: at(29), nbf: at(29) })).status).toBe(200);
    expect((await present(bank, { exp: at(-29) })).status).toBe(200);
  });

  describe('signed by its own key only', () => {
    it("not by another client's, though it names the right client", async () => {
      const jwt = await bank.assertion(server, {}, {}, other.privateKey);
      expectInvalidClient(
        await asked(asForm(jwt)),
        'The signature of the assertion does not fit the key of this client.',
      );
    });

    it('not unsigned', async () => {
      const [, payload] = (await bank.assertion(server)).split('.');
      const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
      expectInvalidClient(
        await asked(asForm(`${header}.${payload}.`)),
        /must be one of ES256|not a signed JWT/,
      );
    });

    it('not by HMAC with the public key as the secret', async () => {
      const secret = new TextEncoder().encode(JSON.stringify(bank.publicJwk));
      const jwt = await bank.assertion(server, {}, { alg: 'HS256' }, secret);
      expectInvalidClient(await asked(asForm(jwt)), /must be one of ES256, PS256, EdDSA, Ed25519, RS256/);
    });

    it('not by a key that comes with it', async () => {
      const jwk = other.publicJwk as unknown as string;
      const jwt = await bank.assertion(server, {}, { jwk, jku: published.url }, other.privateKey);
      expectInvalidClient(await asked(asForm(jwt)), /does not fit the key/);
    });

    it.each(['', 'x', 'a.b.c', '..', `${'a'.repeat(9000)}.b.c`])('nor what is no JWT: %#', async (jwt) => {
      const { status, body } = await asked({ client_assertion: jwt, client_assertion_type: JWT_ASSERTION });
      expect([400, 401]).toContain(status);
      expect(body.error).toMatch(/^invalid_(?:client|request)$/);
    });
  });
});
