import { describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { challengeOf, pkceOf, redirectOf } from '../../support/authorization.js';
import { FAPI_REDIRECT, type FapiParty } from '../../support/fapi-party.js';
import { ANNA } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import type { KeyClient } from '../../support/key-client.js';
import type { TestServer } from '../../support/start-app.js';
import { refusal, useFapi2 } from './stage.js';

type Form = Readonly<Record<string, string | undefined>>;

/** Each title is named by a row of docs/reference/conformance.md. */
describe('FAPI 2.0 Security Profile (Final): flows by the authorization endpoint, profile fapi2 (D412)', () => {
  let server: TestServer;
  let bank: KeyClient;
  let party: FapiParty;
  const { changed } = useFapi2((beginning) => {
    ({ server, bank, party } = beginning);
  });

  it.each<[string, Form]>([
    ['token', { response_type: 'token' }],
    ['code id_token', { response_type: 'code id_token' }],
    ['id_token', { response_type: 'id_token', response_mode: 'form_post', nonce: 'n' }],
    ['none', { response_type: undefined }],
  ])('requires the response_type code: %s is refused', async (_what, more) => {
    const { status, body } = await party.push(more);
    expect([status, ['unsupported_response_type', 'invalid_request'].includes(body.error)]).toEqual([
      400,
      true,
    ]);
  });

  it('takes a pushed request of a client that authenticated, and leads to a code', async () => {
    const { code, target } = await party.allow();
    expect([target, code]).toEqual([FAPI_REDIRECT, expect.any(String)]);
  });

  it('rejects a request that was not pushed', async () => {
    await party.browser.signIn(ANNA);
    const all = { client_id: bank.id, response_type: 'code', redirect_uri: FAPI_REDIRECT, ...pkceOf() };
    const answer = await party.browser.get(`/authorize?${new URLSearchParams(all).toString()}`);
    expect(redirectOf(answer).parameters).toMatchObject({ error: 'invalid_request', iss: server.url });
    expect(challengeOf(answer.headers.location)).toBeNull();
  });

  it('rejects a pushed request without client authentication', async () => {
    const form = { client_id: bank.id, response_type: 'code', redirect_uri: FAPI_REDIRECT, ...pkceOf() };
    expect(refusal(await request(server, { path: '/par', form }))).toEqual([401, 'invalid_client']);
  });

  it('requires PKCE with S256', async () => {
    expect(
      refusal(await party.push({ code_challenge: undefined, code_challenge_method: undefined })),
    ).toEqual([400, 'invalid_request']);
    expect(refusal(await party.push({ code_challenge_method: 'plain' }))).toEqual([400, 'invalid_request']);
    const { code } = await party.allow();
    expect(refusal(await party.exchange(code, { code_verifier: undefined }))).toEqual([400, 'invalid_grant']);
    const next = await party.allow();
    const wrong = { code_verifier: 'another-verifier-of-forty-three-characters!!' };
    expect((await party.exchange(next.code, wrong)).status).toBe(400);
  });

  it('requires redirect_uri in a pushed request', async () => {
    expect(refusal(await party.push({ redirect_uri: undefined }))).toEqual([400, 'invalid_request']);
  });

  it('names its issuer in each answer', async () => {
    expect((await party.allow()).parameters.iss).toBe(server.url);
    const denied = await (await party.open(await party.pushed({ prompt: 'consent' }))).deny();
    expect(denied.parameters).toMatchObject({ error: 'access_denied', iss: server.url });
  });

  it.each([
    'http://bank.example/callback',
    'http://127.0.0.1/callback',
    'http://localhost/cb',
    'com.bank.app://cb',
  ])('answers over encrypted connections only: %s can not be registered', async (url) => {
    const { status, text } = await changed({ redirectUrls: [url] });
    expect([status, text]).toEqual([422, expect.stringContaining('must be https: it is a fapi2 client')]);
  });

  it('compares a redirect_uri to the letter', async () => {
    for (const more of ['/', '/below', '?a=b'])
      expect(refusal(await party.push({ redirect_uri: `${FAPI_REDIRECT}${more}` }))).toEqual([
        400,
        'invalid_request',
      ]);
  });

  it('rejects a code that was used, and its tokens end', async () => {
    const { code } = await party.allow();
    const { body } = await party.exchange(code);
    expect(refusal(await party.exchange(code))).toEqual([400, 'invalid_grant']);
    expect((await party.call(body.access_token)).status).toBe(401);
  });

  it('answers the form with the password by 303, and never by 307', async () => {
    const tab = await party.open(await party.pushed());
    const signedIn = await tab.trySignIn(ANNA);
    expect(signedIn.status).toBe(303);
    const consent = await tab.consentForm();
    expect((await tab.decide({ ...consent, decision: 'allow' })).status).toBe(303);
  });

  it('issues a request_uri that is good for less than 600 seconds, and once', async () => {
    const { body } = await party.push();
    const { expires_in, request_uri } = body as unknown as { expires_in: number; request_uri: string };
    expect(expires_in).toBeLessThan(600);
    await party.open(request_uri);
    await expect(party.open(request_uri)).rejects.toThrow('no challenge: 400');
    const late = await party.pushed();
    server.clock.advance({ seconds: expires_in + 1 });
    await expect(party.open(late)).rejects.toThrow('no challenge: 400');
  });

  it('tells the person who asks, and for what', async () => {
    const tab = await party.open(await party.pushed({ scope: 'openid email' }));
    await tab.signIn(ANNA);
    const { text } = await tab.show();
    expect(text).toContain('Bank');
    expect(text).toMatch(/e-mail/i);
  });

  it('takes a nonce of 64 characters, and returns it', async () => {
    const nonce = 'n'.repeat(64);
    const { id_token } = await party.tokens({ nonce });
    const keys = createRemoteJWKSet(new URL(`${server.url}/jwks`));
    const options = { issuer: server.url, audience: bank.id, currentDate: server.clock.now() };
    expect((await jwtVerify(id_token, keys, options)).payload.nonce).toBe(nonce);
  });

  it('returns a state of 2,048 characters as it came, and none where none came', async () => {
    const state = 'x'.repeat(2048);
    expect((await party.allow({ state })).parameters.state).toBe(state);
    expect((await party.allow({ scope: 'openid' })).parameters).not.toHaveProperty('state');
    expect(refusal(await party.push({ state: 'x'.repeat(2049) }))).toEqual([400, 'invalid_request']);
  });

  it('names the user by OpenID Connect', async () => {
    const { id_token, access_token } = await party.tokens();
    const keys = createRemoteJWKSet(new URL(`${server.url}/jwks`));
    const options = { issuer: server.url, audience: bank.id, currentDate: server.clock.now() };
    const { payload } = await jwtVerify(id_token, keys, options);
    expect((await party.call(access_token, '/userinfo')).body).toMatchObject({ sub: payload.sub });
  });

  it('no page of another origin can read an answer of /authorize', async () => {
    const headers = { Origin: 'https://evil.test' };
    const answer = await request(server, { path: `/authorize?client_id=${bank.id}`, headers });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
