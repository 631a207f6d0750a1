import type { BrowserContextOptions, Page } from '@playwright/test';
import { LANGUAGES } from '../../src/platform/pages/texts/texts.js';
import { addTelevisions, Device, TELEVISIONS, type Codes } from '../support/devices.js';
import { ANNA } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

test.describe('page for entering a device code, in a real browser (D271)', () => {
  let server: TestServer;
  let television: Device;
  test.beforeAll(async () => {
    server = await startApp();
    await addTelevisions(server);
    television = new Device(server, TELEVISIONS.films);
  });
  test.afterAll(() => server.close());

  async function signIn(page: Page): Promise<void> {
    await submitSignIn(page, ANNA);
  }

  async function open(path: string, options: BrowserContextOptions): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, options);
    await watched.page.goto(server.url + path);
    return watched;
  }

  /** The address in a QR code. */
  const pathOf = ({ verification_uri_complete: address }: Codes) => address.slice(server.url.length);

  /** German has the longest words: it is checked in every look, the others where they have the least room. */
  for (const locale of LANGUAGES)
    test(`each of its states looks right and passes axe, in ${locale}`, async () => {
      server.clock.advance({ minutes: 31 }); // forgets earlier wrong codes
      const watched = await open('/device', { locale, viewport: PHONE });
      const { page } = watched;
      const flaws: string[] = [];
      const look = async (name: string) => {
        const found =
          locale === 'de' || locale === 'en' ? watched.flaws(`device-${name}-${locale}`) : watched.tooWide();
        flaws.push(...(await found).map((flaw) => `${name}: ${flaw}`));
      };
      await expect(watched.page.locator('html')).toHaveAttribute('lang', locale);
      await look('sign-in');
      await signIn(page);
      await expect(page.locator('#user_code')).toBeVisible();
      await look('code');
      await page.fill('#user_code', 'wdjb mjht');
      await page.click('form.card button[type=submit]');
      await expect(page.locator('#user_code[aria-invalid=true]')).toBeVisible();
      await expect(page.locator('#user_code')).toHaveValue('WDJB-MJHT');
      await look('wrong');
      const [codes, others] = [await television.codes(), await television.codes()];
      await page.fill('#user_code', codes.user_code);
      await page.click('form.card button[type=submit]');
      await expect(page.locator('button[value=allow]')).toBeVisible();
      await expect(page.locator('.device-code')).toHaveText(codes.user_code);
      await look('question');
      await page.click('button[value=allow]');
      await expect(page.locator('h1:not(form h1)')).toBeVisible();
      await look('allowed');
      expect((await television.poll(codes)).status).toBe(200);
      await page.goto(server.url + pathOf(others));
      await page.click('form.card button[type=submit]');
      await page.click('button[value=deny]');
      await expect(page.locator('h1:not(form h1)')).toBeVisible();
      await look('denied');
      expect(await television.told(others)).toBe('access_denied');
      expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
    });
});
