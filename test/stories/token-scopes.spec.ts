import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, bearer, post, tokensFor, tokenStatus, type Answer } from '../support/a01.js';
import {
  authorizePath,
  CookieBrowser,
  exchange,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../support/authorization.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { request } from '../support/http.js';
import type { TestServer } from '../support/start-app.js';

type Form = Record<string, string>;

const { bare, shop } = THIRD_PARTIES;
const PASSWORD = { grant_type: 'password', username: ANNA.email, password: ANNA.password };
const CLIENT = { grant_type: 'client_credentials' };

describe('scope of a token request (RFC 6749 §3.3, D98)', () => {
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

  it('grant_type=password gets the requested scope, and its name', async () => {
    const { status, body } = await token({ ...PASSWORD, scope: 'openid' });
    expect([status, body]).toMatchObject([200, { scope: 'openid' }]);
    expect(await userInfoStatus(body.access_token)).toBe(200);
    expect(await tokenStatus(server, body.access_token)).toBe(509); // account was not requested
  });

  it('without a scope nothing is restricted, and nothing named', async () => {
    const { body } = await token(PASSWORD);
    expect(body).not.toHaveProperty('scope');
    expect(await tokenStatus(server, body.access_token)).toBe(200);
  });

  it.each([
    [PASSWORD, 'account all:mine other', 'a name that is not known', 'The scope all:mine is unknown.'],
    [CLIENT, 'everything', 'a name that is not known', 'The scope everything is unknown.'],
    [
      PASSWORD,
      'profile',
      'a scope that needs another',
      'profile, email, phone and family need the scope openid.',
    ],
    [PASSWORD, ' ', 'no name at all', 'The scope names nothing that this client may do.'],
    [
      PASSWORD,
      'offline_access',
      'what gives nothing',
      'offline_access gives nothing by itself: name another scope with it.',
    ],
    ...['a"b', 'x'.repeat(65), 'é', 'a\r\nb'].map((scope) => [
      PASSWORD,
      `account ${scope}`,
      'what is no name, and is not echoed',
      'The scope is unknown, and longer than a scope can be or with other characters.',
    ]),
  ] as [Form, string, string, string][])(
    '%j with scope=%j: invalid_scope for %s',
    async (form, scope, _what, description) => {
      const { status, body } = await token({ ...form, scope });
      expect([status, body]).toEqual([400, { error: 'invalid_scope', error_description: description }]);
    },
  );

  it('refuses a scope that the ruleset allows nothing of: invalid_scope', async () => {
    expect((await token({ ...CLIENT, scope: 'account' }, CLIENTS.provisioning)).body).toEqual({
      error: 'invalid_scope',
      error_description: 'The ruleset of this client does not allow the scope account.',
    });
  });

  it('beside others it is neither granted nor named, at /authorize too', async () => {
    const { code } = await new CookieBrowser(server).connect(ANNA, bare, { scope: 'account openid' });
    expect((await exchange(server, bare, code)).body).toMatchObject({ scope: 'openid' });
  });

  it('beside openid an unknown one is ignored (OpenID Connect Core §3.1.2.1)', async () => {
    const { body } = await token({ ...PASSWORD, scope: 'openid something email' });
    expect(body).toMatchObject({ scope: 'openid email' });
    const next = await refreshed(body.refresh_token, 'openid something');
    expect([next.status, next.body]).toMatchObject([200, { scope: 'openid' }]);
  });

  it('offline_access is accepted everywhere, gives nothing and is not named (OpenID Connect Core §11)', async () => {
    const { code } = await new CookieBrowser(server).connect(ANNA, shop, { scope: 'account offline_access' });
    const { body: byCode } = await exchange(server, shop, code);
    expect(byCode).toMatchObject({ scope: 'account', refresh_token: expect.any(String) });
    const next = await refreshed(byCode.refresh_token, 'offline_access account', shop);
    expect([next.status, next.body]).toMatchObject([200, { scope: 'account' }]);
    const { body: byPassword } = await token({ ...PASSWORD, scope: 'openid offline_access' });
    expect(byPassword).toMatchObject({ scope: 'openid', refresh_token: expect.any(String) });
    const ofClient = await token({ ...CLIENT, scope: 'account offline_access' });
    expect([ofClient.status, 'refresh_token' in ofClient.body]).toEqual([200, false]);
    const query = authorizePath(bare, { scope: 'openid offline_access' }).split('?')[1];
    const pushed = await post(server, '/par', Object.fromEntries(new URLSearchParams(query)), basic(bare));
    expect(pushed.status).toBe(201);
  });

  it('a call outside of the scope is 509, and the message names the scope that is missing (D37)', async () => {
    const { body } = await token({ ...PASSWORD, scope: 'openid' });
    const refused = await request(server, {
      path: '/api/acc/getloggedaccount',
      headers: bearer(body.access_token),
    });
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([509, undefined]);
    expect(refused.body).toEqual({
      a01: {
        cn: 'accgetloggedaccount',
        ex: {
          ...{ name: 'FizApiKeyInsufficientRightsException', type: 'Un', value: '509' },
          message: 'The scope of the access token does not cover this call. Ask for the scope account.',
        },
      },
    });
  });

  it('client_credentials gets the requested scope, and its name', async () => {
    expect((await token({ ...CLIENT, scope: 'account' })).body).toMatchObject({ scope: 'account' });
  });

  it.each(['account', 'openid', 'openid account', 'account openid'])(
    'a refresh with %j of "openid account" gets just that, and its name (RFC 6749 §6)',
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

  it('a narrower token narrows neither its grant nor a repetition with the full scope', async () => {
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
    expect(await tokenStatus(server, full.access_token)).toBe(200); // only this one is revoked
    const next = await post(
      server,
      '/token',
      { grant_type: 'refresh_token', refresh_token: full.refresh_token },
      basic(shop),
    );
    expect(next.body).toMatchObject({ scope: 'openid account' });
  });

  it('a refresh that names a scope gets its name, even if the grant has none', async () => {
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
        error_description: 'The scope openid was not granted: a refresh can not add to it.',
      },
    ]);
    expect((await refreshed(old, 'account', client)).status).toBe(200);
  });

  it('the repeated answer to a refresh has its original scope, and cannot be widened', async () => {
    const { refresh_token: old } = (await token({ ...PASSWORD, scope: 'account' })).body;
    const first = await refreshed(old, 'account');
    expect((await refreshed(old, 'account')).body).toEqual(first.body);
    expect((await refreshed(old, 'account openid')).body.error).toBe('invalid_scope');
  });

  it('a stolen refresh token ends its grant with any scope', async () => {
    const { refresh_token: old } = (await token({ ...PASSWORD, scope: 'account' })).body;
    const next = (await refreshed(old, 'account')).body;
    server.clock.advance({ seconds: 61 });
    expect((await refreshed(old, 'account openid')).body.error).toBe('invalid_grant');
    expect(await tokenStatus(server, next.access_token)).toBe(401);
  });
});
