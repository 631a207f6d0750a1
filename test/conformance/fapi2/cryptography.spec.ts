import { describe, expect, it } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import { DpopKey } from '../../support/dpop-key.js';
import { FapiParty } from '../../support/fapi-party.js';
import { request } from '../../support/http.js';
import { asForm, KeyClient } from '../../support/key-client.js';
import type { TestServer } from '../../support/start-app.js';
import { refusal, useFapi2 } from './stage.js';

/** Each title is named by a row of docs/reference/conformance.md. */
describe('FAPI 2.0 Security Profile (Final): cryptography and secrets, profile fapi2 (D412)', () => {
  let server: TestServer;
  let bank: KeyClient;
  let party: FapiParty;
  const { changed, created } = useFapi2((beginning) => {
    ({ server, bank, party } = beginning);
  });

  describe('signs and takes ES256, PS256 and EdDSA only', () => {
    it('an id_token has ES256, whatever the record says', async () => {
      expect((await changed({ idTokenSigningAlg: 'RS256' })).status).toBe(200);
      const { id_token } = await party.tokens();
      expect(decodeProtectedHeader(id_token).alg).toBe('ES256');
    });

    it.each(['ES256', 'PS256', 'EdDSA'])('takes assertions and proofs of %s', async (alg) => {
      const client = await KeyClient.make(`with-${alg.toLowerCase()}`, { alg });
      expect((await created({ clientId: client.id, jwks: { keys: [client.publicJwk] } })).status).toBe(201);
      const other = await FapiParty.of(server, client, alg);
      expect((await other.ask({ grant_type: 'client_credentials' })).status).toBe(200);
    });

    it('takes no assertion or proof of RS256 or ES384, or unsigned', async () => {
      for (const alg of ['RS256', 'ES384']) {
        const client = await KeyClient.make(`without-${alg.toLowerCase()}`, { alg });
        expect((await created({ clientId: client.id, jwks: { keys: [client.publicJwk] } })).status).toBe(201);
        const form = { grant_type: 'client_credentials' };
        const answer = await client.post(server, '/token', form, { DPoP: await party.proof('/token') });
        expect([alg, ...refusal(answer)]).toEqual([alg, 401, 'invalid_client']);
        const proven = await party.withKey(await DpopKey.generate(alg)).ask(form);
        expect([alg, ...refusal(proven)]).toEqual([alg, 400, 'invalid_dpop_proof']);
      }
      const [, payload] = (await bank.assertion(server)).split('.');
      const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
      const form = { grant_type: 'client_credentials', ...asForm(`${header}.${payload}.`) };
      expect(refusal(await request(server, { path: '/token', form }))).toEqual([401, 'invalid_client']);
    });
  });

  it('takes no RSA key of less than 2048 bits, and no elliptic curve of less than 256', async () => {
    const weak = { kty: 'RSA', n: Buffer.alloc(128, 255).toString('base64url'), e: 'AQAB' };
    const small = { kty: 'EC', crv: 'P-192', x: 'AAAA', y: 'AAAA' };
    for (const key of [weak, small]) expect((await changed({ jwks: { keys: [key] } })).status).toBe(422);
  });

  it('makes codes, tokens and request_uris of 256 random bits', async () => {
    const uri = await party.pushed();
    const { code } = await party.allow();
    const { access_token, refresh_token } = await party.tokens();
    for (const secret of [uri.split(':').at(-1) as string, code, access_token, refresh_token])
      expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32);
  });

  it('publishes its keys without x5u and jku, each kid once, and marks id_tokens by kid only', async () => {
    const { body } = await request(server, { path: '/jwks' });
    const { keys } = body as unknown as { keys: Record<string, string>[] };
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
    const header = decodeProtectedHeader((await party.tokens()).id_token);
    for (const said of [...keys, header]) {
      expect(said).not.toHaveProperty('x5u');
      expect(said).not.toHaveProperty('jku');
    }
  });

  it('tells keys of one kid apart by their type', async () => {
    const twin = await KeyClient.make('twins', { alg: 'PS256' });
    const first = await KeyClient.make('twins', { alg: 'ES256' });
    const jwks = { keys: [first.publicJwk, twin.publicJwk] };
    expect((await created({ clientId: 'twins', jwks })).status).toBe(201);
    for (const client of [first, twin]) {
      const { status } = await (await FapiParty.of(server, client)).ask({ grant_type: 'client_credentials' });
      expect(status).toBe(200);
    }
  });
});
