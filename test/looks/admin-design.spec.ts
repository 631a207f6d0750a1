import type { BrowserContextOptions, Page } from '@playwright/test';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { accountId } from '../support/database-rows.js';
import { ANNA } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { pageRoutes } from '../support/routes.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';
import { componentsPage } from './components.js';

const LARGEST_PAGE = 60_000;
const PHONE = { width: 390, height: 844 };
const TOP_BAR = 48;

test.describe('design of the console, in a real browser (docs/reference/design.md)', () => {
  let server: TestServer;
  let admin: Admin;
  test.beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
    const accounts = Array.from({ length: 60 }, (_, at) => ({
      name: `Person ${at}`,
      identifiers: [{ type: 'Email' as const, value: `person-${at}@many.example`, isValidated: true }],
    }));
    await server.get(Bootstrap).apply({ accounts });
  });
  test.afterAll(() => server.close());

  async function open(path: string, options: BrowserContextOptions = {}, who = admin): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, options);
    await watched.page.goto(`${server.url}${path}`);
    await submitSignIn(watched.page, who);
    await expect(watched.page.locator('.top')).toBeVisible();
    return watched;
  }
  /**
   * A page with every component, which the server does not have: in the response of another page of the console.
   */
  async function openComponents(options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const watched = await open('/admin', options);
    await watched.page.route('**/admin/components', async (route) => {
      const response = await route.fetch({ url: `${server.url}/admin` });
      await route.fulfill({ response, body: componentsPage() });
    });
    await watched.page.goto(`${server.url}/admin/components`);
    await expect(watched.page.locator('h1')).toHaveText('Components');
    return watched;
  }
  const evaluate = <T>(page: Page, script: string) => page.evaluate<T>(script);

  /** Saved in the folder SCREENSHOTS, if set: the visible part, not the whole page. */
  async function inView(page: Page, name: string): Promise<void> {
    const folder = process.env.SCREENSHOTS;
    if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
  }

  /** Every page of the console without a parameter, and one of each record. */
  async function paths(): Promise<string[]> {
    const consolePages = pageRoutes(server).filter(
      ({ method, operation }) => method === 'GET' && operation.administration?.surface === 'console',
    );
    const plain = consolePages
      .map(({ path }) => path)
      .filter((path) => !/\/1(\/|$)|(export|search|preview)$/.test(path));
    expect(plain.length).toBeGreaterThan(10);
    const account = `/admin/accounts/${await accountId(server, ANNA.email)}`;
    return [
      ...plain,
      account,
      ...['sign-in', 'sessions', 'applications', 'families', 'timeline', 'delete'].map(
        (each) => `${account}/${each}`,
      ),
      '/admin/families/1',
      '/admin/clients/shop',
      '/admin/rulesets/WEB',
    ];
  }

  test('every component has no flaw in any look', async () => {
    const watched = await openComponents();
    expect(await watched.flaws('admin-design')).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await watched.page.emulateMedia({ colorScheme });
      await watched.page.setViewportSize(PHONE);
      expect(await watched.tooWide()).toEqual([]);
      await watched.screenshot(`admin-design-${colorScheme}-${PHONE.width}`);
    }
    expect(watched.problems).toEqual([]);
  });

  test('every element shows when it has the keyboard focus', async () => {
    const { page } = await openComponents();
    const stops = await evaluate<number>(
      page,
      `document.querySelectorAll('a, button, input, select, textarea, summary, [tabindex]').length`,
    );
    const unseen = new Set<string>();
    for (let stop = 0; stop < stops; stop++) {
      await page.keyboard.press('Tab');
      const bare = `(({ outlineStyle, outlineWidth }, element) =>
        outlineStyle === 'none' || parseFloat(outlineWidth) < 2 ? element.outerHTML.slice(0, 100) : null)(
        getComputedStyle(document.activeElement), document.activeElement)`;
      const found = await evaluate<string | null>(
        page,
        `document.activeElement === document.body ? null : ${bare}`,
      );
      if (found !== null) unseen.add(found);
    }
    expect([...unseen]).toEqual([]);
  });

  test('controls are 36 pixels high for a mouse, and 44 for a finger', async () => {
    const heights = `[...document.querySelectorAll('input:not([type=checkbox], [type=hidden]), select, button, [role=button]')]
      .filter((each) => each.checkVisibility())
      .map((each) => [each.outerHTML.slice(0, 80), Math.round(each.getBoundingClientRect().height)])`;
    const mouse = await openComponents();
    const filled = `Math.round(document.querySelector('#filled').getBoundingClientRect().height)`;
    expect(await evaluate(mouse.page, filled)).toBe(36);
    await mouse.close();
    const finger = await openComponents({ viewport: PHONE, hasTouch: true, isMobile: true });
    expect(await evaluate(finger.page, `matchMedia('(pointer: coarse)').matches`)).toBe(true);
    expect(await evaluate(finger.page, filled)).toBe(44);
    const low = (await evaluate<[string, number][]>(finger.page, heights)).filter(
      ([, height]) => height < 44,
    );
    expect(low).toEqual([]);
    expect(await finger.tooWide()).toEqual([]);
    await inView(finger.page, 'admin-design-finger');
  });

  test('a list shows twenty rows on a screen, and keeps its headings in sight', async () => {
    const { page } = await open('/admin/accounts', { viewport: { width: 1920, height: 1080 } });
    const rows = `[...document.querySelectorAll('.list tbody tr')].map((row) => row.getBoundingClientRect().bottom)`;
    const bottoms = await evaluate<number[]>(page, rows);
    expect(bottoms).toHaveLength(50);
    expect(bottoms.filter((bottom) => bottom <= 1080).length).toBeGreaterThanOrEqual(20);
    await inView(page, 'admin-accounts-1920');
    await page.locator('.list tbody tr').last().scrollIntoViewIfNeeded();
    const head = `document.querySelector('.list thead th').getBoundingClientRect().top`;
    expect(Math.round(await evaluate<number>(page, head))).toBe(TOP_BAR);
  });

  test('each page is small, says where it is, and has one primary action at most', async () => {
    const { page } = await open('/admin', { javaScriptEnabled: false });
    const found: [string, string][] = [];
    for (const path of await paths()) {
      const answer = await page.goto(`${server.url}${path}`);
      const size = (await answer?.body())?.length ?? Infinity;
      if (size > LARGEST_PAGE) found.push([path, `${size} bytes`]);
      const primary = await page
        .locator(':is(button, [role=button]):not(.secondary, .danger, .plain-icon, .who-button):visible')
        .count();
      if (primary > 1) found.push([path, `${primary} primary actions`]);
      if ((await page.locator('.menu [aria-current=page]').count()) !== 1)
        found.push([path, 'no current section']);
      const title = await page.locator('h1').textContent();
      if ((await page.locator('.trail li').last().textContent()) !== title)
        found.push([path, 'another trail']);
    }
    expect(found).toEqual([]);
  });

  test('on a phone the navigation is a drawer, without JavaScript', async () => {
    const { page } = await open('/admin/clients', { viewport: PHONE, javaScriptEnabled: false });
    const menu = page.locator('nav.menu');
    await expect(menu).toBeHidden();
    await page.click('[aria-label=Menu]');
    await expect(menu).toBeVisible();
    await inView(page, 'admin-drawer-390');
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await page.click('[aria-label=Menu]');
    await menu.getByText('Families').click();
    await expect(page.locator('h1')).toHaveText('Families');
  });

  test('missing pages, and pages closed to support, are explained in the frame; to strangers without it', async () => {
    const support = await newAdmin(server, 'support');
    const watched = await open('/admin', {}, support);
    const { page } = watched;
    for (const [path, status, title] of [
      ['/admin/nowhere', 404, 'Page not found'],
      ['/admin/accounts/999999', 404, 'Not found'],
      ['/admin/settings', 403, 'Not allowed'],
    ] as const) {
      expect((await page.goto(`${server.url}${path}`))?.status()).toBe(status);
      await expect(page.locator('h1')).toHaveText(title);
      expect(await page.locator('.menu a').count()).toBeGreaterThan(3);
    }
    await page.click('.who-button');
    await expect(page.locator('#who')).toBeVisible();
    await watched.screenshot('admin-not-allowed');
    await page.context().clearCookies();
    expect((await page.goto(`${server.url}/admin/nowhere`))?.status()).toBe(404);
    await expect(page.locator('.menu')).toHaveCount(0);
  });

  test('with JavaScript, ids can be copied, times are in UTC with the local time beneath, and arrow keys move through a list', async () => {
    const { page } = await open('/admin/clients', {
      permissions: ['clipboard-read', 'clipboard-write'],
      timezoneId: 'Asia/Tokyo',
      locale: 'en-GB',
    });
    await page.click('[data-copy=shop]');
    await expect(page.locator('[data-copied]')).toBeVisible();
    expect(await evaluate(page, 'navigator.clipboard.readText()')).toBe('shop');
    await page.goto(`${server.url}/admin/clients/shop`);
    await expect(page.locator('.lead time')).toHaveAttribute('title', /^\S+ \S+ UTC\n.*GMT\+9$/);
    await page.goto(`${server.url}/admin/clients`);
    const links = await page.locator('.list tbody th a').allTextContents();
    await page.focus('.list tbody th a');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/clients/${links[1]}`);
  });
});
