import type { Page } from '@playwright/test';
import { LANGUAGES } from '../../src/platform/pages/texts/texts.js';
import { Authenticator, protectedMember, setupCodeFor } from '../support/authenticator.js';
import { rows } from '../support/database-rows.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

const LARGEST_PAGE = 60 * 1024;

test.describe('second factors in a real browser (D242, D243, D244)', () => {
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startApp({ ADMIN_SECOND_FACTOR: 'required' });
  });
  test.afterAll(() => server.close());

  async function giveName(page: Page, path: string, who: { email: string; password: string }): Promise<void> {
    await page.goto(server.url + path);
    await submitSignIn(page, who);
  }
  const keyOn = async (page: Page) => new Authenticator(server, (await page.textContent('p > code')) ?? '');

  for (const language of LANGUAGES)
    test(`pages have room for their texts at 320 px, and are small, in ${language}`, async () => {
      const [me, fresh] = [await newMember(server), await newMember(server)];
      const { app } = await protectedMember(server, me);
      const watched = await WatchedPage.open(browser, { viewport: PHONE });
      const { page } = watched;
      await page.context().addCookies([{ name: 'hearth_language', value: language, url: server.url }]);
      const wrong: string[] = [];
      const measure = async (what: string) => {
        const bytes = Buffer.byteLength(await page.content());
        if (bytes > LARGEST_PAGE) wrong.push(`${what}: ${bytes} bytes`);
        wrong.push(...(await watched.tooWide()).map((flaw) => `${what}: ${flaw}`));
      };
      await giveName(page, '/sign-in', me);
      await page.click('summary');
      await measure('step');
      await page.fill('#code', app.next());
      await page.check('#trust');
      await page.click('.card form button[type=submit]');
      await page.goto(`${server.url}/account/second-factor`);
      for (const summary of await page.locator('main summary').all()) await summary.click();
      await measure('on');
      await page.click('header form button');
      await setUp(page, fresh, measure);
      expect(wrong).toEqual([]);
    });

  async function setUp(page: Page, who: Member, measure: (what: string) => Promise<void>): Promise<void> {
    await giveName(page, '/sign-in', who);
    await page.goto(`${server.url}/account/second-factor`);
    await rows(server, `UPDATE account SET role = 'support' WHERE id = $1`, [who.id]); // it requires a set-up code
    await page.click('main form button[type=submit]');
    await measure('setup');
    await page.fill('#setupCode', await setupCodeFor(server, who.id));
    await page.fill('#code', (await keyOn(page)).code());
    await page.click('main form button[type=submit]');
    await measure('codes');
  }
});
