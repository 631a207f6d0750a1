import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { bearer, loggedAccount, metadataAt, post, tokensFor, wrongBearer } from '../../support/a01.js';
import { CALL, DpopClient, PASSWORD } from '../../support/dpop-client.js';
import { DpopKey } from '../../support/dpop-key.js';
import { count } from '../../support/database-rows.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { request, type RawAnswer } from '../../support/http.js';
import { macHeader } from '../../support/mac-signer.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const ALGS = 'algs="ES256 ES384 ES512 EdDSA Ed25519 PS256 PS384 PS512 RS256 RS384 RS512"';
const challenge = (error: string, description: string) =>
  `DPoP error="${error}", error_description="${description}", ${ALGS}`;

describe('call with a token that is bound to a key (RFC 9449 §7, D264)', () => {
  let server: TestServer;
  let client: DpopClient;
  let token: string;
  beforeAll(async () => {
    server = await startApp();
    client = new DpopClient(server, await DpopKey.generate());
    const { access_token, token_type } = await client.tokens({ ...PASSWORD, scope: 'openid account' });
    expect(token_type).toBe('DPoP');
    token = access_token;
  });
  afterAll(() => server.close());

  function expectRefused({ status, headers, body }: RawAnswer, error: string, description: string): void {
    const more = error === 'invalid_token' ? `, ${metadataAt(server.url)}` : '';
    expect(headers['www-authenticate']).toBe(`${challenge(error, description)}${more}`);
    expect(status).toBe(401);
    expect(body.a01.ex).toMatchObject({ type: 'Un', value: '401' });
  }
  const expectProblem = (answer: RawAnswer, problem: string) =>
    expectRefused(answer, 'invalid_dpop_proof', `The DPoP proof was refused: ${problem}.`);

  it('is answered with a proof of that key, each time with a new one', async () => {
    for (let i = 0; i < 3; i++) {
      const { status, body, headers } = await client.call(token);
      expect(status).toBe(200);
      expect(body.a01.r.r).toMatchObject({ name: 'Anna K.' });
      expect(headers).not.toHaveProperty('dpop-nonce');
    }
  });

  it('is answered for every algorithm of the key', async () => {
    for (const alg of ['Ed25519', 'RS256', 'PS256', 'ES384']) {
      const other = new DpopClient(server, await DpopKey.generate(alg));
      const { access_token } = await other.tokens();
      expect((await other.call(access_token)).status).toBe(200);
    }
  });

  it('accepts the scheme in any case, and a htu with a query', async () => {
    const proof = await client.proof(`${CALL}?x=1#y`, { method: 'GET', token });
    const headers = { Authorization: `dpop ${token}`, DPoP: proof };
    expect((await request(server, { path: `${CALL}?other=2`, headers })).status).toBe(200);
  });

  it('answers /userinfo, by GET and by POST', async () => {
    expect((await client.call(token, {}, '/userinfo')).status).toBe(200);
    const proof = await client.proof('/userinfo', { token });
    const headers = { Authorization: `DPoP ${token}`, DPoP: proof };
    expect((await request(server, { path: '/userinfo', method: 'POST', form: {}, headers })).status).toBe(
      200,
    );
    const again = await request(server, { path: '/userinfo', form: {}, headers });
    expect(again.status).toBe(401);
    expect(again.body).toEqual({
      error: 'invalid_dpop_proof',
      error_description: 'The DPoP proof was refused: it was used before.',
    });
  });

  it('is refused as Bearer, in the header and in a form (RFC 9449 §7.2)', async () => {
    const { status, headers } = await request(server, { path: CALL, headers: bearer(token) });
    expect(status).toBe(401);
    const description = 'The access token is bound to a key: present it by DPoP, with a proof';
    expect(headers['www-authenticate']).toBe(wrongBearer(server, description));
    const proof = await client.proof('/userinfo', { token });
    const inForm = await request(server, {
      path: '/userinfo',
      form: { access_token: token },
      headers: { DPoP: proof },
    });
    expect([inForm.status, inForm.body.error]).toEqual([401, 'invalid_token']);
  });

  it('is refused as MAC', async () => {
    const url = `${server.url}${CALL}`;
    const headers = macHeader({ id: token, key: 'any', url, ts: server.clock.seconds });
    const answer = await request(server, { path: CALL, headers });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'MAC error="not a MAC token"']);
  });

  it('is refused with a token that is not bound to a key', async () => {
    const { access_token } = await tokensFor(server, ANNA);
    expectRefused(await client.call(access_token), 'invalid_token', 'The access token is bound to no key');
    const { access_token: mac } = await tokensFor(server, ANNA, 'Mac');
    expectRefused(await client.call(mac), 'invalid_token', 'The access token is bound to no key');
  });

  it.each([
    ['unknown', 'x'.repeat(135), 'The access token is unknown or was revoked'],
    ['malformed', 'x y', 'The access token is malformed'],
  ])('is refused with an %s token', async (_what, other, description) => {
    expectRefused(await client.call(other), 'invalid_token', description);
  });

  it('is refused without a proof, and with two', async () => {
    expectProblem(await client.call(token, null), 'the DPoP header is missing');
    const proof = (): Promise<string> => client.proof(CALL, { method: 'GET', token });
    expectProblem(await client.call(token, `${await proof()}, ${await proof()}`), 'it must be one JWT');
  });

  it('is refused with a proof of another key', async () => {
    const thief = new DpopClient(server, await DpopKey.generate());
    const description = 'The access token is bound to another key than that of the proof';
    expectRefused(await thief.call(token), 'invalid_token', description);
  });

  it('is refused with a proof for another request', async () => {
    const ath = 'its ath must be the SHA-256 of the access token, in base64url';
    expectProblem(await client.call(token, { method: 'POST' }), 'its htm must be GET');
    expectProblem(await client.call(token, { method: 'get' }), 'its htm must be GET');
    for (const url of [
      `${server.url}/api/acc`,
      `https://127.0.0.1${CALL}`,
      `http://evil.example${CALL}`,
      CALL,
    ])
      expectProblem(await client.call(token, { url }), `its htu must be ${server.url}${CALL}`);
    expectProblem(await client.call(token, { token: undefined }), ath);
    expectProblem(await client.call(token, { token: 'another' }), ath);
  });

  /** With the nonce beside it, which helps a device with a wrong clock (D290). */
  function expectOtherTime(answer: RawAnswer, now: number): void {
    const problem = `its iat must be within 300 seconds of ${now}`;
    const again = 'Or repeat it with the nonce in the DPoP-Nonce header.';
    expectRefused(answer, 'use_dpop_nonce', `The DPoP proof was refused: ${problem}. ${again}`);
    expect(answer.headers['dpop-nonce']).toMatch(/^[\w-]+$/);
  }

  it('is refused with a proof whose time is not close to now', async () => {
    const now = server.clock.seconds;
    for (const at of [now - 300, now + 300, now - 0.5])
      expect((await client.call(token, { at })).status).toBe(200);
    for (const at of [now - 301, now + 301, 0, -1e300, 1e300])
      expectOtherTime(await client.call(token, { at }), now);
  });

  it('is refused with a reused proof, for as long as it could be valid', async () => {
    const proof = await client.proof(CALL, { method: 'GET', token });
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.call(token, proof)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(401)]);
    server.clock.advance({ seconds: 300 });
    await server.get(CleanUp).run();
    expectProblem(await client.call(token, proof), 'it was used before');
    server.clock.advance({ seconds: 302 });
    await server.get(CleanUp).run();
    expect(await count(server, 'mac_nonce')).toBe(0);
    const now = server.clock.seconds;
    expectOtherTime(await client.call(token, proof), now);
  });

  it('may have the jti of another key, and of a token request', async () => {
    const jti = randomUUID();
    const other = new DpopClient(server, await DpopKey.generate());
    const { access_token } = await other.tokens(PASSWORD, { claims: { jti } });
    expect((await client.call(token, { claims: { jti } })).status).toBe(200);
    expectProblem(await other.call(access_token, { claims: { jti } }), 'it was used before');
  });

  it('leaves nothing behind when it is refused: the jti is still free', async () => {
    const claims = { jti: randomUUID() };
    const before = await count(server, 'mac_nonce');
    await client.call(token, { claims, method: 'PUT' });
    await new DpopClient(server, await DpopKey.generate()).call(token, { claims });
    expect(await count(server, 'mac_nonce')).toBe(before);
    expect((await client.call(token, { claims })).status).toBe(200);
  });

  it('is reported as expired by its own scheme, whatever the profile', async () => {
    const { access_token } = await client.tokens();
    server.clock.advance({ seconds: 3600 });
    expectRefused(await client.call(access_token), 'invalid_token', 'The access token expired');
    ({ access_token: token } = await client.tokens({ ...PASSWORD, scope: 'openid account' }));
  });

  it('is refused once the token was revoked', async () => {
    const { access_token } = await client.tokens();
    const { id, secret } = CLIENTS.app;
    const form = { token: access_token, client_id: id, client_secret: secret };
    expect((await post(server, '/revoke', form)).status).toBe(200);
    expectRefused(
      await client.call(access_token),
      'invalid_token',
      'The access token is unknown or was revoked',
    );
  });

  it('reports a missing scope by its own scheme', async () => {
    const { access_token } = await client.tokens({ ...PASSWORD, scope: 'account' });
    const { status, headers } = await client.call(access_token, {}, '/userinfo');
    expect([status, headers['www-authenticate']]).toEqual([
      403,
      'DPoP error="insufficient_scope", scope="openid"',
    ]);
  });

  it('is offered at /userinfo to a caller without credentials; calls answer as the interface says (§7.1)', async () => {
    const { headers } = await request(server, { path: '/userinfo' });
    const where = metadataAt(server.url);
    expect(headers['www-authenticate']).toBe(`MAC, Bearer ${where}, DPoP ${ALGS}, ${where}`);
    const call = await request(server, { path: CALL });
    expect(call.headers['www-authenticate']).toBe('MAC, Bearer');
  });

  it('leaves a Bearer call unaffected: a DPoP header beside it is ignored', async () => {
    const { access_token } = await tokensFor(server, ANNA);
    const before = await count(server, 'mac_nonce');
    expect((await loggedAccount(server, { ...bearer(access_token), DPoP: 'x' })).status).toBe(200);
    expect(await count(server, 'mac_nonce')).toBe(before);
  });

  it('is introspected with its key', async () => {
    const { id, secret } = CLIENTS.app;
    const { body } = await post(server, '/introspect', { token, client_id: id, client_secret: secret });
    expect(body).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: client.key.thumbprint } });
    const { access_token } = await tokensFor(server, ANNA);
    const other = await post(server, '/introspect', {
      token: access_token,
      client_id: id,
      client_secret: secret,
    });
    expect(other.body).toMatchObject({ active: true, token_type: 'Bearer' });
    expect(other.body).not.toHaveProperty('cnf');
  });
});
