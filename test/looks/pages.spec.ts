import type { Page } from '@playwright/test';
import { violationsOf } from '../support/axe.js';
import { browser, expect, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';

const PHONE = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 800 };

test.describe('pages in a real browser', () => {
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startApp();
  });
  test.afterAll(() => server.close());

  /** Opens a page and collects the browser's complaints, content security policy included. */
  async function open(
    path: string,
    colorScheme: 'light' | 'dark',
    viewport = DESKTOP,
  ): Promise<{ page: Page; problems: string[] }> {
    const context = await browser.newContext({ colorScheme, viewport });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
    page.on('pageerror', (error) => void problems.push(String(error)));
    await page.goto(`${server.url}${path}`);
    const folder = process.env.SCREENSHOTS;
    if (folder)
      await page.screenshot({
        path: `${folder}/${path.replaceAll('/', '_')}-${colorScheme}-${viewport.width}.png`,
        fullPage: true,
      });
    return { page, problems };
  }

  for (const [scheme, viewport] of [
    ['light', DESKTOP],
    ['light', PHONE],
    ['dark', DESKTOP],
    ['dark', PHONE],
  ] as const)
    test(`shows the start page, accessible and without side-scrolling, ${scheme} at ${JSON.stringify(viewport)}`, async () => {
      const { page, problems } = await open('/', scheme, viewport);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account at Hearth');
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
      expect(problems).toEqual([]);
    });

  test('shows a page, not JSON, for an unknown path', async () => {
    const { page } = await open('/nowhere', 'light');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    expect(await violationsOf(page)).toEqual([]);
  });
});
