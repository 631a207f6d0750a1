import type { Page } from '@playwright/test';
import { LANGUAGES } from '../../src/platform/pages/texts/texts.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { expect, test } from '../support/page-test.js';
import { giveThePassword, openWithDevice } from '../support/passkey-pages.js';
import { startAtName } from '../support/passkeys.js';
import type { TestServer } from '../support/start-app.js';
import type { VirtualAuthenticator } from '../support/virtual-authenticator.js';
import type { WatchedPage } from '../support/watched-page.js';
import { PHONE } from '../support/watched-page.js';

const PASSKEY = '[data-passkey-sign-in] button';

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
    ({ watched, page, device } = await openWithDevice());
  });

  test('look right in every look, and have room at 320 px in every language', async () => {
    await page.goto(`${site}/sign-in`);
    await expect(page.locator(PASSKEY)).toBeVisible();
    const flaws = await watched.flaws('passkey-sign-in');
    await giveThePassword(page, me, `${site}/sign-in`);
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

  /** Elements that are too wide on a phone, in each of the languages; the page's own comes back. */
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
