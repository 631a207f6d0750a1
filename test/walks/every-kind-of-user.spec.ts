import type { Page } from '@playwright/test';
import { newAdmin } from '../support/admin-api.js';
import { addTelevisions, Device, TELEVISIONS } from '../support/devices.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { newMember } from '../support/forgotten-password.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { PrintShop } from '../support/print-shop.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

/**
 * The pages in `npm test`: one short walk for each kind of user. The others are in test/browser and test/looks.
 */
test.describe('walk through the pages, in a real browser', () => {
  let server: TestServer;
  let page: Page;
  let problems: readonly string[];
  test.beforeAll(async () => {
    server = await startApp();
  });
  test.afterAll(() => server.close());
  test.beforeEach(async () => {
    ({ page, problems } = await WatchedPage.open(browser, { locale: 'en' }));
  });
  test.afterEach(() => expect(problems).toEqual([]));

  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  test('a person signs in after a wrong password, and signs out', async () => {
    await page.goto(`${server.url}/sign-in`);
    await submitSignIn(page, { ...ANNA, password: 'not it at all' });
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.locator('#identifier')).toHaveValue(ANNA.email);
    await submitSignIn(page, ANNA);
    await expect(heading('Hello, Anna')).toBeVisible();
    await page.click('form[action="/sign-out"] button');
    await expect(heading('You are signed out')).toBeVisible();
    await page.goto(`${server.url}/account`);
    await expect(page.locator('#password')).toBeVisible();
  });

  test('a person allows an app to act, and the app gets a code', async () => {
    const shop = await PrintShop.open(server);
    await page.goto(shop.authorizeUrl('walk'));
    await submitSignIn(page, ANNA);
    await expect(page.locator('main')).toContainText('Paper Boat Prints');
    await page.click('button[value=allow]');
    const answer = await shop.told(page);
    expect(answer.get('code')).toMatch(/^[\w-]{43}$/);
    expect([answer.get('state'), answer.get('iss')]).toEqual(['walk', server.url]);
    shop.close();
  });

  test('a person changes the name and the password of the own account', async () => {
    const member = await newMember(server);
    await page.goto(`${server.url}/sign-in`);
    await submitSignIn(page, member);
    await expect(heading('Hello, Mia')).toBeVisible();
    await page.fill('#name', 'Maja');
    await page.click('form[action^="/account/profile"] button');
    await expect(heading('Hello, Maja')).toBeVisible();
    await page.goto(`${server.url}/account/sign-in`);
    await page.fill('#current', member.password);
    await page.fill('#password', 'quiet-orchard-lamp-7');
    await page.getByLabel('I just want a new one').check();
    await page.click('#password-section button[type=submit]');
    await expect(page.locator('#password-section').getByRole('status')).toBeVisible();
  });

  test('an administrator finds an account, disables it, and undoes that', async () => {
    const admin = await newAdmin(server);
    await page.goto(`${server.url}/admin`);
    await submitSignIn(page, admin);
    await expect(heading('Overview')).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type(BEN.email);
    await page.keyboard.press('Enter');
    await expect(heading('Ben')).toBeVisible();
    await page.click('[aria-label="Disable account"]');
    await expect(page.locator('.head')).toContainText('Disabled');
    await page.click('.toast button:text-is("Undo")');
    await expect(page.locator('.head')).toContainText('Active');
  });

  test('a person connects a television by its code', async () => {
    await addTelevisions(server);
    const television = new Device(server, TELEVISIONS.films);
    const codes = await television.codes();
    await page.goto(`${server.url}/device`);
    await submitSignIn(page, ANNA);
    await page.fill('#user_code', codes.user_code.toLowerCase());
    await page.click('form.card button[type=submit]');
    await expect(page.locator('.device-code')).toHaveText(codes.user_code);
    await page.click('button[value=allow]');
    await expect(heading('Your device is connected')).toBeVisible();
    expect((await television.poll(codes)).status).toBe(200);
  });

  /** The own page of a third party, at another origin than the server's. */
});
