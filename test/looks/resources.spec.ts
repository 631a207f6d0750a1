import { AdminApi, newAdmin, type Admin } from '../support/admin-api.js';
import { basic, post } from '../support/a01.js';
import { CLIENTS } from '../support/fixtures.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { openAccount } from '../support/own-pages.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { RESOURCES, startWithResources, tokensOf } from '../support/resources.js';
import type { TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const { reports, photos } = RESOURCES;
/** As long as a name can be, one from right to left, one without a place to break. */
const NAMES = { ledger: 'דוחות '.repeat(10).trim(), reports: 'Rechnungen'.repeat(6) };
const SCOPES = ['reports:read הצג את הדוחות שלך', `reports:write ${'Unterlagen'.repeat(12)}`];

test.describe('what an application may reach at the servers of others, in a real browser', () => {
  let server: TestServer;
  let admin: Admin;
  let me: Member;
  test.beforeAll(async () => {
    server = await startWithResources();
    admin = await newAdmin(server);
    me = await newMember(server);
    const api = await AdminApi.signIn(server, admin);
    const change = (id: string, body: object) =>
      api.send('PATCH', `/resources/${id}`, { body, ifMatch: '*' });
    await change('reports', { scopes: SCOPES, name: NAMES.reports });
    await change('ledger', { tokenFormat: 'opaque', name: NAMES.ledger });
    for (const asked of [
      { resource: reports, scope: 'reports:read reports:write openid profile' },
      { resource: RESOURCES.ledger },
      { resource: photos, scope: 'photos openid' },
    ])
      await tokensOf(server, me, { asked });
    const grant = { grant_type: 'password', username: me.email, password: me.password };
    await post(server, '/token', { ...grant, resource: reports, scope: 'reports:read' }, basic(CLIENTS.app));
    await api.send('DELETE', '/resources/photos', { ifMatch: '*' });
  });
  test.afterAll(() => server.close());

  for (const locale of ['en', 'de'])
    test(`the pages of its user look right in every look and pass axe, in ${locale}`, async () => {
      const watched = await WatchedPage.open(browser, { locale });
      const flaws: string[] = [];
      await openAccount(watched.page, server, me);
      for (const section of ['applications', 'devices']) {
        await watched.page.goto(`${server.url}/account/${section}`);
        await expect(watched.page.getByText(NAMES.reports)).toBeVisible();
        flaws.push(...(await watched.flaws(`resources-${section}-${locale}`)));
      }
      expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
    });

  test('the lists of the console look right in every look and pass axe', async () => {
    const watched = await WatchedPage.open(browser);
    const { page } = watched;
    const flaws: string[] = [];
    await page.goto(`${server.url}/admin`);
    await submitSignIn(page, admin);
    await expect(page.locator('h1')).toBeVisible();
    for (const path of [`accounts/${me.id}/applications`, `grants?account=${me.id}`]) {
      await page.goto(`${server.url}/admin/${path}`);
      await expect(page.getByText(NAMES.ledger).first()).toBeVisible();
      flaws.push(...(await watched.flaws(`resources-console-${path.split('/')[0].split('?')[0]}`)));
    }
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
  });
});
