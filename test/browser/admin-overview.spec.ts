import { newAdmin } from '../support/admin-api.js';
import { twoMonths } from '../support/console-data.js';
import { expect, test } from '../support/page-test.js';
import { ConsoleStage } from '../support/console-stage.js';

test.describe('overview in a real browser, without JavaScript', () => {
  const stage = new ConsoleStage({ javaScriptEnabled: false }, twoMonths);

  test('shows figures and leads to problems; each period has its own address', async () => {
    const watched = await stage.open('/admin');
    const { page } = watched;
    const figures = page.locator('.key-figures li');
    await expect(figures.locator('h2')).toHaveText([
      ...['Sign-ins', 'Failed sign-ins', 'Tokens issued', 'Active accounts', 'New families'],
    ]);
    for (const text of await figures.allTextContents()) expect(text).toMatch(/\d( %, from [\d,]+)$/);
    await page.click('.periods a:has-text("30 days")');
    await expect(page.locator('.periods [aria-current]')).toHaveText('30 days');
    expect(page.url()).toContain('period=30d');
    await expect(page.locator('.mark')).toHaveCount(30);
    await expect(page.locator('.plain-list')).toContainText('node-0dead0 0.0.9 last seen');
    await page.click('.bars a >> nth=0');
    await expect(watched.heading).toHaveText('Audit');
    await expect(page.locator('#action')).toHaveValue('signin');
    await expect(page.locator('#outcome')).toHaveValue('refused');
    await expect(page.locator('#from')).toHaveValue(/^2026/);
  });

  test('a bar shows its values under the pointer and on focus; a table has all of them', async () => {
    const watched = await stage.open('/admin?period=7d');
    const { page } = watched;
    const first = page.locator('.mark').first();
    const values = (index: number) => page.locator('.mark .values').nth(index);
    await expect(values(0)).toHaveCSS('visibility', 'hidden');
    await first.focus();
    await expect(values(0)).toHaveCSS('visibility', 'visible');
    await page.keyboard.press('Tab');
    await expect(values(0)).toHaveCSS('visibility', 'hidden');
    await expect(values(1)).toHaveCSS('visibility', 'visible');
    await page.locator('.mark .ok').nth(9).hover();
    await expect(values(1)).toHaveCSS('visibility', 'hidden');
    await expect(values(9)).toHaveCSS('visibility', 'visible');
    await watched.screenshot('admin-overview-hover');
    const name = await first.getAttribute('aria-label');
    const [, signIns, failed] =
      /^\d+ \w+, 00:00: ([\d,]+) sign-ins?, ([\d,]+) failed$/.exec(name ?? '') ?? [];
    await page.click('main summary');
    const cells = await page.locator('details .list tbody tr').first().locator('td').allTextContents();
    expect(cells.slice(0, 2)).toEqual([signIns, failed]);
  });

  test('shows what a new server lacks until it is done, but not to support', async () => {
    const watched = await stage.open('/admin');
    const { page } = watched;
    await expect(page.locator('.next-steps li a')).toHaveText([
      'Let the server send mails',
      'Make someone else an administrator',
    ]);
    await watched.screenshot('admin-overview-next-steps');
    await newAdmin(stage.server);
    await page.reload();
    await expect(page.locator('.next-steps li')).toHaveCount(1);
    const support = await stage.open('/admin', await newAdmin(stage.server, 'support'));
    await expect(support.page.locator('.next-steps')).toHaveCount(0);
  });
});
