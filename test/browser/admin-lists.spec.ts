import type { Page } from '@playwright/test';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { accountId, rows } from '../support/database-rows.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const MADE = 120;

test.describe('lists and notices of the console in a real browser', () => {
  let server: TestServer;
  let admin: Admin;
  test.beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
    const sql = `INSERT INTO family (name, created_at) SELECT 'Row ' || n, now() FROM generate_series(1, ${MADE}) n RETURNING 1`;
    await rows(server, sql);
  });
  test.afterAll(() => server.close());

  async function open(path: string, javaScriptEnabled = true): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, { javaScriptEnabled, timezoneId: 'Asia/Tokyo' });
    await watched.page.goto(`${server.url}${path}`);
    await submitSignIn(watched.page, admin);
    await expect(watched.page.locator('.top')).toBeVisible();
    return watched;
  }
  const names = (page: Page) => page.locator('.list tbody th a');

  test('loads more rows below until the end, with working copy buttons and times', async () => {
    const watched = await open('/admin/families?query=Row');
    const { page } = watched;
    await expect(names(page)).toHaveCount(50);
    for (const count of [100, MADE]) {
      await page.click('text=Load more');
      await expect(page.locator('.list tbody tr')).toHaveCount(count);
      await expect(names(page).nth(count === 100 ? 50 : 100)).toBeFocused();
    }
    await expect(page.locator('[data-more]')).toHaveCount(0);
    expect(new Set(await names(page).allTextContents()).size).toBe(MADE);
    const titles = await page
      .locator('.list time')
      .evaluateAll((all) => all.map((time) => (time as HTMLElement).title));
    // In UTC, with the viewer's own time beneath it.
    expect(titles.filter((title) => !/ UTC\n.* GMT\+9$/.test(title))).toEqual([]);
    expect(page.url()).toBe(`${server.url}/admin/families?query=Row`);
    await page.goto(`${server.url}/admin/families?query=Row+1&sort=-name`);
    expect(await watched.flaws('admin-families-filtered')).toEqual([]);
    expect(watched.problems).toEqual([]);
  });

  test('opens as a page what can’t be loaded below', async () => {
    const watched = await open('/admin/families?query=Row');
    const { page } = watched;
    await page.route('**/admin/families?*after=*', (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.abort(),
    );
    const first = (await names(page).first().textContent()) ?? '';
    await page.click('text=Load more');
    await expect(names(page).first()).not.toHaveText(first);
    await expect(names(page)).toHaveCount(50);
  });

  test('without JavaScript: next page, sortable headings, and removable filters', async () => {
    const watched = await open('/admin/families?query=Row', false);
    const { page } = watched;
    const first = (await names(page).first().textContent()) ?? '';
    await page.click('text=Next page');
    await expect(names(page).first()).not.toHaveText(first);
    await expect(names(page)).toHaveCount(50);
    await page.click('.list thead a:text-is("Name")');
    await expect(page.locator('.list thead th >> nth=0')).toHaveAttribute('aria-sort', 'descending');
    await expect(names(page).first()).toHaveText('Row 99');
    await page.click('[aria-label="Remove the filter Name begins with: Row"]');
    await expect(page).toHaveURL(`${server.url}/admin/families`);
    await page.click('.list thead a:text-is("Created")');
    await page.click('.list thead a:text-is("Created")');
    await expect(names(page).first()).toHaveText(`Row ${MADE}`);
  });

  test('a client disabled by mistake is enabled again from the notice, which leads to the audit', async () => {
    const watched = await open(`/admin/clients/${CLIENTS.thirdParty.id}`);
    const { page } = watched;
    await page.click('button:has-text("Disable client")');
    await expect(page.locator('[role=status]')).toContainText('Client disabled.');
    await expect(page.locator('.toast')).toHaveCSS('position', 'fixed');
    await expect(page).toHaveURL(`${server.url}/admin/clients/${CLIENTS.thirdParty.id}`);
    expect(await watched.flaws('admin-toast')).toEqual([]);
    await page.click('.toast button:text-is("Undo")');
    await expect(page.locator('[role=status]')).toHaveText('Client enabled.');
    await expect(page.locator('.head')).toContainText('Active');
    await page.click('.toast button:text-is("Close")');
    await expect(page.locator('.toast')).toBeHidden();
    await page.reload();
    await expect(page.locator('.toast')).toHaveCount(0);
    await page.goto(`${server.url}/admin/clients/${CLIENTS.thirdParty.id}?done=enabled`);
    await page.click('.toast a:text-is("Audit")');
    expect((await page.locator('.list tbody tr').allTextContents()).join()).toContain('Client disabled');
    expect(watched.problems).toEqual([]);
  });

  test('a notice without an action disappears by itself, but not while you look at it', async () => {
    const watched = await open('/admin/families?done=created');
    const { page } = watched;
    await page.clock.install();
    await page.reload();
    await page.goto(`${server.url}/admin/families?done=created`);
    await page.focus('.toast button');
    await page.clock.runFor(9000);
    await expect(page.locator('.toast')).toBeVisible();
    await page.locator('.toast button').blur();
    await page.clock.runFor(3000);
    await expect(page.locator('.toast')).toBeHidden();
  });

  test('without JavaScript an account is enabled again by the form in the notice', async () => {
    const watched = await open(`/admin/accounts/${await accountId(server, ANNA.email)}`, false);
    const { page } = watched;
    await page.click('[aria-label="Disable account"]');
    await expect(page.locator('.head')).toContainText('Disabled');
    await page.click('.notice button:text-is("Undo")');
    await expect(page.locator('.head')).toContainText('Active');
  });
});
