import { CookieBrowser } from '../support/authorization.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { longNames, openAccount } from '../support/own-pages.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

test.describe("sections of a person's account, in a real browser (D235, D236, D237)", () => {
  let server: TestServer;
  let founder: Member;
  test.beforeAll(async () => {
    server = await startApp();
    ({ founder } = await longNames(server));
  });
  test.afterAll(() => server.close());

  test('ask for the password again after five minutes, by keyboard only, and continue at the same place', async () => {
    const member = await newMember(server);
    await new CookieBrowser(server).signIn(member);
    const watched = await WatchedPage.open(browser);
    const { page } = watched;
    await openAccount(page, server, member);
    await page.goto(`${server.url}/account/devices`);
    server.clock.advance({ minutes: 6 });
    await page.click('form[action="/account/end-others"] button');
    await expect(page.locator('#current')).toBeVisible();
    const flaws = await watched.flaws('confirm');
    await page.focus('#current');
    await page.keyboard.type('not mine');
    await page.keyboard.press('Enter');
    await expect(page.locator('#current[aria-invalid=true]')).toBeVisible();
    flaws.push(...(await watched.flaws('confirm-refused')));
    await page.focus('#current');
    await page.keyboard.type(member.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account/devices');
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
  });

  test('changes the language by keyboard and without JavaScript, and stays on the page', async () => {
    const { page } = await WatchedPage.open(browser, {
      ...{ javaScriptEnabled: false, locale: 'en', viewport: PHONE },
    });
    await openAccount(page, server, founder);
    await page.goto(`${server.url}/account/data`);
    await page.focus('button[value=fr]');
    await page.keyboard.press('Enter');
    await expect(page.locator('html[lang=fr]')).toBeVisible();
    await expect(page).toHaveURL(({ pathname }) => pathname === '/account/data');
    await expect(page.locator('h1')).toHaveText('Vos données');
  });

  test('deletes an account and keeps it after all, on a phone without JavaScript', async () => {
    const who = await newMember(server);
    const { page } = await WatchedPage.open(browser, {
      ...{ javaScriptEnabled: false, locale: 'en', viewport: PHONE },
    });
    await openAccount(page, server, who);
    await page.goto(`${server.url}/account/data`);
    await page.click('#delete button[type=submit]');
    await page.fill('#current', who.password);
    await page.click('main form button[type=submit]');
    await page.waitForURL('**/account/data');
    await page.click('#delete button[type=submit]');
    await expect(page.locator('h1:has-text("Your account will be deleted")')).toBeVisible();
    await page.click('main a[href="/sign-in"]');
    await submitSignIn(page, who);
    await page.click('[role=alert] a');
    await expect(page.locator('h1:has-text("Keep your account?")')).toBeVisible();
    await page.click('form[action="/keep-account"] button');
    await page.waitForURL('**/account');
    await expect(page.locator('h1')).toHaveText('Hello, Mia');
  });
});
