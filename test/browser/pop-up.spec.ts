import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { configure, redirectUri } from '../support/elsewhere.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { RealProvider } from '../support/real-provider.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const LIBRARY = readFileSync(
  createRequire(import.meta.url)
    .resolve('oidc-client-ts')
    .replace(/dist\/.*/, 'dist/browser/oidc-client-ts.min.js'),
);
const CLIENT = 'orchard-page';
const NATIVE = 'pocket-app';
/** RFC 8252 §7.1, as AppAuth's documentation has it. */
const OWN_SCHEME = 'com.example.app:/oauth2redirect';

/** The page of an application, and of its two callbacks, which run in the pop-up. */
const pageOf = (authority: string): string => `<!doctype html><title>Orchard</title><h1>Orchard</h1>
<button id="in">Sign in</button><button id="out">Sign out</button><button id="raw">Open</button><pre></pre>
<script src="/oidc-client-ts.js"></script>
<script type="module">
  const users = new oidc.UserManager({
    authority: '${authority}',
    client_id: '${CLIENT}',
    redirect_uri: location.origin + '/callback',
    popup_redirect_uri: location.origin + '/callback',
    popup_post_logout_redirect_uri: location.origin + '/signed-out',
    scope: 'openid account',
    automaticSilentRenew: false,
  });
  const say = (found) => (document.querySelector('pre').textContent = JSON.stringify(found));
  const tell = (asked) => asked.then(say, ({ name, message }) => say({ name, message }));
  document.querySelector('#in').onclick = () =>
    tell(users.signinPopup({ ui_locales: 'en' }).then(({ profile: { sub } }) => ({ sub })));
  document.querySelector('#out').onclick = () => tell(users.signoutPopup().then(() => 'signed out'));
  document.querySelector('#raw').onclick = () => {
    const popup = window.open(location.hash.slice(1));
    setInterval(() => say({ closed: popup.closed }), 50);
  };
  if (location.pathname === '/callback') await users.signinPopupCallback();
  if (location.pathname === '/signed-out') await users.signoutPopupCallback();
</script>`;

test.describe('app signs its user in with a pop-up, at another origin (D362)', () => {
  let server: TestServer;
  let provider: RealProvider;
  let site: Server;
  let origin: string;
  test.beforeAll(async () => {
    site = createServer(({ url }, response) => {
      const isLibrary = url === '/oidc-client-ts.js';
      response.setHeader('Content-Type', isLibrary ? 'text/javascript' : 'text/html');
      response.end(isLibrary ? LIBRARY : pageOf(server.url));
    });
    await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    server = await startApp({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
    server.clock.go(); // the library compares an id_token with the clock of the browser
    provider = await RealProvider.start([redirectUri(server)]);
    await configure(server, provider.issuer);
    await server.get(Bootstrap).apply({
      clients: [
        client(CLIENT, 'strict', [`${origin}/callback`, `${origin}/signed-out`]),
        client(NATIVE, 'interface', [OWN_SCHEME]),
      ],
    });
  });
  test.afterAll(async () => {
    await server.close();
    await provider.close();
    site.close();
  });

  const client = (clientId: string, profile: 'strict' | 'interface', redirectUrls: string[]) => ({
    clientId,
    name: 'Orchard',
    ruleset: 'WEB',
    clientType: 'public' as const,
    profile,
    redirectUrls,
    isPrivileged: false,
  });

  async function open(path = ''): Promise<Page> {
    const { page } = await WatchedPage.open(browser, { locale: 'en' });
    await page.goto(origin + path);
    return page;
  }

  /** The pop-up that a button of the page opens. */
  async function popUpBy(page: Page, button: string): Promise<Page> {
    const opened = page.waitForEvent('popup');
    await page.click(button);
    return opened;
  }

  /** The library has another method too; others do not. */
  async function keepsOpener(popUp: Page): Promise<void> {
    expect(await popUp.evaluate('window.opener !== null')).toBe(true);
  }

  const said = (page: Page) => page.locator('pre');

  test('gets the user by signinPopup, and signs the user out by signoutPopup', async () => {
    const page = await open();
    const popUp = await popUpBy(page, '#in');
    await submitSignIn(popUp, ANNA);
    await expect(popUp.locator('button[value=allow]')).toBeVisible();
    await keepsOpener(popUp);
    expect(await popUp.evaluate('window.opener.location.href').catch(String)).toContain('cross-origin');
    const closed = popUp.waitForEvent('close');
    await popUp.click('button[value=allow]');
    await expect(said(page)).toHaveText('{"sub":"1"}');
    await closed;

    const leaving = await popUpBy(page, '#out');
    await leaving.click('form.card button[type=submit], main button[type=submit]');
    await expect(said(page)).toHaveText('"signed out"');
  });

  async function signInThere(page: Page): Promise<void> {
    await page.click('text=Portal');
    await page.waitForURL(`${provider.issuer}/**`);
    await page.fill('input[name=login]', 'ben');
    await page.fill('input[name=password]', 'x');
    await page.click('button[type=submit]');
    await page.waitForURL(`${server.url}/**`);
  }

  test('works after a change of language, a visit to "forgot password", a wrong password, and a provider', async () => {
    const page = await open();
    await page.goto(`${server.url}/sign-in`);
    await signInThere(page);
    await submitSignIn(page, BEN);
    await page.click('button[value=connect]');
    await expect(page.locator('h1')).toHaveText('Connected');
    await page.context().clearCookies();
    await page.goto(origin);

    const popUp = await popUpBy(page, '#in');
    await popUp.click('a[href^="/forgot-password"]');
    await popUp.fill('#identifier', BEN.email);
    await popUp.click('form.card button[type=submit]');
    await expect(popUp.locator('main:not(:has(form))')).toBeVisible();
    await popUp.goBack();
    await popUp.goBack();
    await popUp.click('form.languages button[value=de]');
    await expect(popUp.locator('html')).toHaveAttribute('lang', 'de');
    await submitSignIn(popUp, { ...BEN, password: 'not it at all' });
    await expect(popUp.getByRole('alert')).toBeVisible();
    await signInThere(popUp);
    await expect(popUp.locator('button[value=allow]')).toBeVisible();
    await keepsOpener(popUp);
    await popUp.click('button[value=allow]');
    await expect(said(page)).toHaveText('{"sub":"2"}');
  });

  test('learns at once that the user cancelled', async () => {
    const page = await open();
    const popUp = await popUpBy(page, '#in');
    await expect(popUp.locator('form.quiet button')).toBeVisible();
    await keepsOpener(popUp);
    await popUp.click('form.quiet button');
    await expect(said(page)).toContainText('The user did not allow it.');
  });

  for (const path of ['/account', '/admin', '/'])
    test(`loses access to a pop-up that shows ${path}`, async () => {
      const page = await open(`/#${server.url}/sign-in`);
      const popUp = await popUpBy(page, '#raw');
      await expect(said(page)).toHaveText('{"closed":false}');
      expect(await popUp.evaluate('window.opener !== null')).toBe(true);
      if (path === '/account') await submitSignIn(popUp, ANNA);
      else await popUp.goto(server.url + path);
      await expect(said(page)).toHaveText('{"closed":true}');
    });

  test('an app gets code, state and iss at its own scheme: the browser lets the form submit there', async () => {
    const { page, problems } = await WatchedPage.open(browser, { locale: 'en' });
    const asked = { response_type: 'code', client_id: NATIVE, redirect_uri: OWN_SCHEME, state: 'of an app' };
    const proof = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
    await page.goto(`${server.url}/authorize?${new URLSearchParams({ ...asked, ...proof }).toString()}`);
    await submitSignIn(page, ANNA);
    // No app is installed that the browser could open.
    const left = page.waitForEvent('requestfailed', (request) =>
      request.url().startsWith('com.example.app:'),
    );
    await page.click('button[value=allow]');
    const [address, query] = (await left).url().split('?');
    expect(address).toBe(OWN_SCHEME);
    const answer = new URLSearchParams(query);
    expect([answer.get('state'), answer.get('iss')]).toEqual(['of an app', server.url]);
    expect(answer.get('code')).toMatch(/^[\w-]{43}$/);
    expect(problems).toEqual([]);
  });
});
