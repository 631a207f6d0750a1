import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, bearer, post, tokensFor, tokenStatus, type Answer } from '../support/a01.js';
import { CookieBrowser, exchange, startWithThirdParties, THIRD_PARTIES } from '../support/authorization.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { request } from '../support/http.js';
import type { TestServer } from '../support/start-app.js';

type Form = Record<string, string>;

const { bare, shop } = THIRD_PARTIES;
const PASSWORD = { grant_type: 'password', username: ANNA.email, password: ANNA.password };
const CLIENT = { grant_type: 'client_credentials' };

describe('the scope of a token request (RFC 6749 §3.3, D98)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties();
  });
  afterAll(() => server.close());

  const token = (form: Form, client: { id: string; secret: string } = CLIENTS.app): Promise<Answer> =>
    post(server, '/token', form, basic(client));
  const refreshed = (
    refresh_token: string,
    scope: string,
    client: { id: string; secret: string } = CLIENTS.app,
  ): Promise<Answer> => token({ grant_type: 'refresh_token', refresh_token, scope }, client);
  const userInfoStatus = async (accessToken: string) =>
    (await request(server, { path: '/userinfo', headers: bearer(accessToken) })).status;
  const codeTokens = async (scope: string): Promise<Answer['body']> => {
    const { code } = await new CookieBrowser(server).connect(ANNA, shop, { scope });
    return (await exchange(server, shop, code)).body;
  };

  it('grant_type=password gets what it asks for, and is told so', async () => {
    const { status, body } = await token({ ...PASSWORD, scope: 'openid' });
    expect([status, body]).toMatchObject([200, { scope: 'openid' }]);
    expect(await userInfoStatus(body.access_token)).toBe(200);
    expect(await tokenStatus(server, body.access_token)).toBe(509); // account was not asked for
  });

  it('without a scope nothing is cut down, and nothing named', async () => {
    const { body } = await token(PASSWORD);
    expect(body).not.toHaveProperty('scope');
    expect(await tokenStatus(server, body.access_token)).toBe(200);
  });

  it.each([
    [PASSWORD, 'account offline_access', 'a name that is not known'],
    [CLIENT, 'everything', 'a name that is not known'],
    [PASSWORD, 'profile', 'a scope that needs another'],
    [PASSWORD, ' ', 'no name at all'],
  ] as [Form, string, string][])('%j with scope=%j: invalid_scope for %s', async (form, scope) => {
    const { status, body } = await token({ ...form, scope });
    expect([status, body.error]).toEqual([400, 'invalid_scope']);
  });

  it('a scope of which the ruleset allows nothing is invalid_scope', async () => {
    expect((await token({ ...CLIENT, scope: 'account' }, CLIENTS.provisioning)).body.error).toBe(
      'invalid_scope',
    );
  });

  it('beside others it is neither granted nor named, at /authorize too', async () => {
    const { code } = await new CookieBrowser(server).connect(ANNA, bare, { scope: 'account openid' });
    expect((await exchange(server, bare, code)).body).toMatchObject({ scope: 'openid' });
  });

  it('beside openid what is not known is ignored (OpenID Connect Core §3.1.2.1)', async () => {
    const { body } = await token({ ...PASSWORD, scope: 'openid offline_access email' });
    expect(body).toMatchObject({ scope: 'openid email' });
    const next = await refreshed(body.refresh_token, 'openid offline_access');
    expect([next.status, next.body]).toMatchObject([200, { scope: 'openid' }]);
  });

  it('client_credentials gets what it asks for, and is told so', async () => {
    expect((await token({ ...CLIENT, scope: 'account' })).body).toMatchObject({ scope: 'account' });
  });

  it.each(['account', 'openid', 'openid account', 'account openid'])(
    'a refresh with %j of "openid account" gets just that, and is told so (RFC 6749 §6)',
    async (scope) => {
      const { refresh_token: old } = await codeTokens('openid account');
      const { status, body } = await refreshed(old, scope, shop);
      expect([status, body]).toMatchObject([200, { scope }]);
      expect('id_token' in body).toBe(scope.includes('openid'));
      const names = scope.split(' ');
      expect(await userInfoStatus(body.access_token)).toBe(names.includes('openid') ? 200 : 403);
      expect(await tokenStatus(server, body.access_token)).toBe(names.includes('account') ? 200 : 509);
    },
  );

  it('a narrower token narrows neither its grant nor what is repeated with the full scope', async () => {
    const { refresh_token: old } = await codeTokens('openid account');
    const narrow = (await refreshed(old, 'openid', shop)).body;
    const full = (await refreshed(old, 'openid account', shop)).body;
    expect(full.refresh_token).toBe(narrow.refresh_token);
    expect(full).toMatchObject({ scope: 'openid account' });
    expect(full.access_token).not.toBe(narrow.access_token);
    expect(await tokenStatus(server, full.access_token)).toBe(200);
    expect(await tokenStatus(server, narrow.access_token)).toBe(509);
    await post(server, '/revoke', { token: narrow.access_token }, basic(shop));
    expect(await userInfoStatus(narrow.access_token)).toBe(401);
    expect(await tokenStatus(server, full.access_token)).toBe(200); // revoked alone
    const next = await post(
      server,
      '/token',
      { grant_type: 'refresh_token', refresh_token: full.refresh_token },
      basic(shop),
    );
    expect(next.body).toMatchObject({ scope: 'openid account' });
  });

  it('a refresh that names a scope is told of it, though the grant has none', async () => {
    const { refresh_token: old } = await tokensFor(server, ANNA);
    expect((await refreshed(old, 'account')).body).toMatchObject({ scope: 'account' });
  });

  it.each([
    ['of a grant with a scope', () => codeTokens('account'), shop],
    ['of a grant without one', () => tokensFor(server, ANNA), CLIENTS.app],
    ['that is kept', () => tokensFor(server, ANNA, 'Bearer', CLIENTS.keeper), CLIENTS.keeper],
    ['of type MAC', () => tokensFor(server, ANNA, 'Mac'), CLIENTS.app],
  ])('a refresh token %s is not spent by a wider scope', async (_what, tokens, client) => {
    const { refresh_token: old } = await tokens();
    const wide = await refreshed(old, 'account openid', client);
    expect([wide.status, wide.body]).toEqual([
      400,
      {
        error: 'invalid_scope',
        error_description: 'The scope is wider than what was granted: a refresh can not add to it.',
      },
    ]);
    expect((await refreshed(old, 'account', client)).status).toBe(200);
  });

  it('the repeated answer to a refresh has the same scope, and no wider one is asked with it', async () => {
    const { refresh_token: old } = (await token({ ...PASSWORD, scope: 'account' })).body;
    const first = await refreshed(old, 'account');
    expect((await refreshed(old, 'account')).body).toEqual(first.body);
    expect((await refreshed(old, 'account openid')).body.error).toBe('invalid_scope');
  });

  it('a stolen refresh token ends its grant whatever scope it comes with', async () => {
    const { refresh_token: old } = (await token({ ...PASSWORD, scope: 'account' })).body;
    const next = (await refreshed(old, 'account')).body;
    server.clock.advance({ seconds: 61 });
    expect((await refreshed(old, 'account openid')).body.error).toBe('invalid_grant');
    expect(await tokenStatus(server, next.access_token)).toBe(401);
  });
});
