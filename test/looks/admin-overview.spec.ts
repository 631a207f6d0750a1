import { newAdmin, type Admin } from '../support/admin-api.js';
import { twoMonths } from '../support/console-data.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const LARGEST_PAGE = 60_000;

test.describe('the overview in a real browser', () => {
  let server: TestServer;
  let admin: Admin;
  test.beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
    await twoMonths(server);
  });
  test.afterAll(() => server.close());

  async function open(path: string): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser);
    await watched.page.goto(`${server.url}${path}`);
    await submitSignIn(watched.page, admin);
    await expect(watched.page.locator('.key-figures')).toBeVisible();
    return watched;
  }

  for (const period of ['24h', '7d', '30d'])
    test(`${period} has no flaw in any look, is small`, async () => {
      const watched = await open(`/admin?period=${period}`);
      const { page } = watched;
      expect(await watched.flaws(period === '24h' ? 'admin-home' : `admin-overview-${period}`)).toEqual([]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width: 390, height: 844 });
        expect(await watched.tooWide()).toEqual([]);
        await watched.screenshot(`admin-overview-${period}-${colorScheme}-390`);
      }
      expect(watched.problems).toEqual([]);
      const answer = await page.goto(`${server.url}/admin?period=${period}`);
      expect((await answer?.body())?.length).toBeLessThan(LARGEST_PAGE);
    });
});
