import type { Page } from '@playwright/test';
import { rows } from '../support/database-rows.js';
import { protect } from '../support/device-passwords.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { makePasskey, openWithDevice, reachSecondStep } from '../support/passkey-pages.js';
import { startAtName } from '../support/passkeys.js';
import type { TestServer } from '../support/start-app.js';
import type { VirtualAuthenticator } from '../support/virtual-authenticator.js';
import { WatchedPage } from '../support/watched-page.js';

const PASSKEY = '[data-passkey-sign-in] button';
const SAID = '[data-passkey-sign-in] [role=alert]';
const CONFIRM = '/confirm?next=%2Faccount%2Fdevices';

test.describe('passkey as second factor, in a real browser (D279)', () => {
  let server: TestServer;
  let site: string;
  let opened: Awaited<ReturnType<typeof openWithDevice>>;
  let watched: WatchedPage;
  let page: Page;
  let device: VirtualAuthenticator;
  let me: Member;
  test.beforeAll(async () => {
    const settings = { ADMIN_SECOND_FACTOR: 'required' };
    ({ server, site } = await startAtName(settings));
  });
  test.afterAll(() => server.close());
  test.beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    me = await newMember(server);
    await open();
  });

  async function open(): Promise<void> {
    opened = await openWithDevice({ locale: 'en' });
    ({ watched, page, device } = opened);
  }
  const atTheStep = () => reachSecondStep(opened, me, site, server);

  async function press(): Promise<void> {
    await device.touch(true);
    await page.focus(PASSKEY);
    await page.keyboard.press('Enter');
  }

  test('the button of /sign-in/code signs in, by keyboard, and the page explains a cancelled passkey', async () => {
    await atTheStep();
    const flaws = await watched.flaws('second-step-passkey');
    await device.recognize(false);
    await press();
    await expect(page.locator(`${SAID}:not([hidden])`)).toBeVisible();
    await expect(page.locator(SAID)).toContainText('Try again, or use another way');
    flaws.push(...(await watched.flaws('second-step-passkey-cancelled')));
    await device.recognize(true);
    await press();
    await page.waitForURL(`${site}/account`);
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
  });

  test('refuses another account’s passkey on the page', async () => {
    await atTheStep();
    const [kept] = await device.credentials();
    await watched.close();
    me = await newMember(server);
    await open();
    await atTheStep();
    await device.clear();
    await device.add(kept);
    await press();
    await expect(page.locator('.card > [role=alert]')).toBeVisible();
    await expect(page.locator('.card > [role=alert]')).toContainText('This passkey was not accepted');
    expect(await watched.flaws('second-step-passkey-refused')).toEqual([]);
  });

  test('/confirm accepts it, and returns to the page of the form', async () => {
    await makePasskey(opened, me, site);
    server.clock.advance({ minutes: 6 });
    await page.goto(`${site}/account/devices`);
    await page.goto(`${site}${CONFIRM}`);
    const flaws = await watched.flaws('confirm-passkey');
    await press();
    await page.waitForURL(`${site}/account/devices`);
    await protect(server, me.id);
    await page.goto(`${site}${CONFIRM}`);
    await page.click('summary');
    flaws.push(...(await watched.flaws('confirm-all-ways')));
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
  });

  test('the second step of the console accepts it', async () => {
    await atTheStep();
    await rows(server, `UPDATE account SET role = 'administrator' WHERE id = $1`, [me.id]);
    await page.goto(`${site}/admin/sign-in?next=%2Fadmin%2Fclients`);
    await submitSignIn(page, me);
    await expect(page).toHaveURL(({ pathname }) => pathname === '/admin/sign-in/code');
    const flaws = await watched.flaws('admin-second-step-passkey');
    await press();
    await page.waitForURL(`${site}/admin/clients`);
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
  });

  test('without JavaScript the pages say so, and accept the other methods', async () => {
    await atTheStep();
    const plain = await WatchedPage.open(browser, { javaScriptEnabled: false, locale: 'en' });
    await plain.page.context().addCookies(await page.context().cookies());
    await plain.page.goto(`${site}/sign-in/code`);
    await expect(plain.page.locator(PASSKEY)).toBeHidden();
    await expect(plain.page.locator('noscript')).toContainText('A passkey needs JavaScript', {
      useInnerText: true,
    });
    await expect(plain.page.locator('#code')).toBeVisible();
  });
});
