import { tokensFor } from '../support/a01.js';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { CookieBrowser, THIRD_PARTIES } from '../support/authorization.js';
import { accountId } from '../support/database-rows.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

test.describe('console in a real browser: accounts, families and tokens', () => {
  let server: TestServer;
  let admin: Admin;
  test.beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
  });
  test.afterAll(() => server.close());

  async function open(path: string, javaScriptEnabled = true): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, { javaScriptEnabled });
    await watched.page.goto(`${server.url}${path}`);
    await submitSignIn(watched.page, admin);
    await expect(watched.page.locator('.top')).toBeVisible(); // an earlier reload would find no page
    return watched;
  }

  for (const [name, path] of [
    ['accounts', () => '/admin/accounts'],
    ['accounts-none', () => '/admin/accounts?query=zzz'],
    ['account', async () => `/admin/accounts/${await accountId(server, BEN.email)}`],
    ['account-delete', async () => `/admin/accounts/${await accountId(server, BEN.email)}/delete`],
    ['account-import', () => '/admin/accounts/import'],
    ['account-sign-in', async () => `/admin/accounts/${await accountId(server, BEN.email)}/sign-in`],
    ['account-sessions', async () => `/admin/accounts/${await accountId(server, BEN.email)}/sessions`],
    [
      'account-applications',
      async () => `/admin/accounts/${await accountId(server, BEN.email)}/applications`,
    ],
    ['account-families', async () => `/admin/accounts/${await accountId(server, BEN.email)}/families`],
    ['account-timeline', async () => `/admin/accounts/${await accountId(server, BEN.email)}/timeline`],
    ['account-new', () => '/admin/accounts/new'],
    ['families', () => '/admin/families'],
    ['family', () => '/admin/families/1'],
  ] as const)
    test(`${name}: looks right in every look and passes axe`, async () => {
      await tokensFor(server, BEN);
      await new CookieBrowser(server).connect(BEN, THIRD_PARTIES.shop); // an application with a permission
      const watched = await open(await path());
      await expect(watched.page.locator('.menu')).toBeVisible();
      expect(await watched.flaws(`admin-${name}`)).toEqual([]);
      expect(watched.problems).toEqual([]);
    });

  for (const [device, viewport] of [
    ['desktop', { width: 1280, height: 800 }],
    ['phone', { width: 390, height: 800 }],
  ] as const)
    test(`${device}: what helps against someone else is in sight on every section of an account`, async () => {
      const path = `/admin/accounts/${await accountId(server, BEN.email)}`;
      const { page } = await open(path, false);
      await page.setViewportSize(viewport);
      for (const each of ['', '/ways', '/sign-in', '/sessions', '/applications', '/families', '/timeline']) {
        await page.goto(`${server.url}${path}${each}`);
        await expect(page.getByText('Secure this account')).toBeInViewport({ ratio: 1 });
        const ways = page
          .locator('section, nav')
          .getByText(/^(See every way in|Ways in)$/)
          .first();
        await expect(ways).toBeInViewport({ ratio: 1 });
      }
    });

  test('breaks no word in the sections of an account', async () => {
    const path = `/admin/accounts/${await accountId(server, ANNA.email)}`;
    const watched = await open(`${path}/sign-in`, false);
    const { page } = watched;
    const broken = `[...document.querySelectorAll('main :is(th, td, dt, dd, a, button, label, .badge)')]
      .filter((each) => each.childElementCount === 0 && /^[\\w-]{2,20}$/.test(each.textContent.trim()))
      .filter((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      })
      .map((each) => each.textContent)`;
    for (const each of ['', '/ways', '/sign-in', '/sessions', '/applications', '/families', '/timeline']) {
      await page.goto(`${server.url}${path}${each}`);
      expect([each, await page.evaluate(broken)]).toEqual([each, []]);
    }
  });

  test('tokens: looks right in every look and passes axe', async () => {
    const { access_token: token } = await tokensFor(server, BEN);
    const watched = await open('/admin/grants');
    await watched.page.click('summary:has-text("Inspect a token")');
    await watched.page.fill('#token', token);
    await watched.page.click('button:text-is("Inspect")');
    await expect(watched.page.locator('#inspected')).toBeVisible();
    expect(await watched.flaws('admin-tokens')).toEqual([]);
    expect(watched.problems).toEqual([]);
  });
});
