import type { BrowserContextOptions } from '@playwright/test';
import { browser, expect, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

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

  for (const [name, path] of [
    ['docs', '/docs'],
    ['docs-tokens', '/docs/tokens'],
    ['docs-administration', '/docs/administration'],
    ['docs-operation', '/docs/provisioning/provcreateaccount'],
    ['docs-body', '/docs/administration/adminclientcreate'],
    ['docs-errors', '/docs/errors'],
    ['docs-search', '/docs/search?q=family'],
    ['docs-nothing-found', '/docs/search?q=zzz'],
    ['docs-folder', '/docs/sign-people-in'],
    ['docs-guide', '/docs/administer/clients'],
    ['docs-guide-pictures', '/docs/sign-people-in/devices'],
    ['docs-decisions', '/docs/decisions'],
    ['docs-moved', '/docs/moved'],
  ] as const)
    test(`${name} has no flaw in any look`, async () => {
      const watched = await open(path);
      expect(await watched.flaws(name)).toEqual([]);
      expect(watched.problems).toEqual([]);
    });
});
