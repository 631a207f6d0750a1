import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { tokensFor } from '../support/a01.js';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { CookieBrowser, THIRD_PARTIES } from '../support/authorization.js';
import { openBrowser } from '../support/browser.js';
import { accountId } from '../support/database-rows.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { newMember } from '../support/forgotten-password.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

describe('the sections of an account, and a new one, in a real browser without script', () => {
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

  async function open(path: string, who: Admin = admin, javaScriptEnabled = false): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, { javaScriptEnabled });
    await watched.page.goto(`${server.url}${path}`);
    await watched.page.fill('#identifier', who.email);
    await watched.page.fill('#password', who.password);
    await watched.page.click('form.card button[type=submit]');
    await watched.page.waitForSelector('.top'); // a reload before it would meet no page
    return watched;
  }
  const said = (page: Page) => page.textContent('[role=status]');
  const section = (page: Page, name: string) => page.click(`nav.tabs a:has-text("${name}")`);

  it('creates an account after slips, which are told together, and changes its profile', async () => {
    const { page, close } = await helped('/admin/accounts');
    await page.click('text=New account');
    await page.fill('#identifier', 'nobody');
    await page.fill('#name', ' ');
    await page.click('button:has-text("Create account")');
    const problem = await page.textContent('[role=alert]');
    expect(problem).toContain('"nobody" is not an e-mail address.');
    expect(problem).toContain('Name must');
    expect(await page.inputValue('#identifier')).toBe('nobody');
    await page.fill('#identifier', ANNA.email);
    await page.fill('#name', 'Nora');
    await page.selectOption('#countryCode', 'DE');
    await page.click('button:has-text("Create account")');
    expect(await page.textContent('#identifier-error')).toMatch(/belongs to account \d+ already/);
    expect(await page.inputValue('#countryCode')).toBe('DE');
    await page.fill('#identifier', 'nora@created.example');
    await page.click('button:has-text("Create account")');
    expect(await said(page)).toContain('an invitation queued');
    expect(await page.textContent('section:has(#links) table')).toContain('nora@created.example');
    await section(page, 'Profile');
    await page.fill('#name', 'Nora N.');
    await page.selectOption('#locale', 'fr');
    await page.click('button:has-text("Save changes")');
    expect([await said(page), await page.textContent('h1')]).toEqual(['Changes saved.', 'Nora N.']);
    expect(await page.inputValue('#locale')).toBe('fr');
    await section(page, 'Timeline');
    expect(await page.textContent('ol.timeline li:first-child')).toContain('changed Nora N.: name, locale');
    await close();
  });

  it('adds identifiers and removes them, with the password', async () => {
    const member = await newMember(server, { UserName: 'Ida' });
    const { page, close } = await helped(`/admin/accounts/${member.id}/sign-in`);
    server.clock.advance({ minutes: 6 });
    await page.reload();
    const add = async (type: string, value: string, password: string) => {
      await page.selectOption('#type', type);
      await page.fill('#value', value);
      if (await page.locator('#add-password').count()) await page.fill('#add-password', password);
      await page.click('button:has-text("Add identifier")');
    };
    await add('Msisdn', '12', 'not it');
    expect(await page.textContent('#value-error')).toContain('"12" is not a phone number');
    expect(await page.textContent('#add-password-error')).toContain('password is wrong');
    await add('Login', 'ida.logs.in', admin.password);
    expect(await said(page)).toContain('can sign in with it now');
    await add('Email', 'ida@further.example', admin.password);
    expect(await said(page)).toContain('once the link was used');
    expect(await page.textContent('section:has(#links) table')).toContain('ida@further.example');
    await page.click(`[aria-label="Remove ${member.email}"]`);
    await page.click('button:has-text("Remove identifier")');
    expect(await said(page)).toContain('Removed.');
    await page.click('[aria-label="Remove ida.logs.in"]');
    await page.click('button:has-text("Remove identifier")');
    expect(await page.textContent('[role=alert]')).toContain('Add another one first');
    await close();
  });

  it('breaks no word of an account’s sections', async () => {
    const path = `/admin/accounts/${await accountId(server, ANNA.email)}`;
    const watched = await open(`${path}/sign-in`);
    const { page } = watched;
    const broken = `[...document.querySelectorAll('main :is(th, td, dt, dd, a, button, label, .badge)')]
      .filter((each) => each.childElementCount === 0 && /^[\\w-]{2,20}$/.test(each.textContent.trim()))
      .filter((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      })
      .map((each) => each.textContent)`;
    for (const each of ['', '/sign-in', '/sessions', '/applications', '/families', '/timeline']) {
      await page.goto(`${server.url}${path}${each}`);
      expect([each, await page.evaluate(broken)]).toEqual([each, []]);
    }
    await watched.close();
  });

  it.each([
    ['account-sign-in', async () => `/admin/accounts/${await accountId(server, BEN.email)}/sign-in`],
    ['account-sessions', async () => `/admin/accounts/${await accountId(server, BEN.email)}/sessions`],
    [
      'account-applications',
      async () => `/admin/accounts/${await accountId(server, BEN.email)}/applications`,
    ],
    ['account-families', async () => `/admin/accounts/${await accountId(server, BEN.email)}/families`],
    ['account-timeline', async () => `/admin/accounts/${await accountId(server, BEN.email)}/timeline`],
    ['account-new', () => '/admin/accounts/new'],
  ])('%s: looks well in every look and passes axe', async (name, path) => {
    await tokensFor(server, BEN);
    await new CookieBrowser(server).connect(BEN, THIRD_PARTIES.shop);
    const watched = await open(await path(), admin, true);
    await watched.page.waitForSelector('.menu');
    expect(await watched.flaws(`admin-${name}`)).toEqual([]);
    expect(watched.problems).toEqual([]);
    await watched.close();
  });

  async function helped(path: string): Promise<{ page: Page; close: () => Promise<void> }> {
    const watched = await open(path);
    return {
      page: watched.page,
      close: async () => {
        expect(watched.problems).toEqual([]);
        await watched.close();
      },
    };
  }
});
