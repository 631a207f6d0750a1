import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const PHONE = { width: 390, height: 844 };

describe('the API reference, in a real browser', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startApp(), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function open(path: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, options);
    await watched.page.goto(`${server.url}${path}`);
    return watched;
  }

  it.each([
    ['docs', '/docs'],
    ['docs-tokens', '/docs/tokens'],
    ['docs-administration', '/docs/administration'],
    ['docs-operation', '/docs/provisioning/provcreateaccount'],
    ['docs-body', '/docs/administration/adminclientcreate'],
    ['docs-errors', '/docs/errors'],
    ['docs-search', '/docs/search?q=family'],
    ['docs-nothing-found', '/docs/search?q=zzz'],
  ])('%s has no flaw in any look', async (name, path) => {
    const watched = await open(path);
    expect(await watched.flaws(name)).toEqual([]);
    expect(watched.problems).toEqual([]);
    await watched.close();
  });

  it('leads from the start to an operation, and by search to another, without script', async () => {
    const { page } = await open('/docs', { javaScriptEnabled: false });
    await page.click('.links >> text=Provision');
    await page.click('.listing >> text=Create a family');
    expect(await page.locator('.menu [aria-current=page]').textContent()).toBe('provcreatefamily');
    await page.fill('[name=q]', 'accping');
    await page.keyboard.press('Enter');
    await page.click('.listing a');
    expect(await page.textContent('.address')).toContain('/api/acc/ping');
    expect(await page.locator('.code button:visible').count()).toBe(0);
    await page.context().close();
  });

  it('with script, `/` leads to search and examples are copied', async () => {
    const { page } = await open('/docs/calls/accping', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.keyboard.press('/');
    expect(await page.locator('[name=q]:focus').count()).toBe(1);
    await page.click('[aria-label="Copy curl"]');
    await page.waitForSelector('[data-copied]');
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/^curl .*\/api\/acc\/ping$/s);
    await page.context().close();
  });

  it('on a phone the navigation is a drawer, without script', async () => {
    const { page } = await open('/docs/tokens', { viewport: PHONE, javaScriptEnabled: false });
    const menu = page.locator('nav.menu');
    expect(await menu.isVisible()).toBe(false);
    await page.click('text=Menu');
    expect(await menu.isVisible()).toBe(true);
    await menu.getByText('oauth2revoke').click();
    expect(await page.textContent('.address')).toContain('/revoke');
    await page.context().close();
  });
});
