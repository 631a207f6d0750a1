import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { count, rows } from '../support/database-rows.js';
import { ANNA } from '../support/fixtures.js';
import { browser, expect, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

/**
 * Chromium resolves *.localhost by itself, and treats it as secure as HTTPS; it sends Fetch Metadata to nothing
 * else.
 */
const SITES = [
  ['with Fetch Metadata', 'family.localhost'],
  ['without Fetch Metadata, as over plain HTTP in a network of one’s own', 'family.test'],
] as const;

for (const [_what, site] of SITES)
  test.describe(`sibling of the same site, in a real browser ${_what} (D174)`, () => {
    const sendsMetadata = site.endsWith('.localhost');
    let server: TestServer;
    let admin: Admin;
    let own: string;
    let sibling: string;
    let page: Page;
    /** What the shop shows next. */
    let shown: { headers: Record<string, string>; body: string };
    const shop = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', ...shown.headers }).end(shown.body);
    });
    test.beforeAll(async () => {
      server = await startApp();
      admin = await newAdmin(server);
      await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
      own = `http://accounts.${site}:${new URL(server.url).port}`;
      sibling = `http://shop.${site}:${(shop.address() as AddressInfo).port}`; // a site has no port
    });
    test.afterAll(async () => {
      shop.close();
      await server.close();
    });
    test.beforeEach(async () => {
      ({ page } = await WatchedPage.open(browser, { locale: 'en' }));
      await signIn('/sign-in', ANNA.email, ANNA.password);
      await signIn('/admin/sign-in', admin.email, admin.password);
    });

    async function signIn(path: string, identifier: string, password: string): Promise<void> {
      await page.goto(`${own}${path}`);
      await page.fill('[name=identifier]', identifier);
      await page.fill('[name=password]', password);
      await page.click('main form button[type=submit]');
      await page.waitForURL((url) => url.pathname !== path);
    }

    /** The browser's headers for a form, and the response. */
    async function submitted(submit: () => Promise<void>) {
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      const shown = page.waitForEvent('load'); // Chromium may never close a page that is being left
      await submit();
      const response = await answered;
      await shown;
      const sent = await response.request().allHeaders();
      return {
        status: response.status(),
        site: sent['sec-fetch-site'],
        origin: sent.origin,
        cookie: sent.cookie,
      };
    }

    test('own forms send their origin, and work', async () => {
      await page.goto(`${own}/account`);
      await page.fill('#name', 'Anna Own');
      const { status, ...sent } = await submitted(() =>
        page.click('form[action^="/account/profile"] button'),
      );
      expect(sent).toMatchObject({ site: sendsMetadata ? 'same-origin' : undefined, origin: own });
      expect(status).toBe(303);
      await page.goto(`${own}/admin`);
      await page.click('.who-button');
      const left = await submitted(() => page.click('form[action="/admin/sign-out"] button'));
      expect([left.status, left.origin]).toEqual([303, own]);
      await page.goto(`${own}/logout`);
      const out = await submitted(() => page.click('form[action="/sign-out"] button'));
      expect([out.status, out.origin]).toEqual([303, own]);
    });

    for (const [kind, headers] of [
      ['a page as any other', {}],
      ['a page that tells no referrer', { 'Referrer-Policy': 'no-referrer' }],
    ] as [string, Record<string, string>][])
      test(`${kind} acts with none of the cookies that the browser sends`, async () => {
        const before = await state(server);
        for (const [path, form] of [
          ['/account/profile', { name: 'Eve' }],
          ['/sign-out', {}],
          ['/api/log2/out', {}],
          ['/api/log2/in', { identifier: ANNA.email, password: ANNA.password }],
          ['/sign-in', { identifier: ANNA.email, password: ANNA.password }],
          ['/admin/sign-in', { identifier: admin.email, password: admin.password }],
          ['/admin/sign-out', {}],
        ] as [string, Record<string, string>][]) {
          const fields = Object.entries(form).map(
            ([name, value]) => `<input name="${name}" value="${value}">`,
          );
          const body = `<form method="post" action="${own}${path}">${fields.join('')}<button>Win</button></form>`;
          shown = { headers, body };
          await page.goto(sibling);
          const { status, cookie, ...sent } = await submitted(() => page.click('button'));
          expect(cookie).toMatch(/JSESSIONID=.*hearth-admin=|hearth-admin=.*JSESSIONID=/); // SameSite keeps none of them back
          const origin = 'Referrer-Policy' in headers ? 'null' : sibling;
          expect(sent).toEqual({ site: sendsMetadata ? 'same-site' : undefined, origin });
          expect([path, status]).toEqual([path, 403]);
        }
        expect(await state(server)).toEqual(before);
      });

    test('a link on it can still open every page, even the question of /logout', async () => {
      const links = ['/account', '/admin', '/logout'].map((path) => `<a href="${own}${path}">${path}</a>`);
      shown = { headers: {}, body: links.join('') };
      for (const [path, heading] of [
        ['/account', 'Hello, Anna'],
        ['/admin', 'Overview'],
        ['/logout', 'Sign out'],
      ]) {
        await page.goto(sibling);
        await page.click(`text="${path}"`);
        await page.waitForURL(`${own}${path}`);
        await expect(page.locator('h1')).toContainText(heading);
      }
    });
  });

async function state(server: TestServer): Promise<unknown> {
  const sessions = [await count(server, 'session'), await count(server, 'admin_session')];
  return [sessions, await rows(server, 'SELECT id, name FROM account ORDER BY id')];
}
