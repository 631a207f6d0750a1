import type { Page } from '@playwright/test';
import { LANGUAGES } from '../../src/platform/pages/texts/texts.js';
import { protectedMember } from '../support/authenticator.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startAtName } from '../support/passkeys.js';
import type { TestServer } from '../support/start-app.js';
import { VirtualAuthenticator } from '../support/virtual-authenticator.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

const PASSKEY = '[data-passkey-sign-in] button';
const CONFIRM = '/confirm?next=%2Faccount%2Fdevices';
const WITHOUT_LIST = 'PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);';

test.describe('a passkey where a second factor is asked for, in a real browser (D279)', () => {
  let server: TestServer;
  let site: string;
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
    watched = await WatchedPage.open(browser, { locale: 'en' });
    ({ page } = watched);
    await page.addInitScript(WITHOUT_LIST);
    device = await VirtualAuthenticator.in(page, false);
  }

  async function giveThePassword(path = '/sign-in'): Promise<void> {
    await page.goto(`${site}${path}`);
    await submitSignIn(page, me);
  }

  /** Somebody with a passkey, and with one-time codes unless said otherwise, who gave the password. */
  async function atTheStep(isProtected = true): Promise<void> {
    await giveThePassword();
    await page.goto(`${site}/account/passkeys/new`);
    await device.touch(true);
    await page.click('form[data-passkey-add] button');
    await page.waitForURL(`${site}/account/sign-in`);
    await device.touch(false);
    if (!isProtected) return;
    await protectedMember(server, me);
    await page.context().clearCookies();
    await giveThePassword();
    await expect(page).toHaveURL(({ pathname }) => pathname === '/sign-in/code');
  }

  async function press(): Promise<void> {
    await device.touch(true);
    await page.focus(PASSKEY);
    await page.keyboard.press('Enter');
  }

  for (const language of LANGUAGES)
    test(`have room at 320 px in ${language}`, async () => {
      await atTheStep();
      await page.setViewportSize(PHONE);
      await page.context().addCookies([{ name: 'hearth_language', value: language, url: site }]);
      const wide: string[] = [];
      const look = async (path: string) => {
        await page.goto(`${site}${path}`);
        await expect(page.locator(PASSKEY)).toBeVisible();
        for (const summary of await page.locator('main summary').all()) await summary.click();
        wide.push(...(await watched.tooWide()).map((flaw) => `${path}: ${flaw}`));
        await watched.screenshot(`second-step-320-${path.split('?')[0].replaceAll('/', '-')}-${language}`);
      };
      await look('/sign-in/code');
      await press();
      await page.waitForURL(`${site}/account`);
      await look(CONFIRM);
      expect(wide).toEqual([]);
    });
});
