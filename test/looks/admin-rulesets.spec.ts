import { newAdmin, type Admin } from '../support/admin-api.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

test.describe('console in a real browser: sign-in and rulesets', () => {
  let server: TestServer;
  let admin: Admin;
  test.beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
  });
  test.afterAll(() => server.close());

  test('the pages look right in every look and pass axe', async () => {
    const watched = await WatchedPage.open(browser);
    const { page } = watched;
    await page.goto(`${server.url}/admin/rulesets`);
    expect(await watched.flaws('admin-sign-in')).toEqual([]);
    await submitSignIn(page, admin);
    await expect(page.locator('.top')).toBeVisible(); // the menu is folded: the last look was a phone's
    expect(await watched.flaws('admin-rulesets')).toEqual([]);
    await page.goto(`${server.url}/admin/rulesets/WEB`);
    expect(await watched.flaws('admin-ruleset')).toEqual([]);
    await page.goto(`${server.url}/admin/rulesets/WEB/delete`);
    expect(await watched.flaws('admin-ruleset-delete')).toEqual([]);
    expect(watched.problems).toEqual([]);
  });
});

test.describe('first administrator, in a real browser', () => {
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startApp();
  });
  test.afterAll(() => server.close());

  test('sees a page without a flaw', async () => {
    const watched = await WatchedPage.open(browser);
    await watched.page.goto(`${server.url}/admin`);
    expect(await watched.flaws('admin-setup')).toEqual([]);
  });
});
