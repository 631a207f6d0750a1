import { protect } from '../support/device-passwords.js';
import { newMember, newestMessage, type Member } from '../support/forgotten-password.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { openAccount } from '../support/own-pages.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

test.describe('device passwords and a lost second factor, in a real browser (D248, D250)', () => {
  let server: TestServer;
  let me: Member;
  test.beforeAll(async () => {
    server = await startApp();
    me = await newMember(server);
  });
  test.afterAll(() => server.close());

  test('creates a device password, shows it once and ends it, in every look', async () => {
    const watched = await WatchedPage.open(browser, { locale: 'de' });
    const { page } = watched;
    const flaws: string[] = [];
    await openAccount(page, server, me);
    await page.goto(`${server.url}/account/sign-in`);
    await page.getByRole('link', { name: 'Gerätepasswörter' }).click();
    await page.waitForURL('**/account/device-passwords');
    flaws.push(...(await watched.flaws('device-passwords-none')));
    await page.fill('#name', ' ');
    await page.click('#new button[type=submit]');
    await expect(page.locator('#name[aria-invalid=true]')).toBeVisible();
    flaws.push(...(await watched.flaws('device-passwords-refused')));
    await page.fill('#name', 'Tablet');
    await page.click('#new button[type=submit]');
    await expect(page.locator('#made')).toBeVisible();
    await expect(page.locator('#made code')).toHaveText(/^[a-z2-9]{4}(-[a-z2-9]{4}){4}$/);
    flaws.push(...(await watched.flaws('device-passwords-made')));
    await page.goto(`${server.url}/account/device-passwords`);
    await expect(page.locator('code')).toHaveCount(0);
    await page.getByRole('button', { name: 'Widerrufen: Tablet' }).click();
    await expect(page.locator('text=Sie haben keines.')).toBeVisible();
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
  });

  test('requests the removal of a lost second factor, waits and completes it, on a phone and by keyboard', async () => {
    const watched = await WatchedPage.open(browser, { locale: 'en', viewport: PHONE });
    const { page } = watched;
    const flaws: string[] = [];
    await protect(server, me.id);
    await page.goto(`${server.url}/lost-factor`);
    flaws.push(...(await watched.flaws('lost-factor-signed-out')));
    await page.goto(`${server.url}/sign-in`);
    await submitSignIn(page, me);
    await page.focus('a[href="/lost-factor"]');
    await page.keyboard.press('Enter');
    await expect(page.locator('form.card')).toBeVisible();
    flaws.push(...(await watched.flaws('lost-factor')));
    await page.focus('form.card button[type=submit]');
    await page.keyboard.press('Enter');
    await expect(page.locator('text=Check your messages')).toBeVisible();
    const { path } = await newestMessage(server, me.id);
    await page.goto(server.url + path);
    flaws.push(...(await watched.flaws('lost-factor-waits')));
    server.clock.advance({ days: 2 });
    await page.goto(server.url + path);
    flaws.push(...(await watched.flaws('lost-factor-ready')));
    await page.focus('form.card button[type=submit]');
    await page.keyboard.press('Enter');
    await expect(page.locator('text=The second factor is removed')).toBeVisible();
    flaws.push(...(await watched.flaws('lost-factor-removed')));
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
  });
});
