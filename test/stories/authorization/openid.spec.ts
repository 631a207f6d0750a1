import { describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, type JWK } from 'jose';
import { useThirdParties } from '../../support/authorization-stage.js';
import type { CookieBrowser } from '../../support/authorization.js';
import { exchange, THIRD_PARTIES } from '../../support/authorization.js';
import { bearer, tokensFor as passwordTokens } from '../../support/a01.js';
import { accountId, clientRowId, outdate, rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, garden } = THIRD_PARTIES;
const PROFILE = { name: 'Anna K.', preferred_username: ANNA.login, updated_at: expect.any(Number) };

describe('OpenID Connect on top of the code flow', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  useThirdParties(async (stage) => {
    ({ server, browser } = stage);
    await rows(server, 'DELETE FROM consent');
  });

  const issuer = async (): Promise<string> =>
    (
      (await request(server, { path: '/.well-known/openid-configuration' })).body as unknown as {
        issuer: string;
      }
    ).issuer;

  async function tokensFor(scope: string, more: Record<string, string> = {}) {
    const { code } = await browser.connect(ANNA, shop, { scope, nonce: 'n-0S6_WzA2Mj', ...more });
    return (await exchange(server, shop, code)).body as unknown as {
      access_token: string;
      id_token?: string;
    };
  }

  const verify = async (idToken: string, audience: string = shop.id) =>
    jwtVerify(idToken, createRemoteJWKSet(new URL(`${server.url}/jwks`)), {
      issuer: await issuer(),
      audience,
      currentDate: server.clock.now(),
    });

  it('the scope openid adds an id_token: RS256, sub, aud, nonce and auth_time', async () => {
    const { id_token: idToken } = await tokensFor('openid');
    const { payload, protectedHeader } = await verify(idToken as string);
    expect(protectedHeader.alg).toBe('RS256');
    const now = Math.floor(server.clock.millis() / 1000);
    expect(payload).toEqual({
      iss: await issuer(),
      sub: await accountId(server, ANNA.email),
      aud: shop.id,
      nonce: 'n-0S6_WzA2Mj',
      auth_time: now,
      acr: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
      amr: ['pwd'],
      sid: expect.stringMatching(/^[\w-]{22}$/),
      iat: now,
      exp: now + 3600,
    });
  });

  it("a client's tokens are signed as its record says, and both keys are at /jwks", async () => {
    await rows(server, `UPDATE client SET id_token_signing_alg = 'ES256' WHERE client_id = $1`, [garden.id]);
    const { code } = await browser.connect(ANNA, garden, { scope: 'openid' });
    const { id_token: idToken } = (await exchange(server, garden, code)).body as unknown as {
      id_token: string;
    };
    const { protectedHeader } = await verify(idToken, garden.id);
    expect(protectedHeader.alg).toBe('ES256');
    const { keys } = (await request(server, { path: '/jwks' })).body as unknown as { keys: JWK[] };
    expect(keys.map(({ alg, kty, use, d }) => [alg, kty, use, d]).sort()).toEqual([
      ['ES256', 'EC', 'sig', undefined],
      ['RS256', 'RSA', 'sig', undefined],
    ]);
    const metadata = (await request(server, { path: '/.well-known/openid-configuration' })).body;
    expect(metadata).toMatchObject({ id_token_signing_alg_values_supported: ['RS256', 'ES256'] });
  });

  it('a server with only an ES256 key keeps it, and makes one for RS256', async () => {
    await rows(server, 'DELETE FROM signing_key');
    server.clock.advance({ minutes: 6 });
    const kids = async (): Promise<Record<string, string>> => {
      const { keys } = (await request(server, { path: '/jwks' })).body as unknown as { keys: JWK[] };
      return Object.fromEntries(keys.map(({ alg, kid }) => [alg, kid])) as Record<string, string>;
    };
    const before = await kids();
    await rows(server, `DELETE FROM signing_key WHERE public_key->>'alg' = 'RS256'`);
    server.clock.advance({ minutes: 6 });
    const after = await kids();
    expect(after.ES256).toBe(before.ES256);
    expect(after.RS256).not.toBe(before.RS256);
    const { id_token: idToken = '' } = await tokensFor('openid');
    expect(decodeProtectedHeader(idToken).kid).toBe(after.RS256);
  });

  it('auth_time is the time of the password, even if consent is only remembered', async () => {
    await tokensFor('openid');
    const signedInAt = Math.floor(server.clock.millis() / 1000);
    server.clock.advance({ minutes: 5 });
    const again = await browser.get(`/authorize?${askedAgain('openid')}`);
    const { code } = await tabAt(again.headers.location as string);
    const body = (await exchange(server, shop, code)).body as unknown as { id_token: string };
    expect((await verify(body.id_token)).payload.auth_time).toBe(signedInAt);
  });

  it.each([
    [{ max_age: '60' }, 'a sign-in older than max_age'],
    [{ prompt: 'login' }, 'any sign-in with prompt=login'],
  ] as [Record<string, string>, string][])(
    '%j requires the password again: %s does not count',
    async (more) => {
      await browser.signIn(ANNA);
      server.clock.advance({ minutes: 2 });
      const tab = await browser.begin(shop, { scope: 'openid', ...more });
      expect((await tab.show()).text).toContain('name="password"');
      await tab.signIn(ANNA);
      const { code } = await tab.allow();
      const body = (await exchange(server, shop, code)).body as unknown as { id_token: string };
      expect((await verify(body.id_token)).payload.auth_time).toBe(Math.floor(server.clock.millis() / 1000));
    },
  );

  it('without openid the answer has no id_token', async () => {
    expect((await tokensFor('account')).id_token).toBeUndefined();
  });

  it('unknown scopes are ignored beside openid, and refused without it', async () => {
    expect((await tokensFor('openid offline_access')).id_token).toBeTruthy();
    const { headers } = await browser.get(`/authorize?${askedAgain('account something')}`);
    expect(new URL(headers.location as string).searchParams.get('error')).toBe('invalid_scope');
  });

  it.each([
    ['openid', {}],
    ['openid profile', PROFILE],
    ['openid email', { email: ANNA.email, email_verified: true }],
    ['openid profile email', { ...PROFILE, email: ANNA.email, email_verified: true }],
  ])('userinfo for scope %s returns just %j, by GET and POST', async (scope, claims) => {
    const { access_token: token } = await tokensFor(scope);
    const sub = await accountId(server, ANNA.email);
    for (const method of ['GET', 'POST'] as const) {
      const answer = await request(server, { path: '/userinfo', method, headers: bearer(token) });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ sub, ...claims });
    }
  });

  it('userinfo refuses a token without openid, no token and a wrong one, and says how to authenticate', async () => {
    const ofPassword = (await passwordTokens(server, ANNA)).access_token; // without any scope
    for (const token of [(await tokensFor('account')).access_token, ofPassword]) {
      const refused = await request(server, { path: '/userinfo', headers: bearer(token) });
      expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_scope']);
      expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="openid"');
    }
    const none = await request(server, { path: '/userinfo' });
    expect(none.status).toBe(401);
    const wrong = await request(server, { path: '/userinfo', headers: bearer('nothing') });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_token']);
    expect(wrong.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token"/);
  });

  it.each([
    ['RS256', shop],
    ['ES256', garden],
  ])(
    '%s keys rotate with overlap: old signatures stay valid, the next key is published a day before it signs',
    async (which, client) => {
      const values = [which, client.id];
      await rows(server, 'UPDATE client SET id_token_signing_alg = $1 WHERE client_id = $2', values);
      await outdate(server, `client:${await clientRowId(server, client.id)}`);
      await rows(server, 'DELETE FROM signing_key');
      server.clock.advance({ minutes: 6 });
      const kidInUse = async () => {
        const { code } = await browser.connect(ANNA, client, { scope: 'openid' });
        const { body } = await exchange(server, client, code);
        const { alg, kid } = decodeProtectedHeader((body as unknown as { id_token: string }).id_token);
        expect(alg).toBe(which);
        return kid;
      };
      const published = async () => {
        const { keys } = (await request(server, { path: '/jwks' })).body as unknown as { keys: JWK[] };
        expect(keys.some(({ d }) => d !== undefined)).toBe(false);
        return keys.filter(({ alg }) => alg === which).map(({ kid }) => kid);
      };
      const first = await kidInUse();
      expect(await published()).toEqual([first]);
      server.clock.advance({ days: 90 });
      expect(await published()).toHaveLength(2);
      expect(await kidInUse()).toBe(first);
      server.clock.advance({ days: 1 });
      const second = await kidInUse();
      expect(second).not.toBe(first);
      expect(await published()).toEqual([second, first]);
      server.clock.advance({ days: 1 });
      expect(await published()).toEqual([second]);
    },
  );

  it('parallel first uses create one key of each algorithm', async () => {
    await rows(server, 'DELETE FROM signing_key');
    server.clock.advance({ minutes: 6 });
    await Promise.all(Array.from({ length: 10 }, () => request(server, { path: '/jwks' })));
    expect(await rows(server, `SELECT public_key->>'alg' AS alg FROM signing_key ORDER BY 1`)).toEqual([
      { alg: 'ES256' },
      { alg: 'RS256' },
    ]);
  });

  describe("signing out at a third party's request (RP-Initiated Logout)", () => {
    const ask = (more: Record<string, string>): string =>
      `/logout?${new URLSearchParams({ post_logout_redirect_uri: shop.redirectUri, ...more }).toString()}`;

    it('asks first, then ends the session and returns with the state', async () => {
      const { id_token: idToken = '' } = await tokensFor('openid');
      server.clock.advance({ days: 1 }); // a hint may be old
      await browser.signIn(ANNA);
      const page = await browser.get(ask({ id_token_hint: idToken, state: 'a b' }));
      expect(page.text).toContain(`name="client_id" value="${shop.id}"`);
      expect((await browser.get('/account')).status).toBe(200);
      const form = { client_id: shop.id, post_logout_redirect_uri: shop.redirectUri, state: 'a b' };
      const { status, headers } = await browser.post('/sign-out', form);
      expect([status, headers.location]).toEqual([303, `${shop.redirectUri}?state=a%20b`]);
      expect((await browser.get('/account')).headers.location).toBe('/sign-in');
    });

    it.each([
      ['an address of another client', { client_id: garden.id }],
      ['an unknown client', { client_id: 'nobody' }],
      ['a forged hint', { id_token_hint: 'eyJhbGciOiJub25lIn0.eyJhdWQiOiJzaG9wIn0.' }],
    ])('redirects nowhere for %s', async (_what, more) => {
      expect((await browser.get(ask(more))).text).not.toContain('name="post_logout_redirect_uri"');
      const { status, headers } = await browser.post('/sign-out', {
        post_logout_redirect_uri: shop.redirectUri,
        ...more,
      });
      expect([status, headers.location]).toEqual([200, undefined]);
    });
  });

  const askedAgain = (scope: string): string =>
    new URLSearchParams({
      response_type: 'code',
      client_id: shop.id,
      redirect_uri: shop.redirectUri,
      state: 'again',
      scope,
    }).toString();

  async function tabAt(path: string): Promise<{ code: string }> {
    const { headers } = await browser.get(path);
    return { code: new URL(headers.location as string).searchParams.get('code') as string };
  }
});
