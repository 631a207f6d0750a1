import type { BrowserContextOptions, Page } from '@playwright/test';
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

  test('works from a QR code, without JavaScript, by keyboard only', async () => {
    const codes = await television.codes();
    const watched = await open(pathOf(codes), { javaScriptEnabled: false, viewport: PHONE });
    const { page } = watched;
    await page.focus('#identifier');
    await page.keyboard.type(ANNA.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(ANNA.password);
    await page.keyboard.press('Enter');
    await expect(page.locator('#user_code')).toBeVisible();
    await expect(page.locator('#user_code')).toHaveValue(codes.user_code);
    await page.focus('#user_code');
    await page.keyboard.press('Enter');
    await expect(page.locator('button[value=allow]')).toBeVisible();
    expect(await television.told(codes)).toBe('authorization_pending');
    await page.focus('button[value=allow]');
    await page.keyboard.press('Enter');
    await expect(page.locator('h1:has-text("Your device is connected")')).toBeVisible();
    expect((await television.poll(codes)).status).toBe(200);
  });

  test('keeps the code when the language changes', async () => {
    const codes = await television.codes();
    const watched = await open(pathOf(codes), { locale: 'en' });
    const { page } = watched;
    await signIn(page);
    await expect(page.locator('#user_code')).toBeVisible();
    await page.click('form.card button[type=submit]');
    await expect(page.locator('button[value=allow]')).toBeVisible();
    await page.click('button[lang=fr]');
    await expect(page.locator('#user_code')).toBeVisible();
    await expect(watched.page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page.locator('#user_code')).toHaveValue(codes.user_code);
  });
});
