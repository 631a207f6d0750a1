import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OwnData } from '../../src/account/data/own-data.js';
import type { Language } from '../../src/platform/pages/texts/texts.js';
import { tokensFor } from '../support/a01.js';
import type { Member } from '../support/forgotten-password.js';
import { longNames, openAccount } from '../support/own-pages.js';
import { browser, expect, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { unzip } from '../support/unzip.js';
import { WatchedPage } from '../support/watched-page.js';

test.describe('the page of the data download, opened from a disk', () => {
  let server: TestServer;
  let founder: Member;
  const folder = mkdtempSync(join(tmpdir(), 'hearth-data-'));
  test.beforeAll(async () => {
    server = await startApp();
    ({ founder } = await longNames(server));
    await tokensFor(server, founder);
    const watched = await WatchedPage.open(browser);
    await openAccount(watched.page, server, founder);
  });
  test.afterAll(async () => {
    rmSync(folder, { recursive: true });
    await server.close();
  });

  for (const language of ['en', 'de', 'pl'] as const satisfies readonly Language[])
    test(`looks right in every look and passes axe, in ${language}`, async () => {
      const reader = { language, timeZone: 'Europe/Berlin', path: '/account/data' };
      const parts = await (await server.get(OwnData).archive(founder.id, reader)).toArray();
      for (const [name, content] of unzip(Buffer.concat(parts as Buffer[]))) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
      }
      const watched = await WatchedPage.open(browser, { locale: language });
      await watched.page.goto(String(pathToFileURL(join(folder, 'index.html'))));
      await expect(watched.page.locator('#identifiers dd').first()).toBeVisible();
      const flaws = await watched.flaws(`own-data-${language}`);
      expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
    });
});
