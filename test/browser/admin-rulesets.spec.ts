import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { FirstAdministrator } from '../../src/admin/shell/access/first-administrator.js';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { openBrowser } from '../support/browser.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

describe('the console in a real browser, without script: signing in and rulesets', () => {
  let server: TestServer;
  let browser: Browser;
  let admin: Admin;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startApp(), openBrowser()]);
    admin = await newAdmin(server);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function signIn(page: Page): Promise<void> {
    await page.fill('#identifier', admin.email);
    await page.fill('#password', admin.password);
    await page.click('form.card button[type=submit]');
  }

  it('who opens a page without being signed in comes back to it', async () => {
    const watched = await WatchedPage.open(browser, { javaScriptEnabled: false });
    await watched.page.goto(`${server.url}/admin/rulesets?query=WE`);
    expect(await watched.heading()).toBe('Administration');
    await signIn(watched.page);
    expect(new URL(watched.page.url()).pathname).toBe('/admin/rulesets');
    expect(await watched.page.locator('.list tbody tr').allTextContents()).toEqual([
      expect.stringContaining('WEB'),
    ]);
    await watched.page.click('.who-button');
    await watched.page.click('text=Sign out');
    await watched.page.goto(`${server.url}/admin/rulesets`);
    expect(await watched.heading()).toBe('Administration');
    await watched.close();
  });

  it('adds a ruleset after a slip, changes it, and deletes it by typing its name', async () => {
    const watched = await WatchedPage.open(browser, { javaScriptEnabled: false });
    const { page } = watched;
    await page.goto(`${server.url}/admin/rulesets/new`);
    await signIn(page);
    await page.fill('#name', 'PARTNER');
    await page.fill('#rules', 'prov*\nnot a rule');
    await page.click('text=Create ruleset');
    expect(await page.textContent('#rules-error')).toContain('not a call name');
    await page.fill('#rules', 'prov*\n!provdeleteaccount');
    await page.click('text=Create ruleset');
    expect(await page.textContent('[role=status]')).toContain('saved');
    await page.fill('#description', 'A partner that reads');
    await page.click('button:has-text("Save")');
    expect(await page.inputValue('#description')).toBe('A partner that reads');
    await page.click('text=Delete ruleset');
    server.clock.advance({ minutes: 6 });
    await page.reload();
    await page.fill('#typed', 'OTHER');
    await page.fill('#password', admin.password);
    await page.click('button.danger');
    expect(await page.textContent('#typed-error')).toContain('exactly as shown');
    await page.fill('#typed', 'PARTNER');
    await page.fill('#password', admin.password);
    await page.click('button.danger');
    expect(await page.textContent('[role=status]')).toBe('Deleted.');
    expect(watched.problems).toEqual([]);
    await watched.close();
  });

  it('somebody else’s change is not overwritten: the form says so and shows one’s own values', async () => {
    const [one, two] = await Promise.all([WatchedPage.open(browser), WatchedPage.open(browser)]);
    for (const { page } of [one, two]) {
      await page.goto(`${server.url}/admin/rulesets/PROVISIONING`);
      await signIn(page);
      await page.waitForSelector('#rules');
    }
    await one.page.fill('#description', 'Mine');
    await one.page.click('button:has-text("Save")');
    await one.page.waitForSelector('[role=status]');
    await two.page.fill('#description', 'Yours');
    await two.page.click('button:has-text("Save")');
    expect(await two.page.textContent('[role=alert]')).toContain('Reload it');
    expect(await two.page.inputValue('#description')).toBe('Yours');
    await Promise.all([one.close(), two.close()]);
  });

  it('the pages look well in every look and pass axe', async () => {
    const watched = await WatchedPage.open(browser);
    const { page } = watched;
    await page.goto(`${server.url}/admin/rulesets`);
    expect(await watched.flaws('admin-sign-in')).toEqual([]);
    await signIn(page);
    expect(await watched.flaws('admin-rulesets')).toEqual([]);
    await page.goto(`${server.url}/admin/rulesets/WEB`);
    expect(await watched.flaws('admin-ruleset')).toEqual([]);
    await page.goto(`${server.url}/admin/rulesets/WEB/delete`);
    expect(await watched.flaws('admin-ruleset-delete')).toEqual([]);
    expect(watched.problems).toEqual([]);
    await watched.close();
  });
});

describe('the first administrator, in a real browser, without script', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startApp(), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it('meets a page without a flaw', async () => {
    const watched = await WatchedPage.open(browser);
    await watched.page.goto(`${server.url}/admin`);
    expect(await watched.flaws('admin-setup')).toEqual([]);
    await watched.close();
  });

  it('is made with the code that the server printed, after a slip, and signs in', async () => {
    const code = (await server.get(FirstAdministrator).offer()) as string;
    const watched = await WatchedPage.open(browser, { javaScriptEnabled: false });
    const { page } = watched;
    await page.goto(`${server.url}/admin`);
    const password = 'quiet-orchard-lamp-7';
    const send = async (given: string): Promise<void> => {
      await page.fill('#code', given);
      await page.fill('#name', 'Root');
      await page.fill('#identifier', 'root@hearth.example');
      await page.fill('#password', password);
      await page.click('form.card button[type=submit]');
    };
    await send('not the code');
    expect(await page.textContent('[role=alert]')).toContain('code');
    await send(code);
    await page.waitForURL('**/admin/sign-in');
    await page.fill('#identifier', 'root@hearth.example');
    await page.fill('#password', password);
    await page.click('form.card button[type=submit]');
    await page.waitForURL('**/admin');
    expect(await page.textContent('header')).toContain('Root');
    expect(watched.problems).toEqual([]);
    await watched.close();
  });
});
