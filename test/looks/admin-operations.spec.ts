import { newAdmin, type Admin } from '../support/admin-api.js';
import { aDay } from '../support/console-data.js';
import { MailServer } from '../support/mail-server.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

test.describe('the console in a real browser, without script: what an operator looks at', () => {
  let server: TestServer;
  let mail: MailServer;
  let admin: Admin;
  let watched: WatchedPage;
  test.beforeAll(async () => {
    mail = await MailServer.start();
    server = await startApp({ SMTP_URL: mail.url });
    admin = await newAdmin(server);
    await aDay(server, mail);
    watched = await signedIn(admin);
  });
  test.afterAll(async () => {
    await watched.close();
    await server.close();
    await mail.goDown();
  });

  async function signedIn({ email, password }: Admin): Promise<WatchedPage> {
    const opened = await WatchedPage.open(browser, { javaScriptEnabled: false });
    await opened.page.goto(`${server.url}/admin`);
    await submitSignIn(opened.page, { email, password });
    return opened;
  }

  for (const path of ['/outbox', '/audit?to=2026-03-01T12:00', '/settings', '/doctor', '/legacy-use'])
    test(`/admin${path} has no flaw in any look`, async () => {
      const { email, password } = await newAdmin(server);
      const judged = await WatchedPage.open(browser);
      await judged.page.goto(`${server.url}/admin${path}`);
      await submitSignIn(judged.page, { email, password });
      expect(await judged.flaws(`admin${path.replace(/\W.*|\//g, '') || path.slice(1, 6)}`)).toEqual([]);
      expect(judged.problems).toEqual([]);
    });
});
