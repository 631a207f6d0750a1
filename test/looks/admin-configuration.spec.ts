import { AdminApi, newAdmin, type Admin } from '../support/admin-api.js';
import { BOOKS, PARTNER, type ConfigurationDocument } from '../support/configuration-documents.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

test.describe('console in a real browser, export and import', () => {
  let server: TestServer;
  let admin: Admin;
  test.beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
  });
  test.afterAll(() => server.close());

  /** Past the console, in a session whose password was just given. */
  const send: AdminApi['send'] = async (...asked) => (await AdminApi.signIn(server, admin)).send(...asked);
  const exported = async () => (await send('GET', '/configuration')).body as unknown as ConfigurationDocument;

  test('the pages look right in every look and pass axe', async () => {
    const watched = await WatchedPage.open(browser);
    const { page } = watched;
    await page.goto(`${server.url}/admin/configuration`);
    await submitSignIn(page, admin);
    await expect(page.locator('nav.menu')).toBeVisible();
    const { clients } = await exported();
    const [first] = clients;
    const changed = { ...first, name: 'A new name', redirectUrls: ['https://new.example/callback'] };
    server.clock.advance({ minutes: 6 });
    await page.reload();
    await page.fill('#document', '{');
    await page.fill('#import-password', admin.password);
    await page.click('button:has-text("Preview changes")');
    await expect(page.locator('[role=alert]')).toBeVisible();
    expect(await watched.flaws('admin-configuration-refused')).toEqual([]);
    await page.fill('#document', JSON.stringify({ rulesets: [PARTNER], clients: [changed, BOOKS] }));
    await page.check('#prune');
    await page.click('button:has-text("Preview changes")');
    await expect(page.locator('#delete')).toBeVisible();
    expect(await watched.flaws('admin-configuration-preview')).toEqual([]);
    expect(watched.problems).toEqual([]);
  });
});
