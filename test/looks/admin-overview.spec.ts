import { twoMonths } from '../support/console-data.js';
import { expect, test } from '../support/page-test.js';
import { ConsoleStage } from '../support/console-stage.js';

const LARGEST_PAGE = 60_000;

test.describe('overview in a real browser', () => {
  const stage = new ConsoleStage({}, twoMonths);

  for (const period of ['24h', '7d', '30d'])
    test(`${period} has no flaw in any look, and is small`, async () => {
      const watched = await stage.open(`/admin?period=${period}`);
      const { page } = watched;
      expect(await watched.flaws(period === '24h' ? 'admin-home' : `admin-overview-${period}`)).toEqual([]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width: 390, height: 844 });
        expect(await watched.tooWide()).toEqual([]);
        await watched.screenshot(`admin-overview-${period}-${colorScheme}-390`);
      }
      expect(watched.problems).toEqual([]);
      const answer = await page.goto(`${stage.server.url}/admin?period=${period}`);
      expect((await answer?.body())?.length).toBeLessThan(LARGEST_PAGE);
    });
});
