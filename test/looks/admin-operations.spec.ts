import { newAdmin } from '../support/admin-api.js';
import { aDay } from '../support/console-data.js';
import { MailServer } from '../support/mail-server.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

test.describe('console in a real browser: operator pages', () => {
  let server: TestServer;
  let mail: MailServer;
  test.beforeAll(async () => {
    mail = await MailServer.start();
    server = await startApp({ SMTP_URL: mail.url });
    await aDay(server, mail);
  });
  test.afterAll(async () => {
    await server.close();
    await mail.goDown();
  });

  for (const path of ['/outbox', '/audit?to=2026-03-01T12:00', '/settings', '/doctor', '/legacy-use'])
    test(`/admin${path} has no flaw in any look`, async () => {
      const admin = await newAdmin(server);
      const judged = await WatchedPage.open(browser);
      await judged.page.goto(`${server.url}/admin${path}`);
      await submitSignIn(judged.page, admin);
      await expect(judged.page.locator('.menu')).toBeVisible();
      expect(await judged.flaws(`admin${path.replace(/\W.*|\//g, '') || path.slice(1, 6)}`)).toEqual([]);
      expect(judged.problems).toEqual([]);
    });
});
