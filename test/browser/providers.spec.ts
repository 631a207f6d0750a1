import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { newAdmin } from '../support/admin-api.js';
import { openBrowser } from '../support/browser.js';
import { configure, redirectUri } from '../support/elsewhere.js';
import { ANNA } from '../support/fixtures.js';
import { invited } from '../support/invitations.js';
import { RealProvider } from '../support/real-provider.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

describe('signing in elsewhere in a real browser, at a real provider (D257)', () => {
  let server: TestServer;
  let browser: Browser;
  let provider: RealProvider;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startApp({ JWKS_INSIDE_NETWORKS: '127.0.0.1' }), openBrowser()]);
    provider = await RealProvider.start([redirectUri(server)]);
    await configure(server, provider.issuer);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await provider.close();
  });

  /** The font of the provider's page is somewhere on the internet. */
  const watch = async (): Promise<WatchedPage> => {
    const watched = await WatchedPage.open(browser, { locale: 'en' });
    await watched.page.route('**://fonts.googleapis.com/**', (route) =>
      route.fulfill({ body: '', contentType: 'text/css' }),
    );
    return watched;
  };

  async function signInThere(page: Page, user: string): Promise<void> {
    await page.waitForURL(`${provider.issuer}/**`);
    await page.fill('input[name=login]', user);
    await page.fill('input[name=password]', 'x');
    await page.click('button[type=submit]');
    await page.waitForURL(`${server.url}/**`);
  }

  it('is connected after the own sign-in, by keyboard alone; then it signs in, and is disconnected again', async () => {
    const watched = await watch();
    const { page } = watched;
    await page.goto(`${server.url}/sign-in`);
    expect(await watched.flaws('sign-in-elsewhere')).toEqual([]);
    await page.focus('text=Continue with Portal');
    await page.keyboard.press('Enter');
    await signInThere(page, 'anna');
    expect(await page.textContent('.lead')).toContain('Sign in with your own password first');
    expect(await watched.flaws('connection-sign-in')).toEqual([]);
    await page.fill('#identifier', ANNA.email);
    await page.fill('#password', ANNA.password);
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=Connect your Portal account?');
    expect(await watched.flaws('connection')).toEqual([]);
    await page.click('button[value=connect]');
    expect(await page.textContent('h1')).toBe('Connected');
    expect(await watched.flaws('connection-done')).toEqual([]);

    await page.context().clearCookies();
    await page.goto(`${server.url}/sign-in?next=/account/sign-in`);
    await page.click('text=Continue with Portal');
    await signInThere(page, 'anna');
    expect(await page.textContent('#connections')).toContain('Portal connected');
    expect(await watched.flaws('account-connections')).toEqual([]);

    server.clock.advance({ minutes: 6 });
    for (const section of ['families/1', 'device-passwords', 'sign-in']) {
      await page.goto(`${server.url}/account/${section}`);
      expect(await watched.flaws(`account-confirm-first-${section.split('/')[0]}`)).toEqual([]);
    }
    await page.click('#identifiers summary');
    await page.click('#identifiers a[href^="/confirm"]');
    await page.waitForURL('**/confirm?next=*');
    expect(await watched.flaws('confirm-elsewhere')).toEqual([]);
    await page.click('text=Continue with Portal');
    await signInThere(page, 'anna');
    expect(new URL(page.url()).pathname).toBe('/account/sign-in');
    await page.click('text=Disconnect');
    expect(await watched.flaws('account-disconnect')).toEqual([]);
    await page.click('form.card button[type=submit]');
    expect(await page.textContent('#connections a')).toBe('Connect');
    await watched.close();
  });

  it('accepts an invitation, and says what went wrong', async () => {
    const watched = await watch();
    const { page } = watched;
    await page.goto(`${server.url}${(await invited(server)).path}`);
    expect(await watched.flaws('invitation-elsewhere')).toEqual([]);
    await page.click('text=Continue with Portal');
    await signInThere(page, 'mia');
    expect(new URL(page.url()).pathname).toBe('/welcome');
    server.clock.advance({ minutes: 6 });
    await page.goto(`${server.url}/confirm?next=%2Faccount%2Fdata`);
    expect(await watched.flaws('confirm-without-password')).toEqual([]);

    await page.context().clearCookies();
    await page.goto(`${server.url}/sign-in`);
    await page.click('text=Continue with Portal');
    await page.click('a[href$="/abort"]');
    await page.waitForURL(`${server.url}/**`);
    expect(await page.textContent('h1')).toBe('Not signed in');
    expect(await watched.flaws('provider-cancelled')).toEqual([]);
    await page.reload();
    expect(await page.textContent('h1')).toBe('Please start again');
    await page.click('text=Go on');
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await watched.close();
  });

  async function administer(watched: WatchedPage, path: string): Promise<Page> {
    const { email, password } = await newAdmin(server);
    const { page } = watched;
    await page.goto(`${server.url}${path}`);
    await page.fill('#identifier', email);
    await page.fill('#password', password);
    await page.click('form.card button[type=submit]');
    return page;
  }

  it('is tried from the console, by keyboard alone: what came back, or why nothing did', async () => {
    const watched = await watch();
    const page = await administer(watched, '/admin/providers/portal');
    await page.focus('text=Try this provider');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=Sign in at Portal');
    expect(await watched.flaws('admin-provider-try')).toEqual([]);
    await page.focus('text=Sign in at Portal');
    await page.keyboard.press('Enter');
    await signInThere(page, 'anna');
    await page.waitForURL('**/admin/providers/portal/try/*');
    expect(await page.textContent('main')).toContain(provider.issuer);
    expect(await watched.flaws('admin-provider-tried')).toEqual([]);
    await page.reload();
    expect(await page.textContent('h1')).toBe('Back from Portal');
    await page.context().clearCookies({ name: /^_(session|interaction)/ }); // those of the provider
    await page.click('text=Try again');
    await page.click('text=Sign in at Portal');
    await page.click('a[href$="/abort"]');
    await page.waitForURL('**/admin/providers/portal/try/*');
    expect(await page.textContent('[role=alert]')).toContain('It answered the error access_denied');
    expect(await watched.flaws('admin-provider-tried-refused')).toEqual([]);
    expect(watched.problems).toEqual([]);
    await watched.close();
  }, 60_000);

  it('is configured in the console, after a slip', async () => {
    const watched = await WatchedPage.open(browser, { locale: 'en' });
    const page = await administer(watched, '/admin/providers');
    expect(await watched.flaws('admin-providers')).toEqual([]);
    await page.click('text=New provider');
    await page.fill('#id', 'school');
    await page.fill('#name', 'School');
    await page.fill('#issuer', 'http://school.example');
    await page.fill('#clientId', 'hearth');
    await page.click('text=Create provider');
    expect(await page.textContent('#issuer-error')).toContain('must be an https URL');
    expect(await watched.flaws('admin-provider-new')).toEqual([]);
    await page.fill('#issuer', 'https://school.example');
    await page.fill('#clientSecret', 'of the school');
    await page.click('text=Create provider');
    expect(await page.textContent('[role=status]')).toContain('Register its redirect URI');
    expect(await page.textContent('main')).toContain(redirectUri(server, 'school'));
    expect(await watched.flaws('admin-provider')).toEqual([]);
    await page.click('text=Try this provider');
    expect(await page.textContent('[role=alert]')).toContain('People can’t sign in there');
    expect(await watched.flaws('admin-provider-try-failed')).toEqual([]);
    await page.click('text=Back to the provider');
    await page.click('text=Stop offering it');
    expect(await page.textContent('[role=status]')).toContain('No longer offered');
    await page.click('text=Delete provider');
    expect(await watched.flaws('admin-provider-delete')).toEqual([]);
    await page.fill('#typed', 'school');
    await page.click('button:has-text("Delete provider")');
    expect(await page.textContent('[role=status]')).toContain('Deleted');
    expect(watched.problems).toEqual([]);
    await watched.close();
  });
});
