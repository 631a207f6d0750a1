import { describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic, post } from '../support/a01.js';
import { useThirdParties } from '../support/authorization-stage.js';
import { authorizePath, redirectOf, THIRD_PARTIES, type CookieBrowser } from '../support/authorization.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { request, type RawAnswer } from '../support/http.js';
import type { TestServer } from '../support/start-app.js';
import { newCipher, WebSite } from '../support/web-flow.js';

const { shop } = THIRD_PARTIES;

/** Rows that the stories don't cover already: docs/reference/conformance.md has all rows. */
describe('RFC 9700 for authorization servers', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  useThirdParties((stage) => {
    ({ server, browser } = stage);
  });

  const metadata = async (name = 'openid-configuration'): Promise<unknown> => {
    const { status, body } = await request(server, { path: `/.well-known/${name}` });
    expect(status).toBe(200);
    return body;
  };

  it('a form with the password is answered by 303 only', async () => {
    const tab = await browser.begin(shop);
    const site = new WebSite(server, shop);
    const cipher = newCipher();
    await site.secretFor(cipher);
    const answers = [
      await tab.trySignIn(ANNA),
      await browser.signIn(ANNA),
      await site.post(cipher, { redirect_uri: shop.redirectUri }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  });

  it('clients authenticate by their secret, or by their key where their record says so', async () => {
    expect(await metadata()).toMatchObject({
      token_endpoint_auth_methods_supported: [
        ...['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
      ],
    });
    const { status, body } = await post(server, '/token', {
      grant_type: 'client_credentials',
      client_id: shop.id,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: 'x.y.z',
    });
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  it('the metadata are at both addresses', async () => {
    const { issuer } = (await metadata()) as { issuer: string };
    expect(issuer).toBe(server.url);
    expect(await metadata('oauth-authorization-server')).toEqual(await metadata());
  });

  it('nobody can register a client from outside', async () => {
    expect(await metadata()).not.toHaveProperty('registration_endpoint');
    const body = JSON.stringify({ clientId: 'mine', redirectUrls: ['https://evil.test/'] });
    const headers = { 'Content-Type': 'application/json', ...basic(CLIENTS.app) };
    for (const [path, status] of [
      ['/register', 404],
      ['/admin/api/clients', 403],
    ] as const)
      expect([path, (await request(server, { path, headers, body })).status]).toEqual([path, status]);
  });

  it('an http address is accepted only if an operator registered it', async () => {
    const redirectUri = 'http://intranet.example/cb';
    const common = { ruleset: 'WEB', clientType: 'confidential' as const, isPrivileged: false };
    const inside = { id: 'inside', secret: 'inside-secret-1', name: 'Inside', redirectUri };
    await server.get(Bootstrap).apply({
      clients: [
        {
          ...common,
          clientId: inside.id,
          clientSecret: inside.secret,
          name: 'Inside',
          redirectUrls: [redirectUri],
        },
      ],
    });
    expect(await browser.begin(inside)).toBeTruthy();
    const redirect_uri = shop.redirectUri.replace('https:', 'http:');
    expect((await browser.get(authorizePath(shop, { redirect_uri }))).status).toBe(400);
  });

  it('no page of another origin can read an answer of /authorize', async () => {
    const headers = { Origin: 'https://evil.test', 'Access-Control-Request-Method': 'GET' };
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const answer = await request(server, { method, path: authorizePath(shop), headers });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it('answers come by redirect or form only', async () => {
    expect(await metadata()).toMatchObject({ response_modes_supported: ['query', 'fragment', 'form_post'] });
    const refused = await browser.get(authorizePath(shop, { response_mode: 'web_message' }));
    expect(redirectOf(refused).parameters.error).toBe('invalid_request');
  });

  it('a client that acts for itself gets no refresh token', async () => {
    const form = { grant_type: 'client_credentials' };
    const { status, body } = await post(server, '/token', form, basic(CLIENTS.provisioning));
    expect([status, 'refresh_token' in body]).toEqual([200, false]);
  });

  it('no page can be framed', async () => {
    const tab = await browser.begin(shop, { prompt: 'consent' });
    const pages: RawAnswer[] = [await browser.get('/sign-in'), await tab.show()];
    await tab.signIn(ANNA);
    pages.push(await tab.show(), await browser.get('/account'), await browser.get('/logout'));
    pages.push(await browser.get(authorizePath(shop, { client_id: 'nobody' })));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 400]);
    for (const { headers } of pages) {
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options']).toBe('DENY');
    }
  });
});
