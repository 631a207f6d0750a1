import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, bearer, tokensFor, type Body } from '../support/a01.js';
import { declaredEndpoints } from '../support/declared.js';
import { ANNA, BEN, CLIENTS } from '../support/fixtures.js';
import { macHeader } from '../support/mac-signer.js';
import { openApi } from '../support/openapi-document.js';
import { Recorder } from '../support/recorder.js';
import { startApp, type TestServer } from '../support/start-app.js';

type Fields = Record<string, string>;

const FAR = { 'X-Forwarded-For': '203.0.113.9' };
const HTTP = { ...FAR, 'X-Forwarded-Proto': 'http' };
const HTTPS = { ...FAR, 'X-Forwarded-Proto': 'https' };
const NEITHER: Fields = {};

const PASSWORD_CALL = '/api/log2/generateaccesstokenbypassword';
const PASSWORD: Fields = { identifier: ANNA.email, password: ANNA.password, tokentype: 'Mac', deviceId: 'd' };
const SIGN_IN: Fields = { identifier: BEN.email, password: BEN.password };
const ACCOUNT_CALL = '/api/acc/getloggedaccount';

describe('transport (§4.1, §5.3.2, §5.3.3, D44), behind a trusted proxy on loopback', () => {
  let server: TestServer;
  let api: Recorder;
  let bearerToken: Body;
  let macToken: Body;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1' });
    api = new Recorder(server);
    bearerToken = await tokensFor(server, ANNA);
    macToken = await tokensFor(server, ANNA, 'Mac');
  });
  afterAll(() => server.close());

  const insecure = {
    name: 'FizApiInsecureTransportException',
    type: 'Un',
    value: '400',
    message: expect.stringContaining('HTTPS'),
  };

  // I4.1-19, I5.3-04
  it('refuses token issuing over plain HTTP (§4.1)', async () => {
    const { status, body } = await api.post(PASSWORD_CALL, PASSWORD, { ...HTTP, ...basic(CLIENTS.app) });
    expect(status).toBe(400);
    expect(body.a01).toEqual({ ex: insecure, cn: 'log2generateaccesstokenbypassword' });
  });

  // I5.3-06
  it('refuses a Bearer token over plain HTTP (§5.3.3)', async () => {
    const { status, body } = await api.get(ACCOUNT_CALL, { ...HTTP, ...bearer(bearerToken.access_token) });
    expect(status).toBe(400);
    expect(body.a01).toEqual({ ex: insecure, cn: 'accgetloggedaccount' });
  });

  it('refuses a Bearer token over plain HTTP even where no account is needed (§5.3.3)', async () => {
    const { status } = await api.get('/api/acc/ping', { ...HTTP, ...bearer(bearerToken.access_token) });
    expect(status).toBe(400);
  });

  // I4.2-25, I5.3-05
  it.each(declaredEndpoints().map(({ path }) => path as string))(
    'refuses POST %s over plain HTTP with invalid_request (§4.2)',
    async (path) => {
      const form = { grant_type: 'refresh_token', refresh_token: bearerToken.refresh_token, token: 'x' };
      const { status, body } = await api.post(path, form, { ...HTTP, ...basic(CLIENTS.app) });
      expect(status).toBe(400);
      expect(body).toEqual({ error: 'invalid_request', error_description: expect.stringContaining('HTTPS') });
    },
  );

  // I5.3-07
  it.each([
    ['plain HTTP', HTTP],
    ['HTTPS', HTTPS],
    ['loopback', NEITHER],
  ])('lets MAC tokens and calls without tokens through over %s (§5.3.3)', async (_what, headers) => {
    const isHttps = headers === HTTPS;
    // The signer signs what the caller sees: the Host header names the port, whatever the scheme.
    const url = `${isHttps ? server.url.replace('http:', 'https:') : server.url}${ACCOUNT_CALL}`;
    const { access_token: id, mac_key: key } = macToken;
    const signed = macHeader({ id, key, url, ts: server.clock.seconds });
    expect((await api.get(ACCOUNT_CALL, { ...headers, ...signed })).status).toBe(200);
    expect((await api.get('/api/acc/ping', headers)).status).toBe(200);
    expect((await api.post('/api/log2/in', SIGN_IN, headers)).status).toBe(200);
  });

  // I4.1-19, I5.3-04, I5.3-09
  it.each([
    ['HTTPS', HTTPS],
    ['loopback', NEITHER],
  ])('issues, refreshes and takes Bearer tokens over %s', async (_what, headers) => {
    const client = { ...headers, ...basic(CLIENTS.app) };
    const issued = await api.post(PASSWORD_CALL, { ...PASSWORD, tokentype: 'Bearer' }, client);
    expect(issued.status).toBe(200);
    const { access_token, refresh_token } = issued.body;
    expect((await api.get(ACCOUNT_CALL, { ...headers, ...bearer(access_token) })).status).toBe(200);
    expect((await api.post('/token', { grant_type: 'refresh_token', refresh_token }, client)).status).toBe(
      200,
    );
    expect((await api.post('/revoke', { token: access_token }, client)).status).toBe(200);
  });

  it('signs the host that the trusted proxy names, its port by the scheme (D50)', async () => {
    const { access_token: id, mac_key: key } = macToken;
    const url = `https://api.family.example${ACCOUNT_CALL}`;
    const signed = macHeader({ id, key, url, ts: server.clock.seconds });
    const headers = { ...HTTPS, 'X-Forwarded-Host': 'API.family.example', ...signed };
    expect((await api.get(ACCOUNT_CALL, headers)).status).toBe(200);
  });

  // I3.1-02
  it.each([
    ['Secure', 'HTTPS', HTTPS],
    ['not Secure', 'plain HTTP', HTTP],
  ])('sets a session cookie that is %s over %s (D42)', async (kind, _what, headers) => {
    const { headers: answer } = await api.post('/api/log2/in', SIGN_IN, headers);
    const cookie = answer.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^JSESSIONID=[^;]+; Path=\//);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(/; Secure/.test(cookie)).toBe(kind === 'Secure');
    expect(cookie).not.toMatch(/Domain=/i);
  });

  it.each([
    ['a result', 'GET', '/api/acc/ping'],
    [
      'a result with secrets in its URL',
      'GET',
      `/api/log2/in?identifier=${BEN.email}&password=${BEN.password}`,
    ],
    ['an error', 'GET', ACCOUNT_CALL],
    ['an unknown call', 'GET', '/api/no/call'],
    ['a wrong method', 'PUT', '/api/acc/ping'],
    ['an error of /token', 'POST', '/token'],
    ['an error of /revoke', 'GET', '/revoke?token=x'],
  ])('answers %s uncached and without referrer (D45)', async (_what, method, path) => {
    const { headers } = await api.send(method, path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('gives only errors that the OpenAPI document declares', async () => {
    expect(api.undeclared(await openApi(server))).toEqual([]);
  });
});
