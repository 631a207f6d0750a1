import type { Page } from '@playwright/test';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { contrast } from '../support/contrast.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><rect width="200" height="40" fill="#1b5799"/></svg>`;

test.describe('branding in a real browser', () => {
  let server: TestServer;
  let admin: Admin;
  test.beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
  });
  test.afterAll(() => server.close());

  async function open(page: Page, path: string): Promise<void> {
    await page.goto(`${server.url}${path}`);
    if (!(await page.locator('form[action*="/admin/sign-in"] #password').count())) return;
    await submitSignIn(page, admin);
  }

  test('is drafted after a slip, looked at, and published; the pages have its colours and pass axe', async () => {
    const watched = await WatchedPage.open(browser);
    const { page } = watched;
    await open(page, '/admin/branding');
    await page.fill('#name', 'Smith Family Cloud');
    await page.fill('#accentLight', '#ffcc00');
    await page.click('text=Save draft');
    await expect(page.locator('#accentLight-error')).toContainText('4.5:1');
    await expect(page.locator('#name')).toHaveValue('Smith Family Cloud');
    await page.fill('#accentLight', '#1b5799');
    await page.fill('#passwordNote', 'The password of your Smith account.');
    await page.fill('#termsUrl', 'https://smith.example/terms');
    await page.click('text=Save draft');
    await expect(page.locator('[role=status]')).toContainText('Draft saved');
    await page.setInputFiles('#file', {
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(LOGO),
    });
    await page.click('text=Upload into the draft');
    await expect(page.locator('[role=status]')).toContainText('Image saved');
    expect(await watched.flaws('admin-branding')).toEqual([]);
    for (const preview of ['sign-in', 'consent', 'mail']) {
      await page.goto(`${server.url}/admin/branding/preview?page=${preview}`);
      await expect(page.locator('img')).toHaveAttribute('alt', 'Smith Family Cloud');
      const flaws = preview === 'mail' ? [] : await watched.flaws(`branded-${preview}`);
      expect(flaws).toEqual([]);
    }
    await page.goto(`${server.url}/admin/branding`);
    await page.click('button:has-text("Publish")');
    await expect(page.locator('[role=status]')).toContainText('Published');
    await page.click('text=Remove branding');
    expect(await watched.flaws('admin-branding-remove')).toEqual([]);
    for (const path of ['/sign-in', '/forgot-password', '/invitation/none', '/no-such-page']) {
      await page.goto(`${server.url}${path}`);
      expect(await watched.flaws(`branded${path.replaceAll('/', '-')}`)).toEqual([]);
    }
    expect(watched.problems).toEqual([]);
  });

  for (const [colorScheme, accent] of [
    ['light', /^rgb\(27, 87, 153\)$/],
    ['dark', /^rgb\(/],
  ] as const)
    test(`the button has the accent, and text that can be read, ${colorScheme}`, async () => {
      const watched = await WatchedPage.open(browser, { colorScheme });
      await watched.page.goto(`${server.url}/sign-in`);
      const [ground, text] = await watched.page
        .locator('form.card button[type=submit]')
        .evaluate((button) => {
          const style = getComputedStyle(button);
          return [style.backgroundColor, style.color];
        });
      expect(ground).toMatch(accent);
      expect(contrast(ground, text)).toBeGreaterThanOrEqual(4.5);
    });
});
