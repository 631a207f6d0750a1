import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, bearer, post, tokensFor } from '../support/a01.js';
import {
  authorizePath,
  CookieBrowser,
  redirectOf,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../support/authorization.js';
import { AUTHORIZE_PARAMETERS } from '../../src/oauth/authorize/authorize-parameters.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { request } from '../support/http.js';
import type { TestServer } from '../support/start-app.js';

const { shop } = THIRD_PARTIES;
const NO_CREDENTIALS = { client_id: '', client_secret: '' };

describe('parameter without a value counts as omitted (RFC 6749 §3.1, §3.2, D87)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties();
  });
  afterAll(() => server.close());

  it.each(['/token', '/introspect', '/revoke'])('%s: credentials beside a Basic header', async (path) => {
    const { refresh_token: token } = await tokensFor(server, ANNA);
    const form = { token, grant_type: 'refresh_token', refresh_token: token, scope: '', ...NO_CREDENTIALS };
    expect((await post(server, path, form, basic(CLIENTS.app))).status).toBe(200);
  });

  it('/token: the secret of a client without one, and repeated parameters', async () => {
    const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: CLIENTS.public.id };
    const { body } = await post(server, '/token?scope=', { ...form, client_secret: '', scope: 'account' });
    expect(body.error).toBe('invalid_grant');
  });

  it('a call: credentials beside an access token', async () => {
    const { access_token: token } = await tokensFor(server, ANNA);
    const form = { ...NO_CREDENTIALS };
    expect((await post(server, '/api/acc/getloggedaccount', form, bearer(token))).status).toBe(200);
  });

  it.each(Object.keys(AUTHORIZE_PARAMETERS))('/authorize: %s', async (name) => {
    const empty = await request(server, { path: authorizePath(shop, { prompt: 'none', [name]: '' }) });
    const none = await request(server, { path: authorizePath(shop, { prompt: 'none', [name]: undefined }) });
    expect([empty.status, empty.headers.location]).toEqual([
      none.status,
      none.headers.location?.replace(/[\w-]{43}$/, empty.headers.location?.slice(-43) ?? ''),
    ]);
    const whole = authorizePath(shop, { prompt: 'none' });
    for (const path of [`${whole}&${name}=`, whole.replace('?', `?${name}=&`), `${whole}&${name}`]) {
      const { parameters } = redirectOf(await request(server, { path }));
      expect(parameters).toEqual({ error: 'login_required', iss: server.url, state: 'st' });
    }
  });

  it('/logout: all of its parameters', async () => {
    const path = '/logout?id_token_hint=&client_id=&post_logout_redirect_uri=&state=';
    const { status, text } = await new CookieBrowser(server).get(path);
    expect(status).toBe(200);
    expect(text).not.toContain('name="post_logout_redirect_uri"');
  });
});
