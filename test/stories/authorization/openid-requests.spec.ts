import { describe, expect, it } from '@jest/globals';
import { SignJWT, decodeJwt, generateKeyPair } from 'jose';
import { basic, bearer, post, type Body } from '../../support/a01.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import { authorizePath, CookieBrowser, exchange } from '../../support/authorization.js';
import { redirectOf, THIRD_PARTIES } from '../../support/authorization.js';
import { accountId, rows } from '../../support/database-rows.js';
import { ANNA, BEN, CLIENTS } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, garden } = THIRD_PARTIES;
const ACR = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';

type Tokens = Body & { readonly id_token: string };

describe('options of an OpenID Connect request', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  useThirdParties(async (stage) => {
    ({ server, browser } = stage);
    await rows(server, 'DELETE FROM consent');
  });

  async function tokensOf(who = ANNA, more: Record<string, string> = {}): Promise<Tokens> {
    const { code } = await new CookieBrowser(server).connect(who, shop, { scope: 'openid', ...more });
    return (await exchange(server, shop, code)).body as Tokens;
  }
  const refused = async (path: string): Promise<Record<string, string>> =>
    redirectOf(await browser.get(path)).parameters;
  const unseen = (more: Record<string, string>): string =>
    authorizePath(shop, { scope: 'openid', prompt: 'none', ...more });

  describe('id_token_hint', () => {
    it('for the signed-in user changes nothing, however old it is', async () => {
      const { id_token: hint } = await tokensOf();
      await browser.connect(ANNA, shop, { scope: 'openid' });
      server.clock.advance({ minutes: 20 });
      expect(await refused(unseen({ id_token_hint: hint }))).toHaveProperty('code');
      const tab = await browser.begin(shop, { scope: 'openid', id_token_hint: hint });
      expect((await tab.allow()).code).toBeTruthy();
    });

    it('for another user: login_required without a page, else only that account can sign in', async () => {
      const { id_token: hint } = await tokensOf(BEN as typeof ANNA);
      await browser.connect(ANNA, shop, { scope: 'openid' });
      expect(await refused(unseen({ id_token_hint: hint }))).toMatchObject({ error: 'login_required' });
      const tab = await browser.begin(shop, { scope: 'openid', id_token_hint: hint });
      for (let times = 0; times < 2; times++) {
        const { text } = await tab.show();
        expect(text).toContain('name="password"');
        expect(text).toContain('You are signed in to a different account.');
        await tab.signIn(ANNA);
      }
      const account = await accountId(server, ANNA.email);
      expect((await tab.decide({ decision: 'allow', account })).headers.location).toBe(tab.path);
      await tab.signIn(BEN);
      const { code } = await tab.allow();
      const { id_token: idToken } = (await exchange(server, shop, code)).body as Tokens;
      expect(decodeJwt(idToken).sub).toBe(await accountId(server, BEN.email));
    });

    it('from another issuer: login_required without a page, else the sign-in page for anyone', async () => {
      await browser.connect(ANNA, shop, { scope: 'openid' });
      const { privateKey } = await generateKeyPair('RS256');
      const forged = new SignJWT({}).setProtectedHeader({ alg: 'RS256' }).setIssuer(server.url);
      const sub = await accountId(server, ANNA.email);
      for (const hint of [await forged.setSubject(sub).setAudience(shop.id).sign(privateKey), 'x.y.z']) {
        expect(await refused(unseen({ id_token_hint: hint }))).toMatchObject({ error: 'login_required' });
        const tab = await browser.begin(shop, { scope: 'openid', id_token_hint: hint });
        expect((await tab.show()).text).toContain('name="password"');
        await tab.signIn(BEN);
        expect((await tab.show()).text).not.toContain('name="password"');
      }
    });
  });

  it.each([
    ['request', 'request_not_supported'],
    ['request_uri', 'request_uri_not_supported'],
    ['registration', 'registration_not_supported'],
  ])('%s is refused as %s, however long', async (name, error) => {
    const { error_description: description, ...rest } = await refused(
      unseen({ [name]: 'eyJhbGciOiJub25lIn0'.repeat(200) }),
    );
    expect(rest).toEqual({ error, state: 'st', iss: server.url });
    expect(description).toBe(`${name} is not supported.`);
  });

  describe('acr and amr', () => {
    it('say that a password was given, whatever unknown value acr_values requests', async () => {
      const { id_token: idToken } = await tokensOf(ANNA, { acr_values: 'urn:mace:incommon:iap:silver' });
      expect(decodeJwt(idToken)).toMatchObject({ acr: ACR, amr: ['pwd'] });
    });

    it('are in the id_token of grant_type=password too', async () => {
      const form = { grant_type: 'password', username: ANNA.email, password: ANNA.password };
      const { body } = await post(server, '/token', { ...form, scope: 'openid' }, basic(CLIENTS.app));
      const now = Math.floor(server.clock.millis() / 1000);
      expect(decodeJwt((body as Tokens).id_token)).toMatchObject({ acr: ACR, amr: ['pwd'], auth_time: now });
    });

    it('are omitted, like auth_time, if a partner vouched for the user', async () => {
      const { body: minted } = await post(
        server,
        '/api/log2/createvalidationtoken',
        { identifier: ANNA.email },
        basic(CLIENTS.app),
      );
      const form = {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: minted.a01.r.r,
        subject_token_type: 'urn:hearth:params:oauth:token-type:validation-token',
        scope: 'openid',
      };
      const { body } = await post(server, '/token', form, basic(CLIENTS.app));
      const claims = decodeJwt((body as Tokens).id_token);
      expect(claims.sub).toBe(await accountId(server, ANNA.email));
      for (const name of ['acr', 'amr', 'auth_time', 'nonce']) expect(claims).not.toHaveProperty(name);
    });
  });

  describe('a refresh (OpenID Connect Core §12.2)', () => {
    const refreshed = async (refresh_token: string): Promise<Tokens> =>
      (await post(server, '/token', { grant_type: 'refresh_token', refresh_token }, basic(shop)))
        .body as Tokens;

    it('of a grant with openid gives an id_token: newly issued, about the original sign-in, without a nonce', async () => {
      const first = await tokensOf(ANNA, { nonce: 'n' });
      server.clock.advance({ minutes: 10 });
      const { nonce, ...before } = decodeJwt(first.id_token);
      const next = await refreshed(first.refresh_token);
      const { iat = 0, exp = 0 } = before;
      expect(nonce).toBe('n');
      expect(decodeJwt(next.id_token)).toEqual({ ...before, iat: iat + 600, exp: exp + 600 });
      expect(decodeJwt((await refreshed(first.refresh_token)).id_token).sub).toBe(before.sub); // a lost answer
    });

    it('of a grant without openid gives none', async () => {
      const { code } = await browser.connect(ANNA, shop, { scope: 'account' });
      const { refresh_token: token } = (await exchange(server, shop, code)).body;
      expect(await refreshed(token)).not.toHaveProperty('id_token');
    });
  });

  describe('/userinfo', () => {
    it('accepts the token in a form (RFC 6750 §2.2), in no query, and not twice', async () => {
      const { access_token: token } = await tokensOf();
      const ask = (path: string, form: Record<string, string>, headers = {}) =>
        post(server, path, form, headers);
      const sub = await accountId(server, ANNA.email);
      expect((await ask('/userinfo', { access_token: token })).body).toEqual({ sub });
      expect((await ask(`/userinfo?access_token=${token}`, {})).status).toBe(401);
      expect((await request(server, { path: `/userinfo?access_token=${token}` })).status).toBe(401);
      const twice = await ask('/userinfo', { access_token: token }, bearer(token));
      expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request']);
      const wrong = await ask('/userinfo', { access_token: 'nothing' });
      expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_token']);
    });

    it.each<Record<string, string>>([{}, { Cookie: 'JSESSIONID=s%3Ax.y' }])(
      'answers no error code without a token (RFC 6750 §3.1), with %j',
      async (headers) => {
        const answer = await request(server, { path: '/userinfo', headers });
        expect([answer.status, answer.body]).toEqual([401, {}]);
        expect(answer.headers['www-authenticate']).toMatch(
          /^MAC, Bearer resource_metadata="[^"]+", DPoP algs="ES256 /,
        );
      },
    );

    it('answers an error code to a client on its own behalf: with its own token, or its secret', async () => {
      const { body } = await post(server, '/token', { grant_type: 'client_credentials' }, basic(CLIENTS.app));
      const { id: client_id, secret: client_secret } = CLIENTS.app;
      for (const [form, headers] of [
        [{}, bearer(body.access_token)],
        [{}, basic(CLIENTS.app)],
        [{ client_id, client_secret }, {}],
      ] as const) {
        const answer = await post(server, '/userinfo', form, headers);
        const error_description = 'This needs the access token of an account: the client itself has none.';
        expect([answer.status, answer.body]).toEqual([401, { error: 'invalid_token', error_description }]);
      }
    });

    it('calls accept no token in a form', async () => {
      const { access_token: token } = await tokensOf(ANNA, { scope: 'openid account' });
      const { status } = await post(server, '/api/acc/getloggedaccount', { access_token: token });
      expect(status).not.toBe(200);
    });
  });

  describe('/logout', () => {
    it('accepts POST like GET, from another site too', async () => {
      const { id_token: hint } = await tokensOf();
      const form = { id_token_hint: hint, post_logout_redirect_uri: shop.redirectUri, ui_locales: 'de' };
      const page = await browser.post('/logout', form, { 'Sec-Fetch-Site': 'cross-site' });
      expect(page.status).toBe(200);
      expect(page.text).toContain(`name="post_logout_redirect_uri" value="${shop.redirectUri}"`);
      expect(page.text).toContain('lang="de"');
      expect(page.headers['content-security-policy']).toContain('https://shop.example');
    });

    it('redirects nowhere if client_id differs from that of the hint', async () => {
      const { id_token: hint } = await tokensOf();
      const asked = { id_token_hint: hint, post_logout_redirect_uri: shop.redirectUri };
      for (const [client, isBack] of [
        [shop, true],
        [garden, false],
      ] as const) {
        const query = new URLSearchParams({ ...asked, client_id: client.id });
        const { text } = await browser.get(`/logout?${query.toString()}`);
        expect(text.includes('name="post_logout_redirect_uri"')).toBe(isBack);
      }
    });
  });

  it('the metadata announces all of it', async () => {
    const { body } = await request(server, { path: '/.well-known/openid-configuration' });
    expect(body).toMatchObject({
      response_modes_supported: ['query', 'fragment', 'form_post'],
      claims_parameter_supported: true,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      acr_values_supported: [
        ACR,
        'https://refeds.org/profile/mfa',
        'http://schemas.openid.net/pape/policies/2007/06/phishing-resistant',
      ],
      claims_supported: expect.arrayContaining(['acr', 'amr']),
    });
  });
});
