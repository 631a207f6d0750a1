import { ActiveAccounts } from '../../src/platform/activity/active-accounts.js';
import { HourlyCounters } from '../../src/platform/activity/hourly-counters.js';
import { Sketch } from '../../src/platform/activity/sketch.js';
import { post, tokensFor } from '../support/a01.js';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { rows } from '../support/database-rows.js';
import { ANNA } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const LARGEST_PAGE = 60_000;

test.describe('the overview in a real browser, without script', () => {
  let server: TestServer;
  let admin: Admin;
  test.beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
    await twoMonths();
  });
  test.afterAll(() => server.close());

  /** What a server has counted in sixty days, with a node that died, and some calls. */
  async function twoMonths(): Promise<void> {
    const kinds = `(VALUES ('signin', 40), ('refused:signin', 7), ('refused:call.denied', 3), ('refused:token.refused', 2),
      ('refused:attempt.throttled', 1), ('token', 230), ('family', 4)) AS k (kind, most)`;
    const hourly = `INSERT INTO hourly_count AS c
      SELECT date_trunc('hour', $1::timestamptz) - h * interval '1 hour', kind,
             (most * (1.2 + sin(h / 3.8)) * (1 + (h * 7919) % 13 / 13.0))::int
        FROM generate_series(0, 1439) AS h, ${kinds}
      ON CONFLICT (hour, kind) DO UPDATE SET count = c.count + excluded.count`; // the server itself may have counted already
    await rows(server, hourly, [server.clock.now()]);
    for (const [span, unit, count] of [
      ['hour', 3_600_000, 48],
      ['day', 86_400_000, 60],
    ] as const)
      for (let back = 0; back < count; back++) {
        const sketch = new Sketch();
        for (let id = 0; id < 200 + ((back * 7919) % 90); id++) sketch.add(String(back * 40 + id));
        const at = server.clock.millis() - (server.clock.millis() % unit) - back * unit;
        const sql = `INSERT INTO active_accounts VALUES ($1, $2, $3, $4, '2030-01-01')`;
        await rows(server, sql, [span, new Date(at), 'node-0dead0', sketch.bytes]);
      }
    const dead = `INSERT INTO node VALUES ('node-0dead0', '0.0.9', $1, $1)`;
    await rows(server, dead, [new Date(server.clock.millis() - 120_000)]);
    await tokensFor(server, ANNA);
    await post(server, '/api/log2/in', { a01identifier: ANNA.email, a01password: 'wrong' });
    await Promise.all([server.get(HourlyCounters).flush(), server.get(ActiveAccounts).flush()]);
  }

  async function open(path: string, who = admin, javaScriptEnabled = false): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, { javaScriptEnabled });
    await watched.page.goto(`${server.url}${path}`);
    await submitSignIn(watched.page, who);
    await expect(watched.page.locator('.key-figures')).toBeVisible();
    return watched;
  }

  test('shows figures and leads to what is wrong; each period has its address', async () => {
    const watched = await open('/admin');
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

  test('a bar says its values under the pointer and with the focus; a table has them all', async () => {
    const watched = await open('/admin?period=7d');
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

  for (const period of ['24h', '7d', '30d'])
    test(`${period} has no flaw in any look, is small`, async () => {
      const watched = await open(`/admin?period=${period}`, admin, true);
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

  test('says what a new server lacks until it is done, and not to support', async () => {
    const watched = await open('/admin');
    const { page } = watched;
    await expect(page.locator('.next-steps li a')).toHaveText([
      'Let the server send mails',
      'Make somebody else an administrator',
    ]);
    await watched.screenshot('admin-overview-next-steps');
    await newAdmin(server);
    await page.reload();
    await expect(page.locator('.next-steps li')).toHaveCount(1);
    const support = await open('/admin', await newAdmin(server, 'support'));
    await expect(support.page.locator('.next-steps')).toHaveCount(0);
  });
});
