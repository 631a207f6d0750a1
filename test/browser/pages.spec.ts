import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { violationsOf } from '../support/axe.js';
import { openBrowser } from '../support/browser.js';
import { startApp, type TestServer } from '../support/start-app.js';

const PHONE = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 800 };

describe('the pages in a real browser', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startApp(), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** Opens a page and gathers what the browser complains of, content security policy included. */
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

  it.each([
    ['light', DESKTOP],
    ['light', PHONE],
    ['dark', DESKTOP],
    ['dark', PHONE],
  ] as const)(
    'shows the start page, accessible and without side-scrolling, %s at %j',
    async (scheme, viewport) => {
      const { page, problems } = await open('/', scheme, viewport);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Hearth is running');
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  it('shows a page, not JSON, where there is none', async () => {
    const { page } = await open('/nowhere', 'light');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page not found');
    expect(await violationsOf(page)).toEqual([]);
    await page.context().close();
  });
});
