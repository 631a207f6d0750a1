import { describe, expect, it } from '@jest/globals';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import { basic, bearer, call } from '../../support/a01.js';
import type { AdminApi } from '../../support/admin-api.js';
import { pkceOf } from '../../support/authorization.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { rows } from '../../support/database-rows.js';
import { request } from '../../support/http.js';
import { asForm, JWT_ASSERTION, KeyClient } from '../../support/key-client.js';
import { expectInvalidClient, KEYED_REDIRECT, OWN, useKeyClients } from '../../support/key-clients-stage.js';
import type { TestServer } from '../../support/start-app.js';

describe('client authenticates by an assertion that it signs (private_key_jwt, RFC 7523 §2.2, D410, D411)', () => {
  let server: TestServer;
  let api: AdminApi;
  let bank: KeyClient;
  let other: KeyClient;
  let old: KeyClient;
  const { asked, present } = useKeyClients((beginning) => {
    ({ server, api, bank, other, old } = beginning);
  });

  describe('at every endpoint that authenticates clients', () => {
    it('/token', async () => {
      const { status, body } = await bank.post(server, '/token', OWN);
      expect([status, body]).toEqual([200, expect.objectContaining({ token_type: 'Bearer' })]);
    });

    it('/par and /device_authorization', async () => {
      const pushed = { response_type: 'code', redirect_uri: KEYED_REDIRECT, ...pkceOf() };
      expect((await bank.post(server, '/par', pushed)).status).toBe(201);
      expect((await bank.post(server, '/device_authorization')).status).toBe(200);
    });

    it('/introspect and /revoke, of its own tokens', async () => {
      const { access_token: token } = await bank.ownToken(server);
      const seen = await bank.post(server, '/introspect', { token });
      expect([seen.status, seen.body]).toEqual([
        200,
        expect.objectContaining({ active: true, client_id: 'bank' }),
      ]);
      expect((await bank.post(server, '/revoke', { token })).status).toBe(200);
      const after = await bank.post(server, '/introspect', { token });
      expect(after.body).toEqual({ active: false });
    });

    it('the calls of the interface, in a form', async () => {
      const { status, body } = await bank.post(server, '/api/web/generatestatesecret', {
        stateRandomCipher: 'c'.repeat(43),
      });
      expect([status, body.a01.ex]).toEqual([200, undefined]);
    });

    it('and beside a token of its own; not beside one of another client', async () => {
      const { access_token: own } = await bank.ownToken(server);
      const headers = bearer(own);
      const form = await bank.form(server);
      expect((await request(server, { path: '/api/acc/ping', form, headers })).status).toBe(200);
      const ofOther = await other.form(server);
      const { status, body } = await request(server, { path: '/api/acc/ping', form: ofOther, headers });
      expect([status, body.a01.ex.message]).toEqual([
        400,
        'The access token and the client credentials belong to different clients.',
      ]);
    });
  });

  it('with client_id beside it, if it is the same', async () => {
    const form = await bank.form(server);
    expect((await asked({ ...form, client_id: 'bank' })).status).toBe(200);
    expectInvalidClient(
      await asked({ ...(await bank.form(server)), client_id: 'other' }),
      'The client_id differs from the sub of the client_assertion.',
    );
  });

  it.each(['JWT', 'jwt', 'application/jwt', 'client-authentication+jwt'])(
    'with its declared type: %s',
    async (typ) => {
      expect((await present(bank, {}, { typ })).status).toBe(200);
    },
  );

  it.each(['PS256', 'EdDSA', 'RS256'])('signed by %s', async (alg) => {
    const client = await KeyClient.make(`of-${alg.toLowerCase()}`, { alg });
    const body = {
      clientId: client.id,
      clientType: 'confidential',
      name: alg,
      ruleset: 'WEB',
      profile: 'strict',
    };
    const keys = { requiresPrivateKeyJwt: true, jwks: { keys: [client.publicJwk] } };
    expect((await api.send('POST', '/clients', { body: { ...body, ...keys } })).status).toBe(201);
    expect((await client.post(server, '/token', OWN)).status).toBe(200);
  });

  describe('in one way', () => {
    it.each<[string, Record<string, string>, Record<string, string>]>([
      ['a secret', { client_id: 'bank', client_secret: 'x' }, {}],
      ['a Basic header', {}, basic({ id: 'bank', secret: 'x' })],
    ])('not beside %s', async (_what, form, headers) => {
      const all = { ...OWN, ...(await bank.form(server)), ...form };
      const { status, body } = await request(server, { path: '/token', form: all, headers });
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body.error_description).toContain('authenticates in one way');
    });

    it('not in the query string', async () => {
      const query = new URLSearchParams(await bank.form(server)).toString();
      const { status, body } = await request(server, { path: `/token?${query}`, form: OWN });
      expect([status, body.error_description]).toEqual([
        400,
        'Client_assertion must be in the body, not in the query string.',
      ]);
    });

    it('with its type, and no other', async () => {
      const { client_assertion } = await bank.form(server);
      expect((await asked({ client_assertion })).body.error).toBe('invalid_request');
      const saml = 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer';
      expectInvalidClient(
        await asked({ client_assertion, client_assertion_type: saml }),
        `client_assertion_type must be ${JWT_ASSERTION}.`,
      );
    });
  });

  describe('the audience', () => {
    it.each(['/token', ''])('may be an endpoint, which is counted: %j', async (path) => {
      expect((await present(bank, { aud: `${server.url}${path}` })).status).toBe(200);
      expect((await present(bank, { aud: [server.url, 'https://elsewhere.example'] })).status).toBe(200);
      const counted = (await server.get(Metrics).legacyUses.get()).values;
      expect(counted).toContainEqual(
        expect.objectContaining({ labels: { client: 'bank', feature: 'endpoint-as-audience' } }),
      );
    });

    it('is the endpoint that was called, and none beside /token', async () => {
      const form = async (aud: string) => ({ token: 'x', ...(await bank.form(server, { aud })) });
      const introspect = `${server.url}/introspect`;
      expect((await asked(await form(introspect), '/introspect')).status).toBe(200);
      expectInvalidClient(
        await asked(await form(introspect), '/revoke'),
        /^The aud of the assertion must be/,
      );
    });
  });

  it('a refusal is in the audit, by the client that exists', async () => {
    const told = await new AuditTrail(server).of(() => present(bank, { aud: 'https://elsewhere.example' }));
    expect(told).toEqual([
      expect.objectContaining({ action: 'client.refused', outcome: 'refused', client: 'bank' }),
    ]);
  });

  it('nothing of an assertion is kept or logged', async () => {
    const jti = 'a-jti-that-is-kept-as-digest';
    const jwt = await bank.assertion(server, { jti });
    await asked(asForm(jwt));
    const kept = await rows<{ all: string }>(
      server,
      `SELECT string_agg(a::text, ' ') AS all FROM assertion_use a`,
    );
    expect(kept[0].all).not.toContain(jti);
    const [, , signature] = jwt.split('.');
    expect(server.log.filter((line) => line.includes(signature))).toEqual([]);
  });

  it('an old client may use the calls by name too', async () => {
    const form = await old.form(server, { aud: `${server.url}/api` });
    const { status } = await request(server, { path: '/api', form: { a01call: 'accping', ...form } });
    expect(status).toBe(200);
    expect((await call(server, 'accping')).status).toBe(200);
  });
});
