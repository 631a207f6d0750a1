import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic, bearer, post } from '../../support/a01.js';
import { CookieBrowser, pkceOf, VERIFIER } from '../../support/authorization.js';
import { CALL, DpopClient, PASSWORD } from '../../support/dpop-client.js';
import { DpopKey } from '../../support/dpop-key.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import { IdentityProvider } from '../../support/identity-provider.js';
import { JwksServer } from '../../support/jwks-server.js';
import { CLEO, ISSUER, JWT_BEARER, PORTAL, startWithPartners } from '../../support/single-sign-on.js';
import type { TestServer } from '../../support/start-app.js';

const ORIGIN = 'https://page.example';
const PAGE = { id: 'page', secret: null, name: 'Page', redirectUri: `${ORIGIN}/cb` };
const TOOL = { id: 'tool', secret: 'tool-secret-1' };

describe('bound tokens of partners, of pages in browsers and of administrators (D264)', () => {
  let server: TestServer;
  let portal: IdentityProvider;
  let published: JwksServer;
  let key: DpopKey;
  beforeAll(async () => {
    [portal, published] = await Promise.all([IdentityProvider.make(ISSUER), JwksServer.start()]);
    server = await startWithPartners(portal, published);
    key = await DpopKey.generate();
    await server.get(Bootstrap).apply({
      rulesets: [{ name: 'TOOLS', rules: ['oauth2*', 'log2*', 'admin*'] }],
      clients: [
        {
          ...{ clientId: PAGE.id, name: PAGE.name, ruleset: 'WEB', clientType: 'public', profile: 'strict' },
          ...{ redirectUrls: [PAGE.redirectUri], isPrivileged: false, requiresDpopNonce: true },
        },
        {
          ...{ clientId: TOOL.id, clientSecret: TOOL.secret, name: 'Tool', ruleset: 'TOOLS' },
          ...{ clientType: 'confidential', isPrivileged: true, dpopBoundAccessTokens: true },
        },
      ],
    });
  });
  afterAll(async () => {
    await server.close();
    await published.close();
  });

  it("a partner's assertion is exchanged for a bound token (RFC 7523)", async () => {
    const client = new DpopClient(server, key, PORTAL);
    const assertion = await portal.assert(server, { sub: CLEO.id });
    const { token_type, access_token } = await client.tokens({ grant_type: JWT_BEARER, assertion });
    expect(token_type).toBe('DPoP');
    expect((await client.call(access_token)).status).toBe(200);
  });

  it('so is a validation token (RFC 8693), and by the call of the interface', async () => {
    const client = new DpopClient(server, key);
    const minted = async (): Promise<string> =>
      (await post(server, '/api/log2/createvalidationtoken', { identifier: ANNA.email }, basic(CLIENTS.app)))
        .body.a01.r.r;
    const { token_type, access_token } = await client.tokens({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: await minted(),
      subject_token_type: 'urn:hearth:params:oauth:token-type:validation-token',
    });
    expect(token_type).toBe('DPoP');
    expect((await client.call(access_token)).status).toBe(200);
    const path = '/api/log2/generateaccesstokenbyvalidationtoken';
    const form = { validationtoken: await minted(), tokentype: 'Bearer', deviceId: 'tv' };
    const headers = { ...basic(CLIENTS.app), DPoP: await client.proof(path) };
    const { body } = await post(server, path, form, headers);
    expect(body.token_type).toBe('DPoP');
    expect((await client.call(body.access_token)).status).toBe(200);
  });

  it('a page reads the nonce, and preflights its proof', async () => {
    const preflight = await request(server, {
      method: 'OPTIONS',
      path: '/token',
      headers: {
        Origin: ORIGIN,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'dpop',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toMatch(/\bDPoP\b/);
    const { code } = await new CookieBrowser(server).connect(ANNA, PAGE, {
      ...pkceOf(),
      dpop_jkt: key.thumbprint,
    });
    const form = {
      ...{ grant_type: 'authorization_code', code, redirect_uri: PAGE.redirectUri },
      ...{ code_verifier: VERIFIER, client_id: PAGE.id },
    };
    const client = new DpopClient(server, key, PAGE);
    const ask = async (nonce?: string) =>
      request(server, {
        path: '/token',
        form,
        headers: { Origin: ORIGIN, DPoP: await client.proof('/token', { nonce }) },
      });
    const refused = await ask();
    expect(refused.body.error).toBe('use_dpop_nonce');
    expect(refused.headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(refused.headers['access-control-expose-headers']).toMatch(/\bDPoP-Nonce\b/);
    const nonce = refused.headers['dpop-nonce'] as string;
    const { access_token: token } = (await ask(nonce)).body;
    const call = async (more: { nonce?: string }) => {
      const DPoP = await client.proof(CALL, { method: 'GET', token, ...more });
      return request(server, {
        path: CALL,
        headers: { Origin: ORIGIN, Authorization: `DPoP ${token}`, DPoP },
      });
    };
    const challenged = await call({});
    expect([challenged.status, challenged.headers['access-control-allow-origin']]).toEqual([401, ORIGIN]);
    const read = await call({ nonce: challenged.headers['dpop-nonce'] as string });
    expect([read.status, read.headers['access-control-allow-origin']]).toEqual([200, ORIGIN]);
  });

  it('the administration accepts a bound token with its proof, and in no other way', async () => {
    const client = new DpopClient(server, key, TOOL);
    const { access_token: token } = await client.tokens({ grant_type: 'client_credentials' });
    const path = '/admin/api/clients/shop';
    const { status, text } = await client.call(token, {}, path);
    expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ clientId: 'shop' })]);
    expect((await client.call(token, null, path)).status).toBe(401);
    expect((await client.call(token, { url: `${server.url}/admin/api/clients` }, path)).status).toBe(401);
    expect((await request(server, { path, headers: bearer(token) })).status).toBe(401);
    const other = new DpopClient(server, await DpopKey.generate(), TOOL);
    const refused = await other.call(token, {}, path);
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      expect.stringMatching(/^DPoP error="invalid_token"/),
    ]);
  });

  it('support sees that a token is bound, even when it is pasted with its scheme', async () => {
    const client = new DpopClient(server, key);
    const { access_token } = await client.tokens(PASSWORD);
    const tool = new DpopClient(server, key, TOOL);
    const { access_token: token } = await tool.tokens({ grant_type: 'client_credentials' });
    const path = '/admin/api/tokens/inspect';
    const headers = {
      ...{ Authorization: `DPoP ${token}`, 'Content-Type': 'application/json' },
      DPoP: await tool.proof(path, { token }),
    };
    const body = JSON.stringify({ token: `DPoP ${access_token}` });
    const { text } = await request(server, { method: 'POST', path, headers, body });
    expect(JSON.parse(text)).toMatchObject({ active: true, kind: 'access', tokenType: 'dpop' });
  });
});
