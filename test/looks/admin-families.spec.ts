import { newAdmin, type Admin } from '../support/admin-api.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

test.describe('the console in a real browser: a new family', () => {
  let server: TestServer;
  let admin: Admin;
  test.beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
  });
  test.afterAll(() => server.close());

  async function open(path: string): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser);
    await watched.page.goto(`${server.url}${path}`);
    await submitSignIn(watched.page, admin);
    await expect(watched.page.locator('.menu')).toBeVisible();
    return watched;
  }

  test('the forms and a pending invitation have no flaw in any look', async () => {
    const watched = await open('/admin/new-family');
    const { page } = watched;
    expect(await watched.flaws('admin-new-family')).toEqual([]);
    await page.fill('#name', 'The Flawless');
    await page.click('button:has-text("Create family")');
    await page.click('text=Invite somebody by e-mail');
    await page.fill('#invite-email', 'flora@flawless.example');
    await page.fill('#invite-name', 'Flora');
    await page.click('button:has-text("Send invitation")');
    for (const each of ['Add a member or change a role', 'Invite somebody by e-mail'])
      await page.click(`text=${each}`);
    expect(await watched.flaws('admin-family')).toEqual([]);
    expect(watched.problems).toEqual([]);
  });
});
