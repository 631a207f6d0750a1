import type { Page } from '@playwright/test';
import { newAdmin } from '../support/admin-api.js';
import { rows } from '../support/database-rows.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { invited, PASSWORD } from '../support/invitations.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { giveThePassword, openWithDevice } from '../support/passkey-pages.js';
import { startAtName } from '../support/passkeys.js';
import type { TestServer } from '../support/start-app.js';
import { VirtualAuthenticator } from '../support/virtual-authenticator.js';
import { WatchedPage } from '../support/watched-page.js';

const PASSKEY = '[data-passkey-sign-in] button';
const SAID = '[data-passkey-sign-in] [role=alert]';

test.describe('passkeys, in a real browser with its virtual authenticator (D245, D246, D247)', () => {
  let server: TestServer;
  let site: string;
  let watched: WatchedPage;
  let page: Page;
  let device: VirtualAuthenticator;
  let me: Member;
  test.beforeAll(async () => {
    ({ server, site } = await startAtName());
    await newAdmin(server); // otherwise its console leads to the set-up
  });
  test.afterAll(() => server.close());
  test.beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    me = await newMember(server);
    ({ watched, page, device } = await openWithDevice());
  });

  /** Offered after the password, and taken. */
  async function takeTheOffer(): Promise<void> {
    await giveThePassword(page, me, `${site}/sign-in`);
    await expect(page.locator('h1:has-text("Sign in without a password next time?")')).toBeVisible();
    await device.touch(true);
    await page.click('form[data-passkey-add] button');
    await page.waitForURL(`${site}/account`);
    await device.touch(false);
  }

  async function signOut(): Promise<void> {
    await page.context().clearCookies();
    await page.goto(`${site}/sign-in`);
    await expect(page.locator(PASSKEY)).toBeVisible();
  }

  async function pressTheButton(): Promise<void> {
    await device.touch(true);
    await page.click(PASSKEY);
  }

  test('offers a passkey after the password, adds it, and signs in by the button', async () => {
    await takeTheOffer();
    expect(await device.credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
    await page.goto(`${site}/account/sign-in`);
    await expect(page.locator('#passkeys')).toContainText('not used yet');
    await signOut();
    await pressTheButton();
    await page.waitForURL(`${site}/account`);
    await page.goto(`${site}/account/sign-in`);
    await expect(page.locator('#passkeys')).toContainText('last used');
    await page.click('#passkeys button:has-text("Remove")');
    await expect(page.locator('#passkeys li')).toBeHidden();
    expect(watched.problems).toEqual([]);
  });

  test('signs in with a passkey from the list in the first field, without a click on the button', async () => {
    await takeTheOffer();
    const [kept] = await device.credentials();
    await watched.close();
    watched = await WatchedPage.open(browser);
    ({ page } = watched);
    await (await VirtualAuthenticator.in(page)).add(kept);
    await page.goto(`${site}/sign-in`);
    await page.waitForURL(`${site}/account`);
    expect(watched.problems).toEqual([]);
  });

  test('works by keyboard only: the offer is postponed, and later a passkey is added and used', async () => {
    await giveThePassword(page, me, `${site}/sign-in`);
    await expect(page.locator('form[data-passkey-add] button')).toBeVisible();
    await page.focus('form[action="/account/passkeys/later"] button');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site}/account`);
    await page.goto(`${site}/account/sign-in`);
    await page.focus('#passkeys button');
    await page.keyboard.press('Enter');
    await expect(page.locator('form[data-passkey-add]')).toBeVisible();
    await page.focus('#name');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Kitchen tablet');
    await device.touch(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site}/account/sign-in`);
    await expect(page.locator('#passkeys li')).toContainText('Kitchen tablet');
    await device.touch(false);
    await signOut();
    await page.focus('form.card button[type=submit]');
    await page.keyboard.press('Tab');
    await device.touch(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site}/account`);
  });

  test('explains a cancelled or unrecognized passkey, and continues with the password', async () => {
    await takeTheOffer();
    await signOut();
    await device.recognize(false);
    await pressTheButton();
    await expect(page.locator(`${SAID}:not([hidden])`)).toBeVisible();
    await expect(page.locator(SAID)).toContainText('No passkey was chosen');
    await expect(page.locator(PASSKEY)).toBeFocused();
    expect(await watched.flaws('passkey-cancelled')).toEqual([]);
    await submitSignIn(page, me);
    await page.waitForURL(`${site}/account`);
  });

  test('creates no second passkey on a device that has one', async () => {
    await takeTheOffer();
    await page.goto(`${site}/account/passkeys/new`);
    await device.touch(true);
    await page.click('form[data-passkey-add] button');
    await expect(page.locator('form[data-passkey-add] [role=alert]:not([hidden])')).toBeVisible();
    await expect(page.locator('form[data-passkey-add] [role=alert]')).toHaveText(
      'This device already has a passkey for your account.',
    );
  });

  test('refuses a response that is sent again', async () => {
    await takeTheOffer();
    await signOut();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await pressTheButton();
    const form = Object.fromEntries(new URLSearchParams((await sent).postData() ?? ''));
    await page.waitForURL(`${site}/account`);
    const again = await page.context().request.post(`${site}/sign-in`, { form, maxRedirects: 0 });
    expect([again.status(), (await again.text()).includes('This passkey was not accepted')]).toEqual([
      401,
      true,
    ]);
  });

  test('refuses a copy with an old counter, and a response that names another account', async () => {
    await takeTheOffer();
    const [copy] = await device.credentials();
    await signOut();
    await pressTheButton();
    await page.waitForURL(`${site}/account`);
    await device.touch(false);
    for (const kept of [
      copy,
      { ...copy, signCount: 1000, userHandle: Buffer.alloc(32, 7).toString('base64') },
    ]) {
      await device.clear();
      await device.add(kept);
      await signOut();
      await pressTheButton();
      await expect(page.locator('.card > [role=alert]')).toBeVisible();
      await expect(page.locator('.card > [role=alert]')).toContainText('This passkey was not accepted');
      await device.touch(false);
    }
    expect(await watched.flaws('passkey-refused')).toEqual([]);
  });

  test('signs an administrator in to the console by the button, and refuses anyone else', async () => {
    await takeTheOffer();
    await page.goto(`${site}/admin/sign-in?next=%2Fadmin%2Fclients`);
    await expect(page.locator(PASSKEY)).toBeVisible();
    expect(await watched.flaws('passkey-console')).toEqual([]);
    await pressTheButton();
    await expect(page.locator('[role=alert]:has-text("This passkey was not accepted")')).toBeVisible();
    await device.touch(false);
    await device.clear();
    me = await newMember(server);
    await page.context().clearCookies();
    await takeTheOffer();
    await rows(server, `UPDATE account SET role = 'administrator' WHERE id = $1`, [me.id]);
    await page.goto(`${site}/admin/sign-in?next=%2Fadmin%2Fclients`);
    await expect(page.locator(PASSKEY)).toBeVisible();
    await pressTheButton();
    await page.waitForURL(`${site}/admin/clients`);
  });

  test('is offered by the welcome of an invitation, where the device can keep one, and leads back to it (D382)', async () => {
    const { path } = await invited(server);
    await page.goto(site + path);
    await page.fill('#password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.locator('form[data-passkey-add] button')).toBeVisible();
    await device.touch(true);
    await page.click('form[data-passkey-add] button');
    await expect(watched.heading).toHaveText('Welcome, Mia');
    expect(await device.credentials()).toHaveLength(1);
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
    const plain = await WatchedPage.open(browser); // its device keeps none
    await plain.page.goto(site + (await invited(server)).path);
    await plain.page.fill('#password', PASSWORD);
    await plain.page.keyboard.press('Enter');
    await expect(plain.heading).toHaveText('Welcome, Mia');
    await expect(plain.page.locator('.offer')).toBeHidden();
    expect([...watched.problems, ...plain.problems]).toEqual([]);
  });

  test('without JavaScript the page offers the password, and says why', async () => {
    const plain = await WatchedPage.open(browser, { javaScriptEnabled: false });
    await plain.page.goto(`${site}/sign-in`);
    await expect(plain.page.locator(PASSKEY)).toBeHidden();
    await expect(plain.page.locator('noscript')).toContainText('Sign in with your password.', {
      useInnerText: true,
    });
    await submitSignIn(plain.page, me);
    await plain.page.waitForURL(`${site}/account`);
    await plain.page.goto(`${site}/account/passkeys/new`);
    await expect(plain.page.locator('form[data-passkey-add]')).toBeHidden();
    await expect(plain.page.locator('.card .notice:has-text("JavaScript")')).toBeVisible();
  });
});

test.describe('passkeys of another domain', () => {
  test('are refused by the browser itself, and the page explains it', async () => {
    const { server, site } = await startAtName({ PASSKEY_RP_ID: 'other.example' });
    const watched = await WatchedPage.open(browser);
    await VirtualAuthenticator.in(watched.page);
    await watched.page.goto(`${site}/sign-in`);
    await watched.page.click(PASSKEY);
    await expect(watched.page.locator(`${SAID}:not([hidden])`)).toBeVisible();
    await expect(watched.page.locator(SAID)).toContainText('The passkey could not be used here');
    await watched.close();
    await server.close();
  });
});
