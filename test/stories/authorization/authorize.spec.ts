import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authorizePath,
  challengeOf,
  CookieBrowser,
  pkceOf,
  redirectOf,
  startWithThirdParties,
  Tab,
  THIRD_PARTIES,
  VERIFIER,
  type Redirect,
} from '../../support/authorization.js';
import { count } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, garden, strict, pocket, backend } = THIRD_PARTIES;
const SHOP_REDIRECT = encodeURIComponent(shop.redirectUri);

describe('third party sends its user to GET /authorize (§3.3 B, §4.2, D57, D58, D60)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties();
  });
  afterAll(() => server.close());

  const get = (path: string, headers: Record<string, string> = {}) => request(server, { path, headers });
  /** The error that returns to the third party; nothing may have begun. */
  const refusal = async (path: string): Promise<Redirect> => {
    const before = await count(server, 'authorization_context');
    const answer = await get(path);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([302, undefined]);
    expect(await count(server, 'authorization_context')).toBe(before);
    return redirectOf(answer);
  };

  it('302 to the challenge address with the context in its session id, tied to the browser by a cookie (D58) [I3.3-03, I4.2-39, I5.3-03]', async () => {
    const { status, headers } = await get(authorizePath(shop), { 'Sec-Fetch-Mode': 'navigate' });
    expect([status, challengeOf(headers.location)]).toEqual([302, expect.any(String)]);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^hearth_browser_[\w-]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it("each request gets a session id of its own, all under the browser's one cookie (D72)", async () => {
    const browser = new CookieBrowser(server);
    const [one, two] = [await browser.begin(shop), await browser.begin(shop)];
    expect(one.path).not.toBe(two.path);
    expect([...browser.cookies.keys()]).toEqual([expect.stringMatching(/^hearth_browser/)]);
    expect([(await one.show()).status, (await two.show()).status]).toEqual([200, 200]);
  });

  describe('a client or address that is not registered gets a page and no redirect (D57) [I2.3-06, I2.3-07, I4.2-37, I4.2-38, I2.3-14]', () => {
    const good = `response_type=code&client_id=shop&redirect_uri=${SHOP_REDIRECT}`;
    it.each([
      ['no client_id', `response_type=code&redirect_uri=${SHOP_REDIRECT}`],
      ['an unknown client_id', `response_type=code&client_id=nobody&redirect_uri=${SHOP_REDIRECT}`],
      ['an empty client_id', `response_type=code&client_id=&redirect_uri=${SHOP_REDIRECT}`],
      ['a repeated client_id', `${good}&client_id=shop`],
      ['a client_id with NUL', `response_type=code&client_id=sh%00op&redirect_uri=${SHOP_REDIRECT}`],
      ['no redirect_uri', 'response_type=code&client_id=shop'],
      ['an empty redirect_uri', 'response_type=code&client_id=shop&redirect_uri='],
      ['a repeated redirect_uri', `${good}&redirect_uri=${SHOP_REDIRECT}`],
      ["another client's redirect_uri", `${authorizePath(garden, { client_id: 'shop' }).slice(11)}`],
      ['http for https', authorizePath(shop, { redirect_uri: 'http://shop.example/callback' }).slice(11)],
      [
        'the origin as a prefix of another',
        authorizePath(shop, { redirect_uri: 'https://shop.example.evil.test/callback' }).slice(11),
      ],
      [
        'userinfo',
        authorizePath(shop, { redirect_uri: 'https://shop.example@evil.test/callback' }).slice(11),
      ],
      ['a fragment', authorizePath(shop, { redirect_uri: `${shop.redirectUri}#x` }).slice(11)],
      ['a dot segment', authorizePath(shop, { redirect_uri: `${shop.redirectUri}/../x` }).slice(11)],
      [
        'an unregistered query (D56)',
        authorizePath(garden, { redirect_uri: 'https://garden.example/cb' }).slice(11),
      ],
      [
        'a path below, from a strict client (D68)',
        authorizePath(strict, { redirect_uri: `${strict.redirectUri}/x`, ...pkceOf() }).slice(11),
      ],
      ['nothing at all', ''],
    ])('%s', async (_what, query) => {
      const before = await count(server, 'authorization_context');
      const answer = await get(`/authorize?${query}`);
      expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.text).toContain('This application cannot sign you in');
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(await count(server, 'authorization_context')).toBe(before);
    });

    it('a client whose ruleset does not allow it learns that only at its own address', async () => {
      const answer = await get(authorizePath(backend, { redirect_uri: 'https://elsewhere.example/cb' }));
      expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
      expect(answer.text).toContain('redirect_uri does not belong to a RedirectUrl');
    });

    it('the page is in the language of the browser', async () => {
      const { text } = await get('/authorize', { 'Accept-Language': 'fr' });
      expect(text).toContain('<html lang="fr">');
    });

    it('a path below the registered one is valid for an interface client (D56) [I2.3-06]', async () => {
      const redirect_uri = `${shop.redirectUri}/deep?x=1`;
      const refused = await refusal(authorizePath(shop, { redirect_uri, prompt: 'none' }));
      expect(refused.location.startsWith(`${redirect_uri}&error=login_required`)).toBe(true);
    });
  });

  describe('every other error returns with error, state and iss (D57, RFC 9207) [I4.2-35, I4.2-41, I4.2-42]', () => {
    const repeated = (name: string) => `${authorizePath(shop, { scope: 'account' })}&${name}=x`;
    it.each([
      ['no response_type', 'invalid_request', authorizePath(shop, { response_type: undefined })],
      ['an empty response_type', 'invalid_request', authorizePath(shop, { response_type: '' })],
      ['response_type=token', 'unsupported_response_type', authorizePath(shop, { response_type: 'token' })],
      ['response_type=Code', 'unsupported_response_type', authorizePath(shop, { response_type: 'Code' })],
      [
        'response_type=code token',
        'unsupported_response_type',
        authorizePath(shop, { response_type: 'code token' }),
      ],
      ['a repeated response_type', 'invalid_request', repeated('response_type')],
      ['a repeated scope', 'invalid_request', repeated('scope')],
      ['an over-long login_hint', 'invalid_request', authorizePath(shop, { login_hint: 'x'.repeat(2049) })],
      ['an unknown scope', 'invalid_scope', authorizePath(shop, { scope: 'account everything' })],
      ['a scope that JavaScript knows', 'invalid_scope', authorizePath(shop, { scope: 'constructor' })],
      ['a ruleset without oauth2authorize', 'unauthorized_client', authorizePath(backend)],
      [
        'the same, whatever else is wrong: the client is judged first (D182)',
        'unauthorized_client',
        authorizePath(backend, { response_type: undefined, scope: 'everything' }),
      ],
      [
        'PKCE plain (D60)',
        'invalid_request',
        authorizePath(shop, { code_challenge: VERIFIER, code_challenge_method: 'plain' }),
      ],
      [
        'PKCE without a method, which would mean plain (D60)',
        'invalid_request',
        authorizePath(shop, { ...pkceOf(), code_challenge_method: undefined }),
      ],
      [
        'a malformed challenge',
        'invalid_request',
        authorizePath(shop, { ...pkceOf(), code_challenge: 'short' }),
      ],
      [
        'a challenge in base64, not base64url',
        'invalid_request',
        authorizePath(shop, { ...pkceOf(), code_challenge: `${'a'.repeat(41)}+/` }),
      ],
      [
        'a method without a challenge',
        'invalid_request',
        authorizePath(shop, { code_challenge_method: 'S256' }),
      ],
      ['a strict client without PKCE (D60, D68)', 'invalid_request', authorizePath(strict)],
      ['a public client without secret or PKCE (D60)', 'invalid_request', authorizePath(pocket)],
      ['an unknown prompt', 'invalid_request', authorizePath(shop, { prompt: 'create' })],
      ['prompt=none with another', 'invalid_request', authorizePath(shop, { prompt: 'none login' })],
      ['prompt=none, not signed in', 'login_required', authorizePath(shop, { prompt: 'none' })],
    ])('%s: %s', async (_what, error, path) => {
      const { parameters } = await refusal(path);
      expect(parameters).toMatchObject({ error, state: 'st', iss: server.url });
      expect(parameters.code).toBeUndefined();
    });

    it('a state of 2,049 characters is an error, which returns it: the client knows its request (D353)', async () => {
      const { parameters } = await refusal(authorizePath(shop, { state: 's'.repeat(2049) }));
      const description = 'state may have at most 2048 characters.';
      expect(parameters).toMatchObject({ error: 'invalid_request', error_description: description });
      expect(parameters.state).toBe('s'.repeat(2049));
    });

    it('a state that appears twice or is too long to return is an error without a state', async () => {
      for (const path of [
        `${authorizePath(shop)}&state=b`,
        authorizePath(shop, { state: 's'.repeat(12_289) }),
        authorizePath(shop, { state: 'a\0b' }),
      ]) {
        const { parameters } = await refusal(path);
        expect(parameters).toMatchObject({ error: 'invalid_request', iss: server.url });
        expect(parameters.state).toBeUndefined();
      }
    });

    it.each([undefined, ''])('an answer to the state %j has none (RFC 6749 §3.1)', async (state) => {
      const { parameters } = await refusal(authorizePath(shop, { state, prompt: 'none' }));
      expect(Object.keys(parameters).sort()).toEqual(['error', 'iss']);
      const { location } = await new CookieBrowser(server).connect(ANNA, shop, { state });
      expect([...new URL(location).searchParams.keys()].sort()).toEqual(['code', 'iss']);
    });

    it('a redirect_uri with a query keeps it, byte for byte (RFC 6749 §3.1.2)', async () => {
      const { location } = await refusal(authorizePath(garden, { prompt: 'none' }));
      expect(location).toMatch(/^https:\/\/garden\.example\/cb\?of=1&error=login_required&/);
    });

    it('ignores an unknown parameter, however long (RFC 6749 §3.1)', async () => {
      const { headers } = await get(authorizePath(shop, { claims_locales: 'x'.repeat(3000) }));
      expect(challengeOf(headers.location)).not.toBeNull();
    });
  });

  it.each([
    ['bytes that are not UTF-8', '%FF%fe%80'],
    ['what stands for line ends, NUL aside', '%0D%0ASet-Cookie:%20a=b%0d%0a%7F'],
    ['what stands for the end of a parameter', 'a%26code%3Devil%23x'],
    ['either space', 'a+b%20c'],
    ['percent signs that stand for nothing', '100%zz%'],
    ['what needs no encoding, encoded', '%61%2D'],
    ['what most would encode', `"'<>[]{}|^\`\\/?:@=,;`],
  ])('state returns byte for byte (§4.2, D108): %s', async (_what, raw) => {
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    const path = authorizePath(shop, { state: undefined, prompt: 'consent' });
    const form = `${path.slice('/authorize?'.length)}&st%61te=${raw}`;
    const posted = await request(server, { path: '/authorize', body: form });
    expect(posted.status).toBe(303);
    for (const asked of [`/authorize?${form}`, posted.headers.location as string]) {
      const { location: challenge } = (await browser.get(asked)).headers;
      const { location, code } = await new Tab(browser, challenge as string).allow();
      expect(code).toMatch(/^[\w-]{43}$/);
      const failed = await browser.get(asked.replace('prompt=consent', 'prompt=unknown'));
      for (const answer of [location, failed.headers.location as string])
        expect(/[?&]state=([^&]*)/.exec(answer)?.[1]).toBe(raw);
      expect(failed.headers['set-cookie']).toBeUndefined();
    }
  });

  it.each([
    ['spaces and plus', 'a b+c  d'],
    ['what a query is made of', 'a&code=evil&state=x=y?#;/'],
    ['percent signs', '100% %20 %2B %zz %'],
    ['unicode', 'Grüße 家族 👨‍👩‍👧 \u202e'],
    ['quotes and markup', `"'<script>\\\`{}|^`],
    ['line ends', 'a\r\nSet-Cookie: b=c\r\n\r\n'],
    ['JSON', '{"a":["b",1]}'],
    ['the longest', 'ä'.repeat(341)],
  ])('state returns unchanged, in errors and with the code (§4.2): %s [I4.2-36]', async (_what, state) => {
    const browser = new CookieBrowser(server);
    const failed = await refusal(authorizePath(shop, { state, prompt: 'none' }));
    const { location, code } = await browser.connect(ANNA, shop, { state });
    expect(code).toMatch(/^[\w-]{43}$/);
    for (const answer of [failed.location, location]) {
      expect(new URL(answer).searchParams.getAll('state')).toEqual([state]);
    }
  });

  it.each(['state', 'login_hint', 'ui_locales'])(
    '%s with NUL is refused or kept, never a 5xx',
    async (name) => {
      const { status } = await get(authorizePath(shop, { [name]: 'a\0b' }));
      expect(status).toBe(302);
    },
  );

  describe('POST /authorize redirects to GET', () => {
    it('303 to the GET with all parameters unchanged', async () => {
      const form = {
        client_id: 'shop',
        state: 'a b&c=%+ü',
        redirect_uri: shop.redirectUri,
        response_type: 'code',
      };
      const answer = await request(server, { path: '/authorize', form });
      expect([answer.status, answer.headers['set-cookie']]).toEqual([303, undefined]);
      const { pathname, search, searchParams } = new URL(answer.headers.location as string, server.url);
      expect([pathname, Object.fromEntries(searchParams)]).toEqual(['/authorize', form]);
      expect(challengeOf((await get(pathname + search)).headers.location)).not.toBeNull();
    });

    it('from the page of another site too, as a third party may do', async () => {
      const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://shop.example' };
      const form = { client_id: 'shop', redirect_uri: shop.redirectUri, response_type: 'code' };
      expect((await request(server, { path: '/authorize', form, headers })).status).toBe(303);
    });

    it('an empty form leads to the page that says so', async () => {
      const { status, headers } = await request(server, { path: '/authorize', form: {} });
      expect(status).toBe(303);
      expect((await get(headers.location as string)).status).toBe(400);
    });
  });
});
