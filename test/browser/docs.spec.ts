import type { BrowserContextOptions } from '@playwright/test';
import { browser, expect, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const PHONE = { width: 390, height: 844 };

test.describe('the documentation, in a real browser', () => {
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startApp();
  });
  test.afterAll(() => server.close());

  async function open(path: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, options);
    await watched.page.goto(`${server.url}${path}`);
    return watched;
  }

  test('leads from the start to an operation, and by search to another, without JavaScript', async () => {
    const { page } = await open('/docs', { javaScriptEnabled: false });
    await page.click('.tasks >> text=Provision');
    await page.click('.listing >> text=Create a family');
    await expect(page.locator('.menu [aria-current=page]')).toHaveText('provcreatefamily');
    await page.fill('[name=q]', 'accping');
    await page.keyboard.press('Enter');
    await page.click('.listing a');
    await expect(page.locator('.address')).toContainText('/api/acc/ping');
    await expect(page.locator('.code button:visible')).toHaveCount(0);
  });

  test('leads from a folder to a guide, by its contents to a section, and on to the next, without JavaScript', async () => {
    const { page } = await open('/docs', { javaScriptEnabled: false });
    await page.click('.links >> text=Operate');
    await page.click('main >> text=Runbook');
    await expect(page.locator('.menu [aria-current=page]')).toHaveText('Runbook');
    await page.click('.contents >> text=Every day');
    await expect(page.locator('#every-day')).toBeInViewport();
    await page.click('.beside .next');
    await expect(page.locator('.trail a')).toHaveText(['Documentation', 'Operate']);
    await page.fill('[name=q]', 'poolers');
    await page.keyboard.press('Enter');
    await page.click('.listing a');
    await expect(page.locator('#poolers')).toBeInViewport();
  });

  test('a block of a guide is copied as it stands there', async () => {
    const { page } = await open('/docs/operate/runbook', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const block = page.locator('figure.code').first();
    await block.getByRole('button').click();
    await expect(block.locator('[data-copied]')).toBeVisible();
    const shown = await block.locator('pre').innerText();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(shown);
  });

  test('on a phone wide tables scroll in themselves, and the page does not', async () => {
    const { page } = await open('/docs/operate/reference', { viewport: { width: 360, height: 740 } });
    await expect(page.locator('.wide').first()).toBeVisible();
    const [content, wide] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      [...document.querySelectorAll('.wide')].filter((table) => table.scrollWidth > table.clientWidth).length,
    ]);
    expect(content).toBeLessThanOrEqual(360);
    expect(wide).toBeGreaterThan(0);
  });

  for (const width of [390, 1280])
    test(`the side bar tells the operations of each task apart, ${width} pixels wide`, async () => {
      const { page } = await open('/docs', { viewport: { width, height: 844 } });
      const tasks = await page
        .locator('.tasks a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(tasks.length).toBeGreaterThan(4);
      for (const task of tasks) {
        await page.goto(`${server.url}${task}`);
        if (width < 800) await page.click('.drawer-button');
        const shown = await page.locator('.menu .operations code').evaluateAll((names) =>
          names.map((name) => {
            const parts = [...name.querySelectorAll('span')].map((part) => {
              const { right } = part.getBoundingClientRect();
              const text = part.firstChild;
              const range = document.createRange();
              const characters = [...(part.textContent ?? '')];
              return characters.filter((_, at) => {
                range.setStart(text as Node, at);
                range.setEnd(text as Node, at + 1);
                return range.getBoundingClientRect().right <= right + 1;
              });
            });
            const end = name.closest('a')?.getBoundingClientRect().right ?? 0;
            return name.getBoundingClientRect().right <= end
              ? parts.map((part) => part.join('')).join('…')
              : 'out';
          }),
        );
        expect(shown.length).toBeGreaterThan(0);
        expect(shown.filter((name, at) => name === 'out' || shown.indexOf(name) !== at)).toEqual([]);
      }
    });

  test('with JavaScript, `/` opens the search and examples can be copied', async () => {
    const { page } = await open('/docs/calls/accping', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.keyboard.press('/');
    await expect(page.locator('[name=q]:focus')).toHaveCount(1);
    await page.click('[aria-label="Copy curl"]');
    await expect(page.locator('[data-copied]')).toBeVisible();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/^curl .*\/api\/acc\/ping$/s);
  });

  test('on a phone the navigation is a drawer, without JavaScript', async () => {
    const { page } = await open('/docs/tokens', { viewport: PHONE, javaScriptEnabled: false });
    const menu = page.locator('nav.menu');
    await expect(menu).toBeHidden();
    await page.click('text=Menu');
    await expect(menu).toBeVisible();
    await menu.getByText('oauth2revoke').click();
    await expect(page.locator('.address')).toContainText('/revoke');
  });
});
