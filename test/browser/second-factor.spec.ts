import type { Page } from '@playwright/test';
import { newAdmin } from '../support/admin-api.js';
import { Authenticator, protectedMember, setupCodeFor } from '../support/authenticator.js';
import { newMember } from '../support/forgotten-password.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

test.describe('second factors in a real browser (D242, D243, D244)', () => {
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startApp({ ADMIN_SECOND_FACTOR: 'required' });
  });
  test.afterAll(() => server.close());

  async function giveName(page: Page, path: string, who: { email: string; password: string }): Promise<void> {
    await page.goto(server.url + path);
    await submitSignIn(page, who);
  }
  const keyOn = async (page: Page) => new Authenticator(server, (await page.textContent('p > code')) ?? '');

  test('is set up, shown, used and removed, and every page looks well', async () => {
    const me = await newMember(server);
    const watched = await WatchedPage.open(browser, { locale: 'en' });
    const { page } = watched;
    const flaws: string[] = [];
    const look = async (name: string) => void flaws.push(...(await watched.flaws(`second-factor-${name}`)));
    await giveName(page, '/sign-in', me);
    await page.goto(`${server.url}/account/sign-in`);
    await look('sign-in-off');
    await page.click('#second-factor a');
    await look('off');
    await page.click('main form button[type=submit]');
    await look('setup');
    const app = await keyOn(page);
    await page.fill('#code', app.wrong());
    await page.click('main form button[type=submit]');
    await look('setup-wrong');
    await page.fill('#code', app.code());
    await page.click('main form button[type=submit]');
    await expect(page.locator('.recovery-codes li')).toHaveCount(10);
    await look('recovery-codes');

    await page.context().clearCookies();
    await giveName(page, '/sign-in', me);
    await expect(page).toHaveURL(({ pathname }) => pathname === '/sign-in/code');
    await look('step');
    await page.fill('#code', app.wrong());
    await page.click('.card form button[type=submit]');
    await page.click('summary');
    await look('step-wrong');
    await page.fill('#code', app.next());
    await page.check('#trust');
    await page.click('.card form button[type=submit]');
    await expect(page).toHaveURL(({ pathname }) => pathname === '/account');
    await page.goto(`${server.url}/account/second-factor`);
    await look('on');
    await page.click('#trusted button');
    await expect(page.locator('#trusted button')).toHaveCount(0);
    await page.click('#remove summary');
    await page.click('#remove button[type=submit]');
    await expect(page.locator('[role=status]')).toBeVisible();
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
  });

  test('the step works by keyboard, without script, by a recovery code, and says when it is over', async () => {
    const me = await newMember(server);
    const { recovery } = await protectedMember(server, me);
    const watched = await WatchedPage.open(browser, {
      ...{ javaScriptEnabled: false, locale: 'en', viewport: PHONE },
    });
    const { page } = watched;
    await giveName(page, '/sign-in', me);
    await page.focus('summary');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type(recovery[0]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(({ pathname }) => pathname === '/account');
    await watched.close();
    const over = await WatchedPage.open(browser, { locale: 'en' });
    await over.page.goto(`${server.url}/sign-in/code`);
    await expect(over.heading).toHaveText('Please sign in again');
    expect(await over.flaws('second-factor-over')).toEqual([]);
  });

  test('an administrator sets one up right after the password, and gives it from then on', async () => {
    const admin = await newAdmin(server);
    const watched = await WatchedPage.open(browser);
    const { page } = watched;
    const flaws: string[] = [];
    const look = async (name: string) =>
      void flaws.push(...(await watched.flaws(`admin-second-factor-${name}`)));
    await giveName(page, '/admin/sign-in', admin);
    await look('setup');
    const app = await keyOn(page);
    await page.fill('#code', app.code());
    await page.fill('#setupCode', 'wrong');
    await page.click('main form button[type=submit]');
    await look('setup-wrong');
    await page.fill('#code', app.code());
    await page.fill('#setupCode', await setupCodeFor(server, admin.id));
    await page.click('main form button[type=submit]');
    await look('codes');
    await page.click('.card p a');
    await expect(page).toHaveURL(({ pathname }) => pathname === '/admin');
    await page.context().clearCookies();
    await giveName(page, '/admin/sign-in?next=%2Fadmin%2Fclients', admin);
    await expect(page).toHaveURL(({ pathname }) => pathname === '/admin/sign-in/code');
    await page.fill('#code', app.wrong());
    await page.click('main form button[type=submit]');
    await look('code');
    await page.fill('#code', app.next());
    await page.click('main form button[type=submit]');
    await expect(page).toHaveURL(({ pathname }) => pathname === '/admin/clients');
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
  });
});
