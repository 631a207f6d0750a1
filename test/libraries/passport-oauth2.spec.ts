import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { openBrowser } from '../support/browser.js';
import { ExpressApp } from './express-app.js';
import { ANNA, APP, BEN, LibraryServer, SHOP } from './library-server.js';
import type { Person } from './user.js';

const WITH_SECRET = { clientID: SHOP.id, clientSecret: SHOP.secret };
const PKCE = { pkce: true, state: true };

describe('passport-oauth2 signs a user in to an Express app, in a real browser', () => {
  let server: LibraryServer;
  let browser: Browser | undefined;
  const apps: ExpressApp[] = [];
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    server = await LibraryServer.start();
    browser = await openBrowser(); // last: a remaining browser would keep the test run from ending
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    await Promise.all(apps.splice(0).map((app) => app.close()));
  });
  afterAll(async () => {
    await browser?.close();
    await server.close();
  });

  async function start(settings: Parameters<typeof ExpressApp.start>[1]): Promise<ExpressApp> {
    const app = await ExpressApp.start(server, settings);
    apps.push(app);
    return app;
  }

  /** Another person's browser, at the app's link "sign in". */
  async function open(app: ExpressApp): Promise<Page> {
    const context = await (browser as Browser).newContext();
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(`${app.url}/login`);
    return page;
  }

  async function signIn(page: Page, { email, password }: Person): Promise<void> {
    await page.fill('#identifier', email);
    await page.fill('#password', password);
    await page.click('form.card button[type=submit]');
  }

  /** Signs in, clicks Allow if asked, and waits for a page of the app. */
  async function allow(app: ExpressApp, page: Page): Promise<string | null> {
    await signIn(page, ANNA);
    const back = (url: URL): boolean => url.origin === app.url;
    const consent = page.locator('button[value=allow]');
    await Promise.race([consent.waitFor(), page.waitForURL(back)]);
    if (!back(new URL(page.url()))) await consent.click();
    await page.waitForURL(back);
    return page.textContent('h1');
  }

  async function connect(app: ExpressApp): Promise<Page> {
    const page = await open(app);
    expect(await allow(app, page)).toBe(`Hello ${ANNA.name}`);
    return page;
  }

  it.each([
    ['with PKCE and state', { ...WITH_SECRET, ...PKCE }],
    ['with state', { ...WITH_SECRET, state: true }],
    ['without either', WITH_SECRET],
    [
      'with PKCE and without a secret, which it sends as an empty one',
      { clientID: APP.id, clientSecret: '', ...PKCE },
    ],
  ])('%s the browser clicks through and lands on the app, which knows the name', async (_how, settings) => {
    const app = await start({ ...settings, scope: 'account' });
    const page = await connect(app);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.reload(); // signed in to the app itself
    expect(await page.textContent('h1')).toBe(`Hello ${ANNA.name}`);
  });

  it('works without a scope too', async () => {
    await connect(await start({ ...WITH_SECRET, ...PKCE }));
  });

  it('does not ask the user again the next time', async () => {
    const app = await start({ ...WITH_SECRET, ...PKCE });
    const page = await connect(app);
    await page.goto(`${app.url}/login`);
    expect(new URL(page.url()).origin).toBe(app.url);
    expect(app.users).toHaveLength(2);
  });

  it('with its tokens the app refreshes, and revokes the grant', async () => {
    const app = await start({ ...WITH_SECRET, ...PKCE });
    await connect(app);
    const [first] = app.users;
    const next = await app.strategy.refreshed(first.refreshToken);
    expect(next.accessToken).not.toBe(first.accessToken);
    expect(await server.nameFor(next.accessToken)).toBe(ANNA.name);
    const { clientID: client_id, clientSecret: client_secret } = WITH_SECRET;
    const body = new URLSearchParams({ token: next.refreshToken, client_id, client_secret });
    // The library cannot revoke: the app does it by itself.
    expect((await fetch(`${server.url}/revoke`, { method: 'POST', body })).status).toBe(200);
    expect(await server.nameFor(next.accessToken)).toBe(401);
    await expect(app.strategy.refreshed(next.refreshToken)).rejects.toThrow('invalid_grant');
  });

  it('a user who declines returns to the app, which gets the reason', async () => {
    const app = await start({ ...WITH_SECRET, ...PKCE });
    const page = await open(app);
    await signIn(page, BEN);
    await page.click('button[value=deny]');
    await page.waitForURL(`${app.url}/not-signed-in`);
    expect(await page.textContent('h1')).toBe('Not signed in. The user did not allow it.');
    await page.goto(app.url);
    expect(await page.textContent('h1')).toBe('Hello nobody');
  });

  it('a user who cancels the sign-in returns to the app too', async () => {
    const app = await start({ ...WITH_SECRET, ...PKCE });
    const page = await open(app);
    await page.click('form.quiet button');
    await page.waitForURL(`${app.url}/not-signed-in`);
  });

  it('with a wrong secret the app gets invalid_client, and nobody is signed in', async () => {
    const app = await start({ ...WITH_SECRET, ...PKCE, clientSecret: 'not-the-secret' });
    expect(await allow(app, await open(app))).toMatch(/^TokenError invalid_client /);
    expect(app.users).toEqual([]);
  });

  it('with a redirect_uri that is not registered the user stays at the server, with an explanation', async () => {
    const app = await start({ ...WITH_SECRET, ...PKCE, callbackURL: 'https://elsewhere.example/callback' });
    const page = await open(app);
    expect(new URL(page.url()).origin).toBe(server.url);
    expect(await page.textContent('main')).toContain('redirect_uri');
    expect(await page.locator('main form').count()).toBe(0);
  });

  it('with a used code the app gets invalid_grant, and its tokens end', async () => {
    const app = await start(WITH_SECRET);
    const page = await open(app);
    const answer = page.waitForRequest((request) => request.url().startsWith(`${app.url}/callback`));
    expect(await allow(app, page)).toBe(`Hello ${ANNA.name}`);
    await page.goto((await answer).url());
    expect(await page.textContent('h1')).toMatch(/^TokenError invalid_grant /);
    expect(app.users).toHaveLength(1);
    expect(await server.nameFor(app.users[0].accessToken)).toBe(401);
  });

  it('rejects a code under another state', async () => {
    const app = await start({ ...WITH_SECRET, ...PKCE });
    const page = await connect(app);
    await page.goto(`${app.url}/callback?code=a-code&state=another`);
    expect(page.url()).toBe(`${app.url}/not-signed-in`);
    expect(app.users).toHaveLength(1);
  });
});
