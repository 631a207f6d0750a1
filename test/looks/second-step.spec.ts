import type { Page } from '@playwright/test';
import { LANGUAGES } from '../../src/platform/pages/texts/texts.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { expect, test } from '../support/page-test.js';
import { openWithDevice, reachSecondStep } from '../support/passkey-pages.js';
import { startAtName } from '../support/passkeys.js';
import type { TestServer } from '../support/start-app.js';
import type { VirtualAuthenticator } from '../support/virtual-authenticator.js';
import { PHONE, type WatchedPage } from '../support/watched-page.js';

const PASSKEY = '[data-passkey-sign-in] button';
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

  for (const language of LANGUAGES)
    test(`pages have room at 320 px in ${language}`, async () => {
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
