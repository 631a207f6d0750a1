import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import { basic, post } from '../../support/a01.js';
import {
  authorizePath,
  challengeOf,
  CookieBrowser,
  pkceOf,
  redirectOf,
  startWithThirdParties,
  Tab,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';

const { pocket, shop } = THIRD_PARTIES;
const CALL = '/api/acc/getloggedaccount';
const INSECURE = { [oauth.allowInsecureRequests]: true };

describe('token audience, and discovery for a client that only knows the API (RFC 8707, 9728, D268, D269)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties();
  });
  afterAll(() => server.close());

  const authorize = (resource: string) =>
    request(server, { path: authorizePath(shop, { ...pkceOf(), resource }) });
  const token = (resource: string) =>
    post(server, '/token', { grant_type: 'client_credentials', resource }, basic(CLIENTS.app));

  it('resource is this server, with or without a trailing slash; tokens are for it', async () => {
    for (const own of [server.url, `${server.url}/`]) {
      expect(challengeOf((await authorize(own)).headers.location)).not.toBeNull();
      const { status, body } = await token(own);
      expect(status).toBe(200);
      const { body: seen } = await post(
        server,
        '/introspect',
        { token: body.access_token },
        basic(CLIENTS.app),
      );
      expect(seen).toMatchObject({ active: true, aud: server.url, iss: server.url });
    }
  });

  it.each(['https://elsewhere.example', 'no URL', '/api', 'javascript:alert(1)'])(
    'refuses tokens for %s: invalid_target',
    async (other) => {
      expect(redirectOf(await authorize(other)).parameters.error).toBe('invalid_target');
      const { status, body } = await token(other);
      expect([status, body.error]).toEqual([400, 'invalid_target']);
    },
  );

  it('resource may be repeated (RFC 8707 §2), if each is this server', async () => {
    const twice = (first: string, second: string) =>
      request(server, {
        path: `${authorizePath(shop, { ...pkceOf(), resource: first })}&resource=${encodeURIComponent(second)}`,
      });
    expect(challengeOf((await twice(server.url, `${server.url}/`)).headers.location)).not.toBeNull();
    for (const [first, second] of [
      [server.url, 'https://elsewhere.example'],
      ['https://elsewhere.example', server.url],
    ])
      expect(redirectOf(await twice(first, second)).parameters.error).toBe('invalid_target');
    const form = (more: string) =>
      request(server, {
        path: '/token',
        body: `grant_type=client_credentials&resource=${encodeURIComponent(server.url)}${more}`,
        headers: basic(CLIENTS.app),
      });
    expect((await form(`&resource=${encodeURIComponent(server.url)}`)).status).toBe(200);
    const { status, body } = await form('&resource=https://elsewhere.example');
    expect([status, body.error]).toEqual([400, 'invalid_target']);
  });

  it('its metadata is public, and /userinfo announces its address; calls answer as the interface says', async () => {
    const { status, headers, body } = await request(server, {
      path: '/.well-known/oauth-protected-resource',
    });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(body).toEqual({
      resource: server.url,
      authorization_servers: [server.url],
      bearer_methods_supported: ['header'],
      scopes_supported: expect.arrayContaining(['openid', 'account']),
      dpop_signing_alg_values_supported: expect.arrayContaining(['ES256']),
      dpop_bound_access_tokens_required: false,
      resource_documentation: `${server.url}/docs`,
    });
    const where = `resource_metadata="${server.url}/.well-known/oauth-protected-resource"`;
    const challenge = (await request(server, { path: '/userinfo' })).headers['www-authenticate'];
    expect(challenge).toMatch(/^MAC, Bearer resource_metadata=/);
    expect(challenge?.split(where)).toHaveLength(3); // of Bearer and of DPoP
    expect((await request(server, { path: CALL })).headers['www-authenticate']).toBe('MAC, Bearer');
  });

  it("from the API's address only to its answer, by oauth4webapi", async () => {
    const api = new URL(server.url);
    const found = await oauth.resourceDiscoveryRequest(api, INSECURE);
    const { authorization_servers: [issuer] = [] } = await oauth.processResourceDiscoveryResponse(api, found);
    const discovered = await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oauth2', ...INSECURE });
    const as = await oauth.processDiscoveryResponse(new URL(issuer), discovered);
    const client = { client_id: pocket.id };
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const asked = new URLSearchParams({
      ...{ response_type: 'code', redirect_uri: pocket.redirectUri, scope: 'account', state },
      ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      resource: api.href,
    });
    const key = await oauth.generateKeyPair('ES256');
    const DPoP = oauth.DPoP({ ...client, [oauth.clockSkew]: skew() }, key);
    const pushing = { DPoP, ...INSECURE };
    const answer = await oauth.pushedAuthorizationRequest(as, client, oauth.None(), asked, pushing);
    const { request_uri } = await oauth.processPushedAuthorizationResponse(as, client, answer);

    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    const { pathname } = new URL(as.authorization_endpoint ?? '');
    const query = new URLSearchParams({ ...client, request_uri }).toString();
    const begun = await browser.get(`${pathname}?${query}`);
    const { location } = await new Tab(browser, challengeOf(begun.headers.location) ?? '').allow();

    const returned = oauth.validateAuthResponse(as, client, new URL(location), state);
    const exchanged = await oauth.authorizationCodeGrantRequest(
      ...([as, client, oauth.None(), returned, pocket.redirectUri, verifier] as const),
      { DPoP, ...INSECURE },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, exchanged);
    expect(tokens.token_type).toBe('dpop');
    const url = new URL(CALL, api);
    const called = await oauth.protectedResourceRequest(tokens.access_token, 'GET', url, undefined, null, {
      DPoP,
      ...INSECURE,
    });
    expect([called.status, await called.text()]).toEqual([200, expect.stringContaining('accountId')]);
  });

  /** In seconds: the tests' clock differs from the library's. */
  function skew(): number {
    return server.clock.seconds - Math.floor(Date.now() / 1000);
  }
});
