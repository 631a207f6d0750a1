import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { basic, bearer, post, refresh, send, tokensFor } from '../../support/a01.js';
import {
  CookieBrowser,
  exchange,
  pkceOf,
  startWithThirdParties,
  THIRD_PARTIES,
  VERIFIER,
} from '../../support/authorization.js';
import { accountId } from '../../support/database-rows.js';
import { ANNA, BEN, CLIENTS } from '../../support/fixtures.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, garden, pocket } = THIRD_PARTIES;
const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
const INACTIVE = { active: false };
type Party = typeof shop | typeof garden;

describe('client introspects a token (RFC 7662)', () => {
  let server: TestServer;
  let anna: string;
  beforeAll(async () => {
    server = await startWithThirdParties();
    anna = await accountId(server, ANNA.email);
  });
  afterAll(() => server.close());

  const introspect = (token: string, headers: Record<string, string> = basic(shop), more = {}) =>
    post(server, '/introspect', { token, ...more }, headers);
  const tokensOf = async (party: Party, form: Record<string, string> = {}, parameters = {}) => {
    const { code } = await new CookieBrowser(server).connect(ANNA, party, parameters);
    return (await exchange(server, party, code, form)).body;
  };

  it.each([
    ['Bearer', 'Bearer', 3600],
    ['mac', 'mac', 259200],
  ])(
    'its own %s access token is active, with account, scope and lifetime; never a key',
    async (_what, token_type, seconds) => {
      const { access_token } = await tokensOf(shop, { token_type }, { scope: 'account' });
      const { status, headers, body } = await introspect(access_token);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json;charset=UTF-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).toEqual({
        active: true,
        scope: 'account',
        client_id: 'shop',
        token_type,
        exp: server.clock.seconds + seconds,
        sub: anna,
        acr: PASSWORD,
        auth_time: server.clock.seconds,
        iss: server.url,
        aud: server.url,
      });
    },
  );

  it('its own refresh token too; without a scope the answer has none', async () => {
    const { refresh_token } = await tokensOf(shop);
    const { body } = await introspect(refresh_token);
    expect(body).toEqual({
      active: true,
      client_id: 'shop',
      token_type: 'refresh_token',
      exp: expect.any(Number),
      sub: anna,
      acr: PASSWORD,
      auth_time: server.clock.seconds,
      iss: server.url,
      aud: server.url,
    });
    expect((body as unknown as { exp: number }).exp).toBeGreaterThan(server.clock.seconds + 86_400);
  });

  it.each(['access_token', 'refresh_token', 'unheard_of'])('with any hint: %s (§2.1)', async (hint) => {
    const tokens = await tokensOf(shop);
    for (const token of [tokens.access_token, tokens.refresh_token])
      expect((await introspect(token, basic(shop), { token_type_hint: hint })).body).toMatchObject({
        active: true,
      });
  });

  it("a client's own token has no sub", async () => {
    const { body: own } = await post(server, '/token', { grant_type: 'client_credentials' }, basic(shop));
    const { body } = await introspect(own.access_token);
    expect(body).toMatchObject({ active: true, client_id: 'shop' });
    expect(Object.keys(body)).not.toContain('sub');
  });

  describe('gets only {active:false} (§2.2) for', () => {
    it.each(['x'.repeat(43), 'nonsense %%%', 'ü'])('an unknown token: %j', async (token) => {
      expect((await introspect(token)).body).toEqual(INACTIVE);
    });

    it("another client's tokens", async () => {
      const tokens = await tokensOf(garden);
      for (const token of [tokens.access_token, tokens.refresh_token]) {
        const { status, body } = await introspect(token);
        expect([status, body]).toEqual([200, INACTIVE]);
      }
    });

    it('an access token that expired, to the second; its refresh token lives on', async () => {
      const { access_token, refresh_token } = await tokensOf(shop);
      server.clock.advance({ seconds: 3599 });
      expect((await introspect(access_token)).body).toMatchObject({ active: true });
      server.clock.advance({ seconds: 1 });
      expect((await introspect(access_token)).body).toEqual(INACTIVE);
      expect((await introspect(refresh_token)).body).toMatchObject({ active: true });
    });

    it('a refresh token that expired', async () => {
      const { refresh_token } = await tokensOf(shop);
      const { body } = await introspect(refresh_token);
      const left = (body as unknown as { exp: number }).exp - server.clock.seconds;
      server.clock.advance({ seconds: left });
      expect((await introspect(refresh_token)).body).toEqual(INACTIVE);
    });

    it('a token that was revoked, at once', async () => {
      const one = await tokensOf(shop);
      expect((await introspect(one.access_token)).body).toMatchObject({ active: true });
      await post(server, '/revoke', { token: one.access_token }, basic(shop));
      expect((await introspect(one.access_token)).body).toEqual(INACTIVE);
      expect((await introspect(one.refresh_token)).body).toMatchObject({ active: true });
      const two = await tokensOf(shop);
      expect((await introspect(two.access_token)).body).toMatchObject({ active: true });
      await post(server, '/revoke', { token: two.refresh_token }, basic(shop));
      for (const token of [two.access_token, two.refresh_token])
        expect((await introspect(token)).body).toEqual(INACTIVE);
    });

    it('a spent refresh token', async () => {
      const { refresh_token } = await tokensFor(server, ANNA);
      const next = (await refresh(server, refresh_token)).body;
      const by = basic(CLIENTS.app);
      expect((await introspect(refresh_token, by)).body).toEqual(INACTIVE);
      expect((await introspect(next.refresh_token, by)).body).toMatchObject({ active: true });
    });

    it('tokens of an account that was disabled', async () => {
      const tokens = await tokensFor(server, BEN);
      expect((await introspect(tokens.access_token, basic(CLIENTS.app))).body).toMatchObject({
        active: true,
      });
      const ben = await accountId(server, BEN.email);
      await server.get(AccountService).disable(ben);
      for (const token of [tokens.access_token, tokens.refresh_token])
        expect((await introspect(token, basic(CLIENTS.app))).body).toEqual(INACTIVE);
      await server.get(AccountService).enable(ben);
    });

    it('an authorization code, which is no token', async () => {
      const { code } = await new CookieBrowser(server).connect(ANNA, shop);
      expect((await introspect(code)).body).toEqual(INACTIVE);
    });
  });

  it("a privileged client sees others' tokens, and their client; never a key", async () => {
    const tokens = await tokensOf(garden, { token_type: 'mac' });
    const { body } = await introspect(tokens.access_token, basic(CLIENTS.app));
    expect(body).toEqual({
      active: true,
      client_id: 'garden',
      token_type: 'mac',
      acr: PASSWORD,
      auth_time: server.clock.seconds,
      exp: server.clock.seconds + 259200,
      sub: anna,
      iss: server.url,
      aud: server.url,
    });
    const refreshing = await introspect(tokens.refresh_token, basic(CLIENTS.app));
    expect(refreshing.body).toMatchObject({ active: true, client_id: 'garden' });
  });

  it('a public client is refused, for its own tokens as well: it cannot authenticate (§2.1)', async () => {
    const { code } = await new CookieBrowser(server).connect(ANNA, pocket, pkceOf());
    const { access_token } = (await exchange(server, pocket, code, { code_verifier: VERIFIER })).body;
    const { status, body } = await introspect(access_token, {}, { client_id: 'pocket' });
    expect([status, body.error]).toEqual([401, 'invalid_client']);
    expect(Object.keys(body)).not.toContain('active');
  });

  it('a wrong secret, none at all, and a token instead of one are 401 invalid_client', async () => {
    const { access_token } = await tokensOf(shop);
    for (const headers of [basic({ ...shop, secret: 'wrong' }), {}, bearer(access_token)]) {
      const { status, body } = await introspect(access_token, headers);
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    }
  });

  it('credentials may be in the body (D62); without a token it is 400 invalid_request', async () => {
    const { access_token } = await tokensOf(shop);
    const { id: client_id, secret: client_secret } = shop;
    expect((await introspect(access_token, {}, { client_id, client_secret })).body).toMatchObject({
      active: true,
    });
    const { status, body } = await post(server, '/introspect', {}, basic(shop));
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('GET is refused: 405 with Allow', async () => {
    const answer = await send(server, 'GET', '/introspect?token=x', basic(shop));
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('the metadata has its address (RFC 8414)', async () => {
    const { body } = await send(server, 'GET', '/.well-known/oauth-authorization-server');
    expect(body).toMatchObject({
      issuer: server.url,
      authorization_endpoint: `${server.url}/authorize`,
      introspection_endpoint: `${server.url}/introspect`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      response_types_supported: ['code', 'id_token'],
    });
  });
});
