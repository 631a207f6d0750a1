import type { BrowserContextOptions, Page } from '@playwright/test';
import { LANGUAGES } from '../../src/platform/pages/texts/texts.js';
import { rows } from '../support/database-rows.js';
import { ANNA } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { PrintShop } from '../support/print-shop.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

test.describe('third party connects an account, in a real browser (§3.3, D58)', () => {
  let server: TestServer;
  let shop: PrintShop;
  test.beforeAll(async () => {
    server = await startApp();
    shop = await PrintShop.open(server);
  });
  test.afterAll(async () => {
    shop.close();
    await server.close();
  });

  test.beforeEach(() => rows(server, 'DELETE FROM consent'));

  async function open(url: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, options);
    await watched.page.goto(url);
    return watched;
  }

  async function signIn(page: Page, { email, password } = ANNA): Promise<void> {
    await submitSignIn(page, { email, password });
  }

  /** German has the longest words: it is checked in every look, the others where they have the least room. */
  for (const locale of LANGUAGES)
    test(`sign-in, consent, connected apps and signed out look right and pass axe, in ${locale}`, async () => {
      const watched = await open(shop.authorizeUrl('looks'), { locale, viewport: PHONE });
      const { page } = watched;
      const flaws: string[] = [];
      const look = async (name: string) => {
        const found = locale === 'de' ? watched.flaws(name) : watched.tooWide();
        flaws.push(...(await found).map((flaw) => `${name}: ${flaw}`));
        await watched.screenshot(`authorization-${name}-${locale}`);
      };
      await expect(page.locator('main')).toContainText('Paper Boat Prints');
      await expect(watched.page.locator('html')).toHaveAttribute('lang', locale);
      await look('1-sign-in');
      await signIn(page);
      await expect(page.locator('button[value=allow]')).toBeVisible();
      expect(watched.problems).toEqual([]);
      await look('2-consent');
      await page.click('button[value=allow]');
      await expect(page.locator('h1:has-text("Back at the shop")')).toBeVisible();
      await page.goto(`${server.url}/account`);
      await look('3-account');
      await page.goto(`${server.url}/account/applications`);
      await look('3-apps');
      await page.click('form[action="/account/disconnect"] button');
      await page.waitForURL(`${server.url}/account/applications`);
      await expect(page.locator('form[action="/account/disconnect"]')).toHaveCount(0);
      await look('4-no-apps');
      await page.click('form[action="/sign-out"] button');
      await expect(page.locator('form[action="/sign-out"]')).toHaveCount(0);
      await look('5-signed-out');
      await page.goto(`${server.url}/challenge?session_id=over`);
      await look('6-over');
      await page.goto(`${server.url}/authorize?client_id=nobody`);
      await look('7-refused');
      await watched.close();
      expect(flaws).toEqual([]);
    });
});
