import { BEN } from '../support/fixtures.js';
import { linksOfPortal } from '../support/partner-link.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

const LOOKS = [
  ['en', 'Connected'],
  ['fr', 'Compte associé'],
  ['de', 'Verbunden'],
  ['es', 'Cuenta conectada'],
  ['it', 'Collegato'],
  ['nl', 'Gekoppeld'],
  ['pt', 'Ligada'],
  ['pl', 'Połączono'],
] as const;

test.describe("user connects an account with a partner's, in a real browser (D117)", () => {
  const link = linksOfPortal();
  for (const [locale, done] of LOOKS)
    test(`looks right in ${locale}; German, with the longest words, gets all checks`, async () => {
      const watched = await WatchedPage.open(browser, { locale, viewport: PHONE });
      const { page } = watched;
      const flaws = (name: string) => (locale === 'de' ? watched.flaws(`link-${name}`) : watched.tooWide());
      const url = await link(`look-${locale}`);
      await page.goto(url);
      await submitSignIn(page, BEN);
      await expect(page.locator('button[value=connect]')).toBeVisible();
      await expect(watched.page.locator('html')).toHaveAttribute('lang', locale);
      expect(await flaws('1-question')).toEqual([]);
      await page.click('button[value=connect]');
      await expect(page.locator(`h1:has-text("${done}")`)).toBeVisible();
      expect(await flaws('2-done')).toEqual([]);
      await page.goto(url);
      expect(await flaws('3-over')).toEqual([]);
      expect(watched.problems).toEqual([]);
    });
});
