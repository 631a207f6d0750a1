import type { Page } from '@playwright/test';
import { FirstAdministrator } from '../../src/admin/shell/access/first-administrator.js';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

test.describe('console in a real browser, without JavaScript: sign-in and rulesets', () => {
  let server: TestServer;
  let admin: Admin;
  test.beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
  });
  test.afterAll(() => server.close());

  async function signIn(page: Page): Promise<void> {
    await submitSignIn(page, admin);
  }

  test('returns to the requested page after the sign-in', async () => {
    const watched = await WatchedPage.open(browser, { javaScriptEnabled: false });
    await watched.page.goto(`${server.url}/admin/rulesets?query=WE`);
    await expect(watched.heading).toHaveText('Administration');
    await signIn(watched.page);
    await expect(watched.page).toHaveURL(({ pathname }) => pathname === '/admin/rulesets');
    await expect(watched.page.locator('.list tbody tr')).toHaveText([/WEB/]);
    await watched.page.click('.who-button');
    await watched.page.click('text=Sign out');
    await watched.page.goto(`${server.url}/admin/rulesets`);
    await expect(watched.heading).toHaveText('Administration');
  });

  test('adds a ruleset after a mistake, changes it, and deletes it by typing its name', async () => {
    const watched = await WatchedPage.open(browser, { javaScriptEnabled: false });
    const { page } = watched;
    await page.goto(`${server.url}/admin/rulesets/new`);
    await signIn(page);
    await page.fill('#name', 'PARTNER');
    await page.fill('#rules', 'prov*\nnot a rule');
    await page.click('text=Create ruleset');
    await expect(page.locator('#rules-error')).toContainText('not a call name');
    await page.fill('#rules', 'prov*\n!provdeleteaccount');
    await page.click('text=Create ruleset');
    await expect(page.locator('[role=status]')).toContainText('saved');
    await page.fill('#description', 'A partner that reads');
    await page.click('button:has-text("Save")');
    await expect(page.locator('#description')).toHaveValue('A partner that reads');
    await page.click('text=Delete ruleset');
    server.clock.advance({ minutes: 6 });
    await page.reload();
    await page.fill('#typed', 'OTHER');
    await page.fill('#password', admin.password);
    await page.click('button.danger');
    await expect(page.locator('#typed-error')).toContainText('exactly as shown');
    await page.fill('#typed', 'PARTNER');
    await page.fill('#password', admin.password);
    await page.click('button.danger');
    await expect(page.locator('[role=status]')).toHaveText('Deleted.');
    expect(watched.problems).toEqual([]);
  });

  test('does not overwrite someone else’s change: the form says so and shows your own values', async () => {
    const [one, two] = await Promise.all([WatchedPage.open(browser), WatchedPage.open(browser)]);
    for (const { page } of [one, two]) {
      await page.goto(`${server.url}/admin/rulesets/PROVISIONING`);
      await signIn(page);
      await expect(page.locator('#rules')).toBeVisible();
    }
    await one.page.fill('#description', 'Mine');
    await one.page.click('button:has-text("Save")');
    await expect(one.page.locator('[role=status]')).toBeVisible();
    await two.page.fill('#description', 'Yours');
    await two.page.click('button:has-text("Save")');
    await expect(two.page.locator('[role=alert]')).toContainText('Reload it');
    await expect(two.page.locator('#description')).toHaveValue('Yours');
  });
});

test.describe('sign-in to the console, in a real browser', () => {
  test('shows the password that is typed, and leads to a new one', async () => {
    const server = await startApp();
    await newAdmin(server); // otherwise it leads to the set-up
    const { page, heading, problems } = await WatchedPage.open(browser);
    await page.goto(`${server.url}/admin/sign-in`);
    await page.fill('#password', 'as it is typed');
    await page.getByLabel('Show the password').check();
    await expect(page.locator('#password')).toHaveAttribute('type', 'text');
    await expect(page.locator('#password')).toHaveValue('as it is typed');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(heading).toHaveText('Forgot your password?');
    expect(problems).toEqual([]);
    await server.close();
  });
});

test.describe('first administrator, in a real browser, without JavaScript', () => {
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startApp();
  });
  test.afterAll(() => server.close());

  test('is created with the code that the server printed, after a mistake, and signs in', async () => {
    const code = (await server.get(FirstAdministrator).offer()) as string;
    const watched = await WatchedPage.open(browser, { javaScriptEnabled: false });
    const { page } = watched;
    await page.goto(`${server.url}/admin`);
    const password = 'quiet-orchard-lamp-7';
    const send = async (given: string | null, chosen = password): Promise<void> => {
      if (given !== null) await page.fill('#code', given);
      await page.fill('#name', 'Root');
      await page.fill('#identifier', 'root@hearth.example');
      await page.fill('#password', chosen);
      await page.click('form.card button[type=submit]');
    };
    await send('not the code');
    await expect(page.locator('[role=alert]')).toContainText('code');
    await send(code, 'password');
    await expect(page.locator('#password-error')).toBeVisible();
    await expect(page.locator('#code')).toHaveValue(code);
    await expect(page.locator('#password')).toHaveValue('');
    await send(null);
    await expect(page.locator('[role=status]')).toContainText('The administrator was created.');
    expect(new URL(page.url()).pathname).toBe('/admin/sign-in');
    await page.fill('#identifier', 'root@hearth.example');
    await page.fill('#password', password);
    await page.click('form.card button[type=submit]');
    await page.waitForURL('**/admin');
    await expect(page.locator('header')).toContainText('Root');
    expect(watched.problems).toEqual([]);
  });
});
