import type { Page } from '@playwright/test';
import { LANGUAGES } from '../../src/platform/pages/texts/texts.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startAtName } from '../support/passkeys.js';
import type { TestServer } from '../support/start-app.js';
import { VirtualAuthenticator } from '../support/virtual-authenticator.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

const PASSKEY = '[data-passkey-sign-in] button';

/** The virtual person chooses from the list in the first field at once; the other tests press the button. */
const WITHOUT_LIST = 'PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);';

test.describe('passkeys, in a real browser with its virtual authenticator (D245, D246, D247)', () => {
  let server: TestServer;
  let site: string;
  let watched: WatchedPage;
  let page: Page;
  let device: VirtualAuthenticator;
  let me: Member;
  test.beforeAll(async () => {
    ({ server, site } = await startAtName());
  });
  test.afterAll(() => server.close());
  test.beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    me = await newMember(server);
    watched = await WatchedPage.open(browser);
    ({ page } = watched);
    await page.addInitScript(WITHOUT_LIST);
    device = await VirtualAuthenticator.in(page, false);
  });

  async function giveThePassword(path = '/sign-in'): Promise<void> {
    await page.goto(`${site}${path}`);
    await expect(page.locator('input[name=canPasskey][value=yes]')).toBeAttached();
    await submitSignIn(page, me);
  }

  test('look well in every look, and have room at 320 px in every language', async () => {
    await page.goto(`${site}/sign-in`);
    await expect(page.locator(PASSKEY)).toBeVisible();
    const flaws = await watched.flaws('passkey-sign-in');
    await giveThePassword();
    await expect(page.locator('form[data-passkey-add] button')).toBeVisible();
    flaws.push(...(await watched.flaws('passkey-offer')), ...(await wideIn(LANGUAGES, page.url())));
    await device.touch(true);
    await page.click('form[data-passkey-add] button');
    await page.waitForURL(`${site}/account`);
    await page.goto(`${site}/account/sign-in`);
    flaws.push(...(await watched.flaws('passkey-list')), ...(await wideIn(LANGUAGES, page.url())));
    server.clock.advance({ minutes: 6 });
    await page.goto(`${site}/account/sign-in`);
    flaws.push(...(await watched.flaws('passkey-list-later')));
    flaws.push(...(await wideIn(LANGUAGES, `${site}/sign-in`)));
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
  });

  /** What is too wide on a phone, in each of the languages; the page's own comes back. */
  async function wideIn(languages: readonly string[], address: string): Promise<string[]> {
    const wide: string[] = [];
    await page.setViewportSize(PHONE);
    for (const language of [...languages, 'en']) {
      await page.context().addCookies([{ name: 'hearth_language', value: language, url: site }]);
      await page.goto(address);
      wide.push(...(await watched.tooWide()).map((flaw) => `${language} ${address}: ${flaw}`));
      await watched.screenshot(`passkey-320-${new URL(address).pathname.replaceAll('/', '-')}-${language}`);
    }
    return wide;
  }
});
