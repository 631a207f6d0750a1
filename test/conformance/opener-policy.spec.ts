import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Parser } from 'htmlparser2';
import {
  authorizePath,
  CookieBrowser,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../support/authorization.js';
import { comeFrom, configure, redirectUri } from '../support/elsewhere.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { request, type RawAnswer } from '../support/http.js';
import { exchangeBytes } from '../support/raw-http.js';
import { RealProvider } from '../support/real-provider.js';
import { pageRoutes, type Route } from '../support/routes.js';
import { protect } from '../support/second-step.js';
import type { TestServer } from '../support/start-app.js';

/** The pages of a sign-in or sign-out that an app may open in a pop-up, and the steps between them (D362). */
const KEEPS_OPENER = [
  ...['oauth2authorize', 'oauth2authorizepost', 'challenge', 'challengesignin', 'challengeconsent'],
  ...['signin', 'signinpost', 'signincode', 'signincodepost', 'signinprovider', 'signinprovidercallback'],
  ...['connection', 'connectionsignin', 'connectiondecision'],
  ...['accountconfirm', 'accountconfirmed', 'accountconfirmedfactor'],
  ...['forgotpassword', 'forgotpasswordpost', 'lostfactor', 'lostfactorpost'],
  ...['keepaccount', 'keepaccountpost', 'language'],
  ...['logout', 'logoutpost', 'signout', 'outcome'],
];
/** Pages for people who leave the sign-in: from there nobody returns to an app. */
const LEAVES = ['home', 'account'];

const POLICY = 'cross-origin-opener-policy';

let server: TestServer;
let provider: RealProvider;
let routes: Route[];
beforeAll(async () => {
  server = await startWithThirdParties({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
  provider = await RealProvider.start([redirectUri(server)]);
  await configure(server, provider.issuer);
  routes = pageRoutes(server);
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const policyOf = ({ operation }: Route) => (operation.keepsOpener ? 'unsafe-none' : 'same-origin');

describe('a page keeps its opener in a sign-in, and nowhere else (D362)', () => {
  it('these pages keep it', () => {
    const names = routes
      .filter(({ operation }) => operation.keepsOpener)
      .map(({ operation }) => operation.name);
    expect(names.sort()).toEqual([...KEEPS_OPENER].sort());
  });

  it('no page below /account or /admin keeps it', () => {
    for (const { path, operation } of routes.filter(({ path }) => /^\/(account|admin)(\/|$)/.test(path)))
      expect([path, operation.keepsOpener]).toEqual([path, false]);
  });

  it('every page and every other response of Express declares it, whatever the status', async () => {
    expect(routes.length).toBeGreaterThan(200);
    for (const route of routes) {
      const { method, path } = route;
      for (const Accept of ['text/html', 'application/json']) {
        const { headers } = await request(server, { method, path, headers: { Accept } });
        expect([method, path, headers[POLICY]]).toEqual([method, path, policyOf(route)]);
      }
    }
  });

  it('so do answers to unknown paths: a trailing slash, another method, a malformed request', async () => {
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const { path } = route;
      const slash = await request(server, { path: `${path}/?x=1` });
      const other = await request(server, { method: 'PROPFIND', path });
      for (const { status, headers } of path === '/' ? [other] : [slash, other])
        expect([path, status, headers[POLICY]]).toEqual([path, expect.any(Number), policyOf(route)]);
    }
    const twice = Buffer.from('GET /sign-in HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
    expect(await exchangeBytes(server, twice)).toMatch(
      /^HTTP\/1.1 400[^]*\r\nCross-Origin-Opener-Policy: unsafe-none\r\n/,
    );
    expect((await request(server, { path: '/nowhere' })).headers[POLICY]).toBe('same-origin');
  });

  it('pages that keep it can still not be framed', async () => {
    for (const { method, path } of routes.filter(({ operation }) => operation.keepsOpener)) {
      const { headers } = await request(server, { method, path, headers: { Accept: 'text/html' } });
      expect([path, headers['x-frame-options']]).toEqual([path, 'DENY']);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
  });

  it('each link, form and redirect of these pages leads to one of them, out of the sign-in, or to another site', async () => {
    const browser = new WatchedBrowser(server);
    await walk(browser);
    const reached = new Set<string>();
    for (const { from, step } of browser.seen.flatMap(stepsOf)) {
      const { operation } = routeOf(step.method, step.path);
      expect([from, step, operation.keepsOpener || LEAVES.includes(operation.name)]).toEqual([
        from,
        step,
        true,
      ]);
      reached.add(operation.name);
    }
    // The walk is complete: it saw the steps in between.
    expect([...reached]).toEqual(
      expect.arrayContaining([
        ...['challengesignin', 'challengeconsent', 'signincode', 'accountconfirm', 'accountconfirmed'],
        ...['signinprovider', 'connection', 'connectiondecision', 'forgotpassword', 'lostfactor', 'language'],
      ]),
    );
  });

  /** Opens every kind of page of a sign-in once. */
  async function walk(browser: WatchedBrowser): Promise<void> {
    const { shop } = THIRD_PARTIES;
    await browser.post('/authorize', { client_id: shop.id });
    await browser.get(authorizePath(shop, { client_id: 'nobody' }));
    await browser.get('/challenge?session_id=over');
    const tab = await browser.begin(shop);
    await tab.show();
    await tab.trySignIn({ ...ANNA, password: 'not it' });
    await browser.post('/language', { language: 'de', next: tab.path });
    await tab.signIn(ANNA);
    await tab.show();
    await browser.post('/language', { language: 'en', next: tab.path });
    await tab.allow();
    await browser.post('/sign-in', { identifier: ANNA.email, password: ANNA.password });
    server.clock.advance({ minutes: 20 });
    const later = await browser.begin(shop, { prompt: 'consent' });
    const { headers } = await later.show();
    await browser.get(headers.location ?? '');
    await browser.post(headers.location ?? '', { current: 'not it' });
    await browser.post(headers.location ?? '', { current: ANNA.password });
    await later.deny();
    await browser.get('/logout');
    await browser.post('/logout');
    await browser.post('/sign-out');
    await browser.get('/sign-in');
    await browser.get('/forgot-password');
    await browser.post('/forgot-password', { identifier: ANNA.email });
    const elsewhere = await comeFrom(provider, browser, 'anna');
    await browser.get(elsewhere.headers.location ?? '');
    await browser.post(`${elsewhere.headers.location}/sign-in`, {
      identifier: ANNA.email,
      password: ANNA.password,
    });
    await browser.get(elsewhere.headers.location ?? '');
    await protect(server, BEN.email);
    const second = await browser.begin(shop, { prompt: 'login' });
    await second.trySignIn(BEN);
    await browser.get('/sign-in/code');
    await browser.post('/sign-in/code', { code: '000000' });
    await browser.get('/lost-factor');
    await browser.get('/keep-account');
  }

  function stepsOf({ method, path, answer }: Seen): { from: string; step: Step }[] {
    if (!routeOf(method, path).operation.keepsOpener) return [];
    const { location } = answer.headers;
    const redirect = location?.startsWith('/') ? [{ method: 'GET', path: location }] : [];
    return [...redirect, ...stepsIn(answer.text, path)].map((step) => ({ from: `${method} ${path}`, step }));
  }

  function routeOf(method: string, target: string): Route {
    const path = target.split(/[?#]/, 1)[0];
    const found = routes.find(
      (route) =>
        route.method === method && new RegExp(`^${route.pattern.replace(/:\w+/g, '[^/]+')}$`).test(path),
    );
    if (!found) throw new Error(`${method} ${target} is no page`);
    return found;
  }
});

interface Step {
  readonly method: string;
  readonly path: string;
}

interface Seen extends Step {
  readonly answer: RawAnswer;
}

/** Records the answers. */
class WatchedBrowser extends CookieBrowser {
  readonly seen: Seen[] = [];

  override async get(...asked: Parameters<CookieBrowser['get']>): Promise<RawAnswer> {
    return this.note('GET', asked[0], await super.get(...asked));
  }

  override async post(...asked: Parameters<CookieBrowser['post']>): Promise<RawAnswer> {
    return this.note('POST', asked[0], await super.post(...asked));
  }

  private note(method: string, path: string, answer: RawAnswer): RawAnswer {
    this.seen.push({ method, path, answer });
    return answer;
  }
}

/** The links of a page to this server, in the same window. */
function stepsIn(html: string, at: string): Step[] {
  const steps: Step[] = [];
  const parser = new Parser({
    onopentag(name, { href, target, method = 'get', action = at }) {
      if (name === 'a' && href.startsWith('/') && target !== '_blank')
        steps.push({ method: 'GET', path: href });
      if (name === 'form') steps.push({ method: method.toUpperCase(), path: action });
    },
  });
  parser.end(html);
  return steps;
}
