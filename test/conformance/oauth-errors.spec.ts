import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic, bearer, refresh, tokensFor } from '../support/a01.js';
import { declaredEndpoints } from '../support/declared.js';
import { ANNA, BEN, CLIENTS, PENDING } from '../support/fixtures.js';
import { openApi } from '../support/openapi-document.js';
import { FORM, raw, Recorder } from '../support/recorder.js';
import { startApp, type TestServer } from '../support/start-app.js';

type Fields = Record<string, string>;

const LEGACY_PORTAL = { id: 'portal', secret: 'p'.repeat(43) };
const PASSWORD = { grant_type: 'password', username: ANNA.email, password: ANNA.password };
const REFRESH = { grant_type: 'refresh_token', refresh_token: 'x'.repeat(43) };
/** RFC 6749 §5.2: printable ASCII without quotation mark and backslash. */
const DESCRIPTION = expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);

describe('errors of the standard endpoints (D12, RFC 6749 §5.2) and metadata (RFC 8414)', () => {
  let server: TestServer;
  let api: Recorder;
  beforeAll(async () => {
    server = await startApp();
    api = new Recorder(server);
    await server.get(Bootstrap).apply({
      clients: [
        {
          clientId: LEGACY_PORTAL.id,
          clientSecret: LEGACY_PORTAL.secret,
          name: 'Portal',
          ruleset: 'LEGACY',
          clientType: 'confidential' as const,
          isPrivileged: true,
        },
      ],
    });
  });
  afterAll(() => server.close());

  const body = (error: string) => ({ error, error_description: DESCRIPTION });

  describe.each(declaredEndpoints().map(({ path }) => path as string))('%s', (path) => {
    const form: Fields = path === '/token' ? REFRESH : { token: 'x' };
    // I7.1-04
    it.each([
      ['no client authentication', {}, {}],
      ['an unknown client', {}, basic({ id: 'nobody', secret: 'x' })],
      ['a wrong secret', {}, basic({ id: CLIENTS.app.id, secret: 'wrong' })],
      ['a wrong secret in the body', { client_id: CLIENTS.app.id, client_secret: 'wrong' }, {}],
      ['a confidential client without its secret', { client_id: CLIENTS.app.id }, {}],
      ['an access token instead of client credentials', {}, bearer('x'.repeat(43))],
    ])(
      'answers 401 invalid_client with WWW-Authenticate: Basic to %s (D37)',
      async (_what, more, headers) => {
        const answer = await api.post(path, { ...form, ...(more as Fields) }, headers);
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="[^"]+"/);
        expect(answer.body).toEqual(body('invalid_client'));
      },
    );

    it.each([
      ['a malformed Basic header', {}, { Authorization: 'Basic ###' }],
      ['a client_secret without client_id', { client_secret: 'x' }, {}],
      ['different client ids in header and body', { client_id: CLIENTS.strict.id }, basic(CLIENTS.app)],
      ['an unknown scheme', {}, { Authorization: 'Digest x' }],
    ])('answers 400 invalid_request to %s (D34)', async (_what, more, headers) => {
      const answer = await api.post(path, { ...form, ...(more as Fields) }, headers);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(body('invalid_request'));
    });

    it.each([
      ['a parameter twice', 'x=1&x=2'],
      ['a parameter twice whose name has quotes and an umlaut', `${encodeURIComponent('ü"\\')}=1&ü"\\=2`],
      ['bytes that are not UTF-8', 'x=%ff'],
    ])('answers 400 invalid_request to %s (D3)', async (_what, text) => {
      const headers = { 'Content-Type': FORM, ...basic(CLIENTS.app) };
      const answer = await api.send('POST', path, headers, text);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(body('invalid_request'));
    });

    it('answers unauthorized_client to a client whose ruleset lacks it (D35)', async () => {
      const answer = await api.post(path, form, basic(LEGACY_PORTAL));
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(body('unauthorized_client'));
    });

    it('never caches its answer (RFC 6749 §5.1)', async () => {
      const { headers } = await api.post(path, form);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('pragma')).toBe('no-cache');
      expect(headers.get('content-type')).toBe('application/json;charset=UTF-8');
    });
  });

  // I4.2-30
  it.each(['authorization', 'REFRESH_TOKEN', 'urn:ietf:params:oauth:grant-type:saml2-bearer'])(
    'answers unsupported_grant_type to grant_type=%s',
    async (grant_type) => {
      const answer = await api.post('/token', { grant_type }, basic(CLIENTS.app));
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(body('unsupported_grant_type'));
    },
  );

  it.each([
    ['an unknown refresh token', REFRESH],
    ['a wrong password', { ...PASSWORD, password: 'wrong' }],
    ['an unknown account', { ...PASSWORD, username: 'nobody@family.example' }],
    ['a pending account', { ...PASSWORD, username: PENDING.email }],
  ])('answers invalid_grant to %s', async (_what, form) => {
    const answer = await api.post('/token', form, basic(CLIENTS.app));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(body('invalid_grant'));
  });

  it("answers invalid_grant to another client's refresh token, and leaves it valid (§4.2)", async () => {
    const { refresh_token: token } = await tokensFor(server, BEN);
    const form = { grant_type: 'refresh_token', refresh_token: token };
    const answer = await api.post('/token', form, basic(CLIENTS.strict));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(body('invalid_grant'));
    expect((await refresh(server, token)).status).toBe(200);
  });

  it('answers invalid_grant to an access token as refresh token', async () => {
    const { access_token: token } = await tokensFor(server, BEN);
    const answer = await api.post('/token', { ...REFRESH, refresh_token: token }, basic(CLIENTS.app));
    expect(answer.body).toEqual(body('invalid_grant'));
  });

  // I2.3-05
  it.each([
    ['password by a client that is not privileged (§2.3)', PASSWORD, {}, basic(CLIENTS.thirdParty)],
    ['password by a Public client', PASSWORD, { client_id: CLIENTS.public.id }, {}],
    [
      'client_credentials by a Public client (RFC 6749 §4.4)',
      { grant_type: 'client_credentials' },
      { client_id: CLIENTS.public.id },
      {},
    ],
  ])('answers unauthorized_client to %s', async (_what, form, more, headers) => {
    const fields = { ...form, ...more } as Fields;
    const answer = await api.post('/token', fields, headers);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(body('unauthorized_client'));
  });

  it.each(['an unknown token', 'an access token', 'a refresh token'])(
    'answers 200 and an empty object to the revocation of %s (RFC 7009 §2.2)',
    async (what) => {
      const tokens = await tokensFor(server, BEN);
      const token = {
        'an unknown token': 'x'.repeat(43),
        'an access token': tokens.access_token,
        'a refresh token': tokens.refresh_token,
      }[what] as string;
      const headers = { 'Content-Type': FORM, ...basic(CLIENTS.app) };
      const answer = await raw(server, 'POST', '/revoke', headers, `token=${token}&token_type_hint=whatever`);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe('{}');
    },
  );

  it('answers invalid_request to a revocation without a token (RFC 7009 §2.1)', async () => {
    const answer = await api.post('/revoke', {}, basic(CLIENTS.app));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: 'invalid_request', error_description: 'token is required.' });
  });

  it("refuses to revoke another client's token, and leaves it valid (RFC 7009 §2.1)", async () => {
    const { refresh_token: token } = await tokensFor(server, BEN);
    const answer = await api.post('/revoke', { token }, basic(CLIENTS.strict));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(body('invalid_grant'));
    expect((await refresh(server, token)).status).toBe(200);
  });

  it('lets a public client revoke its own token by client_id only (RFC 7009 §2.1)', async () => {
    const answer = await api.post('/revoke', { token: 'x', client_id: CLIENTS.public.id });
    expect(answer.status).toBe(200);
  });

  it('publishes RFC 8414 metadata with absolute URLs from PUBLIC_URL', async () => {
    const response = await fetch(`${server.url}/.well-known/oauth-authorization-server`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json\b/);
    const metadata = (await response.json()) as Record<string, unknown>;
    const ways = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'];
    expect(metadata).toMatchObject({
      issuer: server.url,
      token_endpoint: `${server.url}/token`,
      revocation_endpoint: `${server.url}/revoke`,
      response_types_supported: expect.any(Array),
      grant_types_supported: expect.arrayContaining(['refresh_token', 'password', 'client_credentials']),
      token_endpoint_auth_methods_supported: ways,
      revocation_endpoint_auth_methods_supported: ways,
    });
  });

  it('lists no grant type that /token does not support (RFC 8414 §2)', async () => {
    const response = await fetch(`${server.url}/.well-known/oauth-authorization-server`);
    const { grant_types_supported: types } = (await response.json()) as { grant_types_supported: string[] };
    for (const grant_type of types) {
      const answer = await api.post('/token', { grant_type }, basic(CLIENTS.app));
      expect(answer.body.error).not.toBe('unsupported_grant_type');
    }
  });

  it('gives only errors that the OpenAPI document declares', async () => {
    expect(api.undeclared(await openApi(server))).toEqual([]);
  });
});
