import { describe, expect, it } from '@jest/globals';
import { basic, bearer } from '../../support/a01.js';
import type { AdminApi } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { DpopKey } from '../../support/dpop-key.js';
import type { FapiParty } from '../../support/fapi-party.js';
import { ANNA } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import type { KeyClient } from '../../support/key-client.js';
import type { TestServer } from '../../support/start-app.js';
import { refusal, useFapi2 } from './stage.js';

/** Each title is named by a row of docs/reference/conformance.md. */
describe('FAPI 2.0 Security Profile (Final): general requirements, profile fapi2 (D412)', () => {
  let server: TestServer;
  let api: AdminApi;
  let bank: KeyClient;
  let party: FapiParty;
  const { byAssertion, changed, created } = useFapi2((beginning) => {
    ({ server, api, bank, party } = beginning);
  });
  const at = (seconds: number) => server.clock.seconds + seconds;

  it('distributes its metadata, in which all that the profile needs is named', async () => {
    for (const name of ['openid-configuration', 'oauth-authorization-server']) {
      const { body } = await request(server, { path: `/.well-known/${name}` });
      expect(body).toMatchObject({
        issuer: server.url,
        pushed_authorization_request_endpoint: `${server.url}/par`,
        token_endpoint_auth_methods_supported: expect.arrayContaining(['private_key_jwt']),
        token_endpoint_auth_signing_alg_values_supported: expect.arrayContaining(['ES256', 'PS256', 'EdDSA']),
        dpop_signing_alg_values_supported: expect.arrayContaining(['ES256', 'PS256', 'EdDSA']),
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        id_token_signing_alg_values_supported: expect.arrayContaining(['ES256']),
      });
    }
  });

  it('rejects the password grant, and no record can allow it', async () => {
    const form = { grant_type: 'password', username: ANNA.email, password: ANNA.password };
    expect(refusal(await party.ask(form))).toEqual([400, 'unauthorized_client']);
    const { status, text } = await changed({ isPrivileged: true });
    expect([status, text]).toEqual([
      422,
      expect.stringContaining('must be off: a fapi2 client sends no passwords'),
    ]);
    await rows(server, `UPDATE client SET is_privileged = true WHERE client_id = 'bank'`);
    server.clock.advance({ seconds: 10 });
    expect(refusal(await party.ask(form))).toEqual([400, 'unauthorized_client']);
    await rows(server, `UPDATE client SET is_privileged = false WHERE client_id = 'bank'`);
  });

  it('has confidential clients only', async () => {
    const { status, text } = await created({ clientType: 'public' });
    expect([status, text]).toEqual([422, expect.stringContaining('is for confidential clients')]);
    const { status: noKeys } = await created({ jwks: null });
    expect(noKeys).toBe(422);
  });

  describe('issues tokens only that are bound to a key', () => {
    it('for a code, for the client itself, and at a refresh', async () => {
      const { code } = await party.allow();
      expect(refusal(await party.exchange(code, {}, null))).toEqual([400, 'invalid_dpop_proof']);
      const { body } = await party.exchange(code);
      expect(body.token_type).toBe('DPoP');
      const again = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
      expect(refusal(await party.ask(again, null))).toEqual([400, 'invalid_dpop_proof']);
      expect((await party.ask(again)).body.token_type).toBe('DPoP');
      const own = { grant_type: 'client_credentials' };
      expect(refusal(await party.ask(own, null))).toEqual([400, 'invalid_dpop_proof']);
      expect((await party.ask(own)).body.token_type).toBe('DPoP');
      expect(refusal(await party.ask({ ...own, token_type: 'mac' }))).toEqual([400, 'invalid_request']);
    });

    it('by DPoP, which calls verify', async () => {
      const { access_token: token } = await party.tokens();
      expect((await party.call(token)).status).toBe(200);
      const path = '/api/acc/getloggedaccount';
      expect((await request(server, { path, headers: bearer(token) })).status).toBe(401);
      const thief = party.withKey(await DpopKey.generate());
      expect((await thief.call(token)).status).toBe(401);
    });

    it('by no call of the interface either', async () => {
      const { code } = await party.allow();
      const path = '/api/log2/generateaccesstokenbyauthorizationcode';
      const { status, text } = await bank.post(server, path, { code, tokentype: 'Bearer' });
      expect(status).not.toBe(200);
      expect(text).not.toContain('access_token');
    });
  });

  it('authenticates clients by private_key_jwt only', async () => {
    const form = { grant_type: 'client_credentials' };
    const headers = { DPoP: await party.proof('/token') };
    const bySecret = { ...basic({ id: bank.id, secret: 'any-secret' }), ...headers };
    expect(refusal(await request(server, { path: '/token', form, headers: bySecret }))).toEqual([
      401,
      'invalid_client',
    ]);
    const byName = { ...form, client_id: bank.id };
    expect(refusal(await request(server, { path: '/token', form: byName, headers }))).toEqual([
      401,
      'invalid_client',
    ]);
    expect((await api.send('POST', '/clients/bank/secrets', { body: {} })).status).toBe(409);
    expect((await party.ask(form)).status).toBe(200);
  });

  it('sends nobody on to an address that is not registered', async () => {
    const redirect_uri = 'https://evil.test/';
    const { status, body } = await party.push({ redirect_uri });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    const query = new URLSearchParams({ client_id: bank.id, response_type: 'code', redirect_uri }).toString();
    const answer = await party.browser.get(`/authorize?${query}`);
    expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
  });

  it('takes its issuer as the aud of an assertion, as a string, and nothing else', async () => {
    expect((await byAssertion({ aud: server.url })).status).toBe(200);
    for (const aud of [
      [server.url],
      `${server.url}/token`,
      `${server.url}/`,
      [server.url, `${server.url}/token`],
    ]) {
      const answer = await byAssertion({ aud });
      expect([aud, ...refusal(answer)]).toEqual([aud, 401, 'invalid_client']);
      expect(answer.body.error_description).toMatch(/^The aud of the assertion must be/);
    }
  });

  it('does not rotate refresh tokens', async () => {
    const { refresh_token } = await party.tokens();
    for (let i = 0; i < 3; i++) {
      server.clock.advance({ minutes: 5 });
      const { status, body } = await party.ask({ grant_type: 'refresh_token', refresh_token });
      expect([status, body.refresh_token ?? refresh_token]).toEqual([200, refresh_token]);
    }
    const { status, text } = await changed({ rotatesRefreshToken: true });
    expect([status, text]).toEqual([
      422,
      expect.stringContaining('refresh tokens of a fapi2 client never rotate'),
    ]);
  });

  it('gives a nonce for proofs where the record asks for one', async () => {
    expect((await changed({ requiresDpopNonce: true })).status).toBe(200);
    const form = { grant_type: 'client_credentials' };
    const first = await party.ask(form);
    expect(refusal(first)).toEqual([400, 'use_dpop_nonce']);
    const nonce = String(first.headers['dpop-nonce']);
    expect((await party.ask(form, await party.proof('/token', { nonce }))).status).toBe(200);
    expect((await changed({ requiresDpopNonce: false })).status).toBe(200);
  });

  it('issues codes that live for 60 seconds at most', async () => {
    const late = await party.allow();
    server.clock.advance({ seconds: 61 });
    expect(refusal(await party.exchange(late.code))).toEqual([400, 'invalid_grant']);
    const early = await party.allow();
    server.clock.advance({ seconds: 59 });
    expect((await party.exchange(early.code)).status).toBe(200);
  });

  it('binds a code to the key of dpop_jkt, or of a proof at /par', async () => {
    const other = party.withKey(await DpopKey.generate());
    const byName = await party.allow({ dpop_jkt: party.key.thumbprint });
    expect(refusal(await other.exchange(byName.code))).toEqual([400, 'invalid_grant']);
    const byProof = await party.allow({}, { DPoP: await party.proof('/par') });
    expect(refusal(await other.exchange(byProof.code))).toEqual([400, 'invalid_grant']);
    const right = await party.allow({}, { DPoP: await party.proof('/par') });
    expect((await party.exchange(right.code)).status).toBe(200);
    const two = await party.push({ dpop_jkt: other.key.thumbprint }, { DPoP: await party.proof('/par') });
    expect(refusal(two)).toEqual([400, 'invalid_request']);
  });

  it('takes an iat or nbf that is 10 seconds ahead, and none of more than 60', async () => {
    const own = { grant_type: 'client_credentials' };
    for (const claim of ['iat', 'nbf']) {
      expect((await byAssertion({ [claim]: at(10) })).status).toBe(200);
      expect(refusal(await byAssertion({ [claim]: at(61) }))).toEqual([401, 'invalid_client']);
      expect((await party.ask(own, await party.proof('/token', { [claim]: at(10) }))).status).toBe(200);
      const ahead = await party.ask(own, await party.proof('/token', { [claim]: at(61) }));
      expect([claim, ...refusal(ahead)]).toEqual([claim, 400, 'invalid_dpop_proof']);
    }
    const { access_token: token } = await party.tokens();
    const path = '/api/acc/getloggedaccount';
    const proof = (seconds: number) =>
      party.key.proof({ url: `${server.url}${path}`, at: at(seconds), method: 'GET', token });
    const call = async (DPoP: string) =>
      (await request(server, { path, headers: { Authorization: `DPoP ${token}`, DPoP } })).status;
    expect([await call(await proof(10)), await call(await proof(61))]).toEqual([200, 401]);
  });

  it('gives a token for no more than what was asked for and allowed', async () => {
    const { body } = await party.exchange((await party.allow({ scope: 'openid' })).code);
    expect(body).toMatchObject({ scope: 'openid' });
    expect((await party.call(body.access_token)).status).not.toBe(200);
  });
});
