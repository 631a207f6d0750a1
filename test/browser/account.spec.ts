import type { Page } from '@playwright/test';
import { LateLinks } from '../../src/identity/mailed-links/late-links.js';
import { newestMessage, newMember, NEXT_PASSWORD, type Member } from '../support/forgotten-password.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

test.describe('forgotten password and own account, in a real browser (D105, D106)', () => {
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startApp();
  });
  test.afterAll(() => server.close());

  const linkFor = async (who: Member): Promise<string> => {
    await server.get(LateLinks).settled();
    return `${server.url}${(await newestMessage(server, who.id)).path}`;
  };
  async function signIn(page: Page, { email, password }: Pick<Member, 'email' | 'password'>): Promise<void> {
    await page.goto(`${server.url}/sign-in`);
    await submitSignIn(page, { email, password });
    await page.waitForURL('**/account');
  }
  test('signs in from the form and opens the account, without JavaScript and by keyboard', async () => {
    const who = await newMember(server);
    const { page } = await WatchedPage.open(browser, {
      javaScriptEnabled: false,
      locale: 'en',
      viewport: PHONE,
    });
    await page.goto(`${server.url}/sign-in`);
    await page.click('text=Forgot your password?');
    await page.focus('#identifier');
    await page.keyboard.type(who.email);
    await page.keyboard.press('Enter');
    await expect(page.locator('h1:has-text("Check your messages")')).toBeVisible();
    await page.goto(await linkFor(who));
    await page.focus('#password');
    await page.keyboard.type('short');
    await page.keyboard.press('Enter');
    await expect(page.locator('#password-error')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.fill('#password', NEXT_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account');
    await expect(page.locator('h1')).toHaveText('Hello, Mia');
  });

  test('shows two wrong fields at once, each error beside its field', async () => {
    const who = await newMember(server);
    const watched = await WatchedPage.open(browser, { locale: 'en' });
    const { page } = watched;
    await signIn(page, who);
    await page.goto(`${server.url}/account/sign-in`);
    await page.fill('#current', 'not-the-one');
    await page.fill('#password', 'short');
    await page.getByLabel('Someone else may know the old password').check();
    await page.click('#password-section button[type=submit]');
    await expect(page.locator('#current-error')).toHaveText('This is not your current password.');
    await expect(page.locator('#password-error')).toHaveText('Use at least 8 characters.');
    expect(await watched.flaws('account-two-errors')).toEqual([]);
  }); // nine pages in four looks each

  test('saves the profile and confirms it in place', async () => {
    const who = await newMember(server);
    const watched = await WatchedPage.open(browser, { locale: 'de' });
    const { page } = watched;
    await signIn(page, who);
    await page.fill('#name', 'Maja');
    await page.selectOption('#countryCode', { label: 'Österreich' });
    await page.selectOption('#locale', { label: 'Deutsch' });
    await page.click('text=Profil speichern');
    await expect(page.locator('#profile [role=status]')).toBeVisible();
    await expect(watched.heading).toHaveText('Hallo, Maja');
    await page.goto(`${server.url}/account`);
    await expect(page.locator('#countryCode')).toHaveValue('AT');
    await expect(page.locator('#locale')).toHaveValue('de');
    expect(watched.problems).toEqual([]);
  });
});
