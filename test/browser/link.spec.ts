import { BEN } from '../support/fixtures.js';
import { linksOfPortal } from '../support/partner-link.js';
import { browser, expect, test } from '../support/page-test.js';
import { WatchedPage } from '../support/watched-page.js';

test.describe("user connects an account with a partner's, in a real browser (D117)", () => {
  const link = linksOfPortal();

  test('works by keyboard, without JavaScript', async () => {
    const watched = await WatchedPage.open(browser, { javaScriptEnabled: false });
    const { page } = watched;
    await page.goto(await link('keyboard'));
    await page.focus('#identifier');
    await page.keyboard.type(BEN.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(BEN.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Connect', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible();
  });
});
