import type { Page } from '@playwright/test';
import { newAdmin } from '../support/admin-api.js';
import { configure, redirectUri } from '../support/elsewhere.js';
import { ANNA } from '../support/fixtures.js';
import { invited } from '../support/invitations.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { RealProvider } from '../support/real-provider.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

test.describe('signing in with another provider in a real browser, at a real provider (D257)', () => {
  let server: TestServer;
  let provider: RealProvider;
  test.beforeAll(async () => {
    server = await startApp({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
    provider = await RealProvider.start([redirectUri(server)]);
    await configure(server, provider.issuer);
  });
  test.afterAll(async () => {
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

  test('connects a provider after the own sign-in, by keyboard only, signs in with it, and disconnects it', async () => {
    const watched = await watch();
    const { page } = watched;
    await page.goto(`${server.url}/sign-in`);
    expect(await watched.flaws('sign-in-elsewhere')).toEqual([]);
    await page.focus('text=Continue with Portal');
    await page.keyboard.press('Enter');
    await signInThere(page, 'anna');
    await expect(page.locator('.lead')).toContainText('Sign in with your own password first');
    expect(await watched.flaws('connection-sign-in')).toEqual([]);
    await page.fill('#identifier', ANNA.email);
    await page.fill('#password', ANNA.password);
    await page.keyboard.press('Enter');
    await expect(page.locator('text=Connect your Portal account?')).toBeVisible();
    expect(await watched.flaws('connection')).toEqual([]);
    await page.click('button[value=connect]');
    await expect(page.locator('h1')).toHaveText('Connected');
    expect(await watched.flaws('connection-done')).toEqual([]);

    await page.context().clearCookies();
    await page.goto(`${server.url}/sign-in?next=/account/sign-in`);
    await page.click('text=Continue with Portal');
    await signInThere(page, 'anna');
    await expect(page.locator('#connections')).toContainText('Portal connected');
    expect(await watched.flaws('account-connections')).toEqual([]);

    server.clock.advance({ minutes: 6 });
    for (const section of ['families/1', 'device-passwords', 'sign-in']) {
      await page.goto(`${server.url}/account/${section}`);
      expect(await watched.flaws(`account-confirm-first-${section.split('/')[0]}`)).toEqual([]);
    }
    await page.click('#identifiers summary');
    await page.click('#identifiers a[href^="/confirm"]');
    await expect(page.locator('text=Continue with Portal')).toHaveCount(0); // a password is her own
    await page.fill('#current', ANNA.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(({ pathname }) => pathname === '/account/sign-in');
    await page.click('text=Disconnect');
    expect(await watched.flaws('account-disconnect')).toEqual([]);
    await page.click('form.card button[type=submit]');
    await expect(page.locator('#connections a')).toHaveText('Connect');
  });

  test('accepts an invitation, and explains what went wrong', async () => {
    const watched = await watch();
    const { page } = watched;
    await page.goto(`${server.url}${(await invited(server)).path}`);
    expect(await watched.flaws('invitation-elsewhere')).toEqual([]);
    await page.click('text=Continue with Portal');
    await signInThere(page, 'mia');
    await expect(page).toHaveURL(({ pathname }) => pathname === '/welcome');
    server.clock.advance({ minutes: 6 });
    await page.goto(`${server.url}/confirm?next=%2Faccount%2Fdata`);
    expect(await watched.flaws('confirm-without-password')).toEqual([]);

    await page.context().clearCookies();
    await page.goto(`${server.url}/sign-in`);
    await page.click('text=Continue with Portal');
    await page.click('a[href$="/abort"]');
    await page.waitForURL(`${server.url}/**`);
    await expect(page.locator('h1')).toHaveText('Not signed in');
    expect(await watched.flaws('provider-cancelled')).toEqual([]);
    await page.reload();
    await expect(page.locator('h1')).toHaveText('Please start again');
    await page.click('text=Go on');
    await expect(page).toHaveURL(({ pathname }) => pathname === '/sign-in');
  });

  async function administer(watched: WatchedPage, path: string): Promise<Page> {
    const { email, password } = await newAdmin(server);
    const { page } = watched;
    await page.goto(`${server.url}${path}`);
    await submitSignIn(page, { email, password });
    return page;
  }

  test('tries a provider from the console, by keyboard only: shows the response, or why it failed', async () => {
    const watched = await watch();
    const page = await administer(watched, '/admin/providers/portal');
    await page.focus('text=Try this provider');
    await page.keyboard.press('Enter');
    await expect(page.locator('text=Sign in at Portal')).toBeVisible();
    expect(await watched.flaws('admin-provider-try')).toEqual([]);
    await page.focus('text=Sign in at Portal');
    await page.keyboard.press('Enter');
    await signInThere(page, 'anna');
    await page.waitForURL('**/admin/providers/portal/try/*');
    await expect(page.locator('main')).toContainText(provider.issuer);
    expect(await watched.flaws('admin-provider-tried')).toEqual([]);
    await page.reload();
    await expect(page.locator('h1')).toHaveText('Back from Portal');
    await page.context().clearCookies({ name: /^_(session|interaction)/ }); // those of the provider
    await page.click('text=Try again');
    await page.click('text=Sign in at Portal');
    await page.click('a[href$="/abort"]');
    await page.waitForURL('**/admin/providers/portal/try/*');
    await expect(page.locator('[role=alert]')).toContainText('It answered the error access_denied');
    expect(await watched.flaws('admin-provider-tried-refused')).toEqual([]);
    expect(watched.problems).toEqual([]);
  });

  test('configures a provider in the console, after a mistake', async () => {
    const watched = await WatchedPage.open(browser, { locale: 'en' });
    const page = await administer(watched, '/admin/providers');
    expect(await watched.flaws('admin-providers')).toEqual([]);
    await page.click('text=New provider');
    await page.fill('#id', 'school');
    await page.fill('#name', 'School');
    await page.fill('#issuer', 'http://school.example');
    await page.fill('#clientId', 'hearth');
    await page.click('text=Create provider');
    await expect(page.locator('#issuer-error')).toContainText('must be an https URL');
    expect(await watched.flaws('admin-provider-new')).toEqual([]);
    await page.fill('#issuer', 'https://school.example');
    await page.fill('#clientSecret', 'of the school');
    await page.click('text=Create provider');
    await expect(page.locator('[role=status]')).toContainText('Register its redirect URI');
    await expect(page.locator('main')).toContainText(redirectUri(server, 'school'));
    expect(await watched.flaws('admin-provider')).toEqual([]);
    await page.click('text=Try this provider');
    await expect(page.locator('[role=alert]')).toContainText('People can’t sign in there');
    expect(await watched.flaws('admin-provider-try-failed')).toEqual([]);
    await page.click('text=Back to the provider');
    await page.click('text=Stop offering it');
    await expect(page.locator('[role=status]')).toContainText('No longer offered');
    await page.click('text=Delete provider');
    expect(await watched.flaws('admin-provider-delete')).toEqual([]);
    await page.fill('#typed', 'school');
    await page.click('button:has-text("Delete provider")');
    await expect(page.locator('[role=status]')).toContainText('Deleted');
    expect(watched.problems).toEqual([]);
  });
});
