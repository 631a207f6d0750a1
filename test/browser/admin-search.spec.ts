import type { Page, Route } from '@playwright/test';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { eventually } from '../support/eventually.js';
import { ANNA } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const searchField = (page: Page) => page.locator('.everywhere input');

test.describe('search field in a real browser', () => {
  let server: TestServer;
  let admin: Admin;
  test.beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
  });
  test.afterAll(() => server.close());

  async function open(javaScriptEnabled: boolean): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, { javaScriptEnabled });
    await watched.page.goto(`${server.url}/admin/families`);
    await submitSignIn(watched.page, admin);
    return watched;
  }

  test('leads to an account without JavaScript', async () => {
    const watched = await open(false);
    await watched.page.fill('.everywhere input', ANNA.email);
    await watched.page.press('.everywhere input', 'Enter');
    await watched.page.waitForURL(/\/admin\/accounts\/\d+$/);
    await expect(watched.heading).toHaveText('Anna K.');
    expect(watched.problems).toEqual([]);
  });

  test('opens by a key that is pressed before the script listens for it', async () => {
    const watched = await open(true);
    const { page } = watched;
    await page.waitForURL(/families$/);
    const held: Route[] = [];
    await page.route('**/search-key*', (route) => void held.push(route));
    await page.click('a[href="/admin/accounts"]');
    const script = await eventually(() => Promise.resolve(held[0] ?? null));
    const pressed = page.keyboard.press('Control+k');
    await script.continue();
    await pressed;
    await expect(searchField(page)).toBeFocused();
  });

  test('opens by / and Ctrl+K, and closes by Escape; a slash typed in another field stays a slash', async () => {
    const watched = await open(true);
    const { page } = watched;
    for (const keys of ['/', 'Control+k', 'Meta+k']) {
      await page.focus('#query');
      if (keys === '/') await page.locator('#query').blur();
      await page.keyboard.press(keys);
      await expect(searchField(page), keys).toBeFocused();
      await expect(page.locator('.everywhere input')).toHaveValue('');
      await page.keyboard.press('Escape');
      await expect(searchField(page)).not.toBeFocused();
    }
    await page.focus('#query');
    await page.keyboard.press('/');
    await expect(page.locator('#query')).toHaveValue('/');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('shop');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/admin/clients/shop`);
    expect(watched.problems).toEqual([]);
  });
});
