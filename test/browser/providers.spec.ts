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

  it('is configured in the console, after a slip', async () => {
    const { email, password } = await newAdmin(server);
    const watched = await WatchedPage.open(browser, { locale: 'en' });
    const { page } = watched;
    await page.goto(`${server.url}/admin/providers`);
    await page.fill('#identifier', email);
    await page.fill('#password', password);
    await page.click('form.card button[type=submit]');
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
