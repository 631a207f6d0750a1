import { rows } from '../support/database-rows.js';
import { ANNA } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { PrintShop } from '../support/print-shop.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const VIEWPORT = { width: 390, height: 800 };
/** Each gives something else, so that the list is as long as three scopes make it. */
const SCOPES = 'openid profile email';

/** Returns the lowest edge of what is at the end of a sign-in or a consent, and how many lines are above the first field. */
const MEASURES = `(() => {
  const bottomOf = (one) => one.getBoundingClientRect().bottom + window.scrollY;
  const form = document.querySelector('main form.card');
  const linesOf = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  const field = form.querySelector('.field input, input:not([type=hidden])');
  const before = [...form.querySelectorAll('p')].filter(
    (one) => field && one.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const buttons = [...form.querySelectorAll('button')].filter((one) => one.checkVisibility());
  return {
    buttons: buttons.map((one) => one.textContent.trim()),
    lowest: Math.max(...buttons.map(bottomOf)),
    lines: before.reduce((sum, one) => sum + linesOf(one), 0),
    product: document.body.innerText.split('Hearth').length - 1,
  };
})()`;

interface Measures {
  readonly buttons: readonly string[];
  readonly lowest: number;
  readonly lines: number;
  readonly product: number;
}

test.describe('sign-in and consent are understood at a glance, on a phone', () => {
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

  for (const locale of ['en', 'de', 'pl'])
    test(`in ${locale}: one line before the first field, every button in sight, the address that is handed over`, async () => {
      await rows(server, 'DELETE FROM consent');
      const watched = await WatchedPage.open(browser, { locale, viewport: VIEWPORT });
      const { page } = watched;
      await page.goto(shop.authorizeUrl('glance', SCOPES));
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      const signIn = await page.evaluate<Measures>(MEASURES);
      await watched.screenshot(`glance-sign-in-${locale}`);
      expect([signIn.lines, signIn.product, signIn.buttons.length > 0]).toEqual([1, 1, true]);
      expect(signIn.lowest).toBeLessThan(VIEWPORT.height);

      await submitSignIn(page, ANNA);
      await expect(page.locator('button[value=allow]')).toBeVisible();
      const consent = await page.evaluate<Measures>(MEASURES);
      await watched.screenshot(`glance-consent-${locale}`);
      await expect(page.locator('.given')).toContainText(ANNA.email);
      expect([consent.product, consent.buttons.length]).toEqual([1, 2]);
      expect(consent.lowest).toBeLessThan(VIEWPORT.height);
      await watched.close();
    });
});
