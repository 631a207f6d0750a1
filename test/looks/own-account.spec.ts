import { LateLinks } from '../../src/identity/mailed-links/late-links.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { newEmail } from '../support/invitations.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { longNames, openAccount } from '../support/own-pages.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

test.describe("sections of a person's account, in a real browser (D235, D236, D237)", () => {
  let server: TestServer;
  let founder: Member;
  let familyId: string;
  test.beforeAll(async () => {
    server = await startApp();
    ({ founder, familyId } = await longNames(server));
  });
  test.afterAll(() => server.close());

  test('look right in every look and pass axe, with long names, in German', async () => {
    const watched = await WatchedPage.open(browser, { locale: 'de' });
    const { page } = watched;
    const flaws: string[] = [];
    await openAccount(page, server, founder);
    for (const section of ['', '/devices', '/history', '/applications', '/families', '/data']) {
      await page.goto(`${server.url}/account${section}`);
      flaws.push(...(await watched.flaws(`own-account${section.replace('/', '-')}`)));
    }
    await page.goto(`${server.url}/account/families/${familyId}`);
    await page.fill('#name', 'Gast');
    await page.fill('#address', newEmail());
    await page.click('#invite button[type=submit]');
    await expect(page.locator('#invitations [role=status]')).toBeVisible();
    await server.get(LateLinks).settled();
    await page.goto(`${server.url}/account/families/${familyId}`);
    flaws.push(...(await watched.flaws('own-account-family')));
    await page.click('#rename button[type=submit]');
    await expect(page.locator('#rename [role=status]')).toBeVisible();
    await page.click('#members a');
    await expect(page.locator('form[action$="/remove"]')).toBeVisible();
    flaws.push(...(await watched.flaws('own-account-family-member')));
    await page.click('form[action$="/remove"] button');
    await expect(page.locator('#members [role=status]')).toBeVisible();
    await page.click('#delete a');
    await expect(page.locator('form[action$="/delete"]')).toBeVisible();
    flaws.push(...(await watched.flaws('own-account-family-end')));
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
  });

  test('the page to keep the account looks right in every look', async () => {
    const who = await newMember(server);
    const watched = await WatchedPage.open(browser, { locale: 'de' });
    const { page } = watched;
    await openAccount(page, server, who);
    await page.goto(`${server.url}/account/data`);
    await page.click('#delete button[type=submit]');
    await page.fill('#current', who.password);
    await page.click('main form button[type=submit]');
    await page.waitForURL('**/account/data');
    await page.click('#delete button[type=submit]');
    await expect(page.locator('.narrow')).toBeVisible();
    const flaws = await watched.flaws('own-account-deletion-asked');
    await page.goto(`${server.url}/sign-in`);
    await submitSignIn(page, who);
    await expect(page.locator('[role=alert] a')).toBeVisible();
    flaws.push(...(await watched.flaws('own-account-sign-in-leaving')));
    await page.click('[role=alert] a');
    await expect(page.locator('form[action="/keep-account"]')).toBeVisible();
    flaws.push(...(await watched.flaws('own-account-keep')));
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
  });
});
