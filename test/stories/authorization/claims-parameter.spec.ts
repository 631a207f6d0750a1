import { describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { basic } from '../../support/a01.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import {
  authorizePath,
  exchange,
  redirectOf,
  THIRD_PARTIES,
  type CookieBrowser,
} from '../../support/authorization.js';
import { accountId, rows } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';
import {
  FAMILIES,
  refreshed,
  toldBy,
  toldIn,
  tokensOf,
  type OpenIdTokens,
} from '../../support/told-claims.js';

const { shop, garden, strict } = THIRD_PARTIES;
const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
const TWO_FACTORS = 'https://refeds.org/profile/mfa';
const UNMET = 'unmet_authentication_requirements';

let server: TestServer;
let browser: CookieBrowser;
useThirdParties(async (stage) => {
  ({ server, browser } = stage);
  await rows(server, 'DELETE FROM consent');
});

const asJson = (claims: unknown): { scope: string; claims: string } => ({
  scope: 'openid',
  claims: JSON.stringify(claims),
});

describe('claims one by one (OpenID Connect Core §5.5, D396)', () => {
  it('come where they were asked for, with no scope but openid, also after a refresh', async () => {
    const claims = {
      userinfo: { name: { essential: true }, families: null, nickname: null, 'name#de': null },
      id_token: { email: null, email_verified: { essential: false } },
      other: 'unknown',
    };
    const tokens = await tokensOf(server, browser, asJson(claims));
    expect(tokens.scope).toBe('openid');
    const email = { email: ANNA.email, email_verified: true };
    expect([await toldBy(server, tokens), toldIn(tokens)]).toEqual([
      { name: 'Anna K.', families: FAMILIES },
      email,
    ]);
    const next = await refreshed(server, tokens);
    expect([await toldBy(server, next), toldIn(next)]).toEqual([
      { name: 'Anna K.', families: FAMILIES },
      email,
    ]);
  });

  it('stand in the id_token of a strict client too, whose others are minimal', async () => {
    const tokens = await tokensOf(
      server,
      browser,
      { ...asJson({ id_token: { name: null } }), scope: 'openid email' },
      strict,
    );
    expect(toldIn(tokens)).toEqual({ name: 'Anna K.' });
  });

  it('are asked of the user as their scope is, and once', async () => {
    const asked = asJson({ userinfo: { phone_number: null }, id_token: { families: null } });
    const tab = await browser.begin(shop, asked);
    await tab.signIn(ANNA);
    const { text } = await tab.show();
    expect(text).toContain('see your phone number');
    expect(text).toContain('see the families you belong to and your role in them');
    expect(text).not.toContain('see your name');
    await tab.allow();
    const unseen = async (more: Record<string, string>) =>
      redirectOf(await browser.get(authorizePath(shop, { prompt: 'none', ...more }))).parameters;
    expect((await unseen(asked)).code).toBeTruthy();
    expect((await unseen({ scope: 'openid phone' })).code).toBeTruthy();
    expect((await unseen(asJson({ userinfo: { name: null } }))).error).toBe('consent_required');
    expect(await rows(server, 'SELECT scopes FROM consent')).toEqual([
      { scopes: ['openid', 'phone', 'family'] },
    ]);
  });

  it('are no part of a token that is narrowed to less than was granted', async () => {
    const tokens = await tokensOf(server, browser, {
      ...asJson({ userinfo: { name: null }, id_token: { name: null } }),
      scope: 'openid email',
    });
    const narrowed = await refreshed(server, tokens, { scope: 'openid' });
    expect([await toldBy(server, narrowed), toldIn(narrowed)]).toEqual([{}, {}]);
    const whole = await refreshed(server, narrowed, { scope: 'email openid' });
    expect([(await toldBy(server, whole)).name, toldIn(whole).name]).toEqual(['Anna K.', 'Anna K.']);
  });

  it('come once more with a refresh that is repeated', async () => {
    const asked = {
      ...asJson({ userinfo: { families: null }, id_token: { name: null } }),
      scope: 'openid email',
    };
    const tokens = await tokensOf(server, browser, asked, strict);
    const [first, again] = [
      await refreshed(server, tokens, {}, strict),
      await refreshed(server, tokens, {}, strict),
    ];
    expect(again.refresh_token).toBe(first.refresh_token);
    for (const next of [first, again]) {
      expect(toldIn(next)).toEqual({ name: 'Anna K.' });
      expect((await toldBy(server, next)).families).toEqual(FAMILIES);
    }
  });

  it('stand in an id_token in place of a code', async () => {
    const asked = { response_type: 'id_token', response_mode: 'form_post', nonce: 'n-1' };
    const tab = await browser.begin(garden, { ...asked, ...asJson({ id_token: { name: null } }) });
    await tab.signIn(ANNA);
    const page = await tab.show();
    const account = /name="account" value="(\d+)"/.exec(page.text)?.[1] ?? '';
    const { text } = await tab.decide({ account, decision: 'allow' });
    const idToken = /name="id_token" value="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(toldIn({ id_token: idToken })).toEqual({ name: 'Anna K.' });
  });

  it('values of others than sub and acr count for nothing', async () => {
    const tokens = await tokensOf(
      server,
      browser,
      asJson({ userinfo: { email: { value: 'eve@elsewhere.example' } } }),
    );
    expect(await toldBy(server, tokens)).toEqual({ email: ANNA.email });
  });
});

describe('the user that claims ask for', () => {
  const unseen = async (claims: unknown, more: Record<string, string> = {}) =>
    redirectOf(await browser.get(authorizePath(shop, { prompt: 'none', ...asJson(claims), ...more })))
      .parameters;

  it('is the only one who is signed in for it', async () => {
    const { id_token: hint } = await tokensOf(server, browser, { scope: 'openid' });
    const [anna, ben] = [await accountId(server, ANNA.email), await accountId(server, BEN.email)];
    for (const place of ['id_token', 'userinfo']) {
      expect((await unseen({ [place]: { sub: { value: anna } } })).code).toBeTruthy();
      for (const value of [ben, '999', '-1', '', `0${anna}`])
        expect((await unseen({ [place]: { sub: { value } } })).error).toBe('login_required');
    }
    expect(
      (await unseen({ id_token: { sub: { values: [anna] } } }, { id_token_hint: hint })).code,
    ).toBeTruthy();
    expect(await unseen({ id_token: { sub: { value: ben } } }, { id_token_hint: hint })).toMatchObject({
      error: 'invalid_request',
      error_description: 'id_token_hint and sub of claims name two users.',
    });
  });

  it('is not found out by a client that nobody allowed, which tries numbers', async () => {
    await browser.signIn(ANNA);
    const anna = await accountId(server, ANNA.email);
    const acr = { essential: true, value: TWO_FACTORS };
    for (const value of [anna, await accountId(server, BEN.email)])
      expect((await unseen({ id_token: { sub: { value }, acr } })).error).toBe('login_required');
    expect((await unseen({ id_token: { name: null } })).error).toBe('consent_required');
  });

  it('may sign in on the page, and nobody else', async () => {
    const ben = await accountId(server, BEN.email);
    const tab = await browser.begin(shop, asJson({ id_token: { sub: { value: ben } } }));
    await tab.signIn(ANNA);
    expect((await tab.show()).text).toContain('name="password"');
    await tab.signIn(BEN);
    const { code } = await tab.allow();
    const tokens = (await exchange(server, shop, code)).body as unknown as OpenIdTokens;
    expect(decodeJwt(tokens.id_token).sub).toBe(ben);
  });
});

describe('the acr that claims ask for', () => {
  const outcome = async (acr: unknown, more: Record<string, string> = {}) => {
    const asked = { ...asJson({ id_token: { acr } }), ...more };
    const answer = await browser.get(authorizePath(shop, { prompt: 'none', ...asked }));
    const { code, error } = redirectOf(answer).parameters;
    return error ?? (code ? 'allowed' : 'nothing');
  };

  it('is more than a wish where it is essential, for a client of profile interface too', async () => {
    await tokensOf(server, browser, { scope: 'openid' });
    expect(await outcome({ values: [TWO_FACTORS] })).toBe('allowed');
    expect(await outcome({ essential: true })).toBe('allowed');
    expect(await outcome({ essential: true, values: [TWO_FACTORS, PASSWORD] })).toBe('allowed');
    expect(await outcome({ essential: true, value: TWO_FACTORS })).toBe(UNMET);
    expect(await outcome({ essential: true, value: 'urn:unknown' })).toBe(UNMET);
    expect(await outcome({ value: 'urn:unknown' })).toBe('allowed');
    expect(await outcome({ essential: true, value: PASSWORD }, { acr_values: TWO_FACTORS })).toBe('allowed');
  });

  it('ends on the page with an error where the account can not reach it', async () => {
    const acr = { essential: true, value: TWO_FACTORS };
    const tab = await browser.begin(shop, asJson({ id_token: { acr } }));
    await tab.signIn(ANNA);
    expect(redirectOf(await tab.show()).parameters.error).toBe(UNMET);
  });
});

describe('claims that can not be read', () => {
  const CASES: readonly (readonly [claims: string, problem: string])[] = [
    ['name', 'claims must be a JSON object.'],
    ['[]', 'claims must be a JSON object.'],
    ['null', 'claims must be a JSON object.'],
    ['{"userinfo":{"name":null}', 'claims must be a JSON object.'],
    ['{"userinfo":null}', 'claims: userinfo must be an object.'],
    ['{"id_token":["name"]}', 'claims: id_token must be an object.'],
    ['{"id_token":{"name":true}}', 'claims: id_token: a claim is asked for by null or an object.'],
    ['{"userinfo":{"x":{"essential":"yes"}}}', 'claims: userinfo: essential must be true or false.'],
    ['{"id_token":{"acr":{"values":"a"}}}', 'claims: id_token: values must be a list that is not empty.'],
    ['{"id_token":{"acr":{"values":[]}}}', 'claims: id_token: values must be a list that is not empty.'],
    [
      '{"id_token":{"acr":{"value":"a","values":["a"]}}}',
      'claims: id_token: a claim takes value or values, not both.',
    ],
    ['{"id_token":{"acr":{"values":["a",7]}}}', 'claims: values of sub and acr must be strings.'],
    ['{"id_token":{"sub":{"value":7}}}', 'claims: values of sub and acr must be strings.'],
    ['{"id_token":{"sub":{"values":["7","8"]}}}', 'claims: sub takes one value.'],
    ['{"userinfo":{"sub":{"value":"7"}},"id_token":{"sub":{"value":"8"}}}', 'claims: sub takes one value.'],
    [`{"userinfo":{"${'x'.repeat(2048)}":null}}`, 'claims may have at most 2048 characters.'],
  ];

  it.each(CASES)('%.60s is refused at /authorize and at /par, which say why', async (claims, problem) => {
    const answer = await browser.get(authorizePath(shop, { scope: 'openid', claims }));
    const { error, error_description: description } = redirectOf(answer).parameters;
    expect([error, description]).toEqual(['invalid_request', problem]);
    const form = { response_type: 'code', redirect_uri: shop.redirectUri, scope: 'openid', claims };
    const { status, body } = await request(server, { path: '/par', form, headers: basic(shop) });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.error_description).toContain(problem.replace('may have at most', 'must have 1 to'));
  });

  it('neither are they without openid, nor for /userinfo where there is no access token', async () => {
    const refused = async (more: Record<string, string>) =>
      redirectOf(await browser.get(authorizePath(shop, more))).parameters.error_description;
    expect(await refused({ ...asJson({}), scope: 'account' })).toBe('claims needs the scope openid.');
    const alone = { response_type: 'id_token', response_mode: 'form_post', nonce: 'n-1' };
    const page = await browser.get(
      authorizePath(shop, { ...alone, ...asJson({ userinfo: { name: null } }) }),
    );
    expect(page.text).toContain('claims: userinfo needs an access token: ask for response_type=code.');
  });

  it('names of the prototype are claims that nobody knows', async () => {
    const claims = '{"__proto__":{"x":null},"userinfo":{"__proto__":null,"constructor":null,"toString":{}}}';
    expect(await toldBy(server, await tokensOf(server, browser, { scope: 'openid', claims }))).toEqual({});
  });

  it('pushed, they work as in the URL', async () => {
    const form = {
      response_type: 'code',
      redirect_uri: shop.redirectUri,
      ...asJson({ userinfo: { name: null } }),
    };
    const pushed = await request(server, { path: '/par', form, headers: basic(shop) });
    const { request_uri: uri } = pushed.body as unknown as { request_uri: string };
    const query = new URLSearchParams({ client_id: shop.id, request_uri: uri });
    const { headers } = await browser.get(`/authorize?${query.toString()}`);
    const path = (headers.location ?? '').replace(server.url, '');
    await browser.post(path.replace('/challenge', '/challenge/sign-in'), {
      identifier: ANNA.email,
      password: ANNA.password,
    });
    const account = /name="account" value="(\d+)"/.exec((await browser.get(path)).text)?.[1] ?? '';
    const answer = await browser.post(path.replace('/challenge', '/challenge/consent'), {
      account,
      decision: 'allow',
    });
    const { body } = await exchange(server, shop, redirectOf(answer).code);
    expect(await toldBy(server, body as unknown as OpenIdTokens)).toEqual({ name: 'Anna K.' });
  });
});
