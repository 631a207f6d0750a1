import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { LateLinks } from '../../src/identity/mailed-links/late-links.js';
import { openBrowser } from '../support/browser.js';
import { protect } from '../support/device-passwords.js';
import { newMember, newestMessage, type Member } from '../support/forgotten-password.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

describe('device passwords and a lost second factor, in a real browser (D248, D250)', () => {
  let server: TestServer;
  let browser: Browser;
  let me: Member;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startApp(), openBrowser()]);
    me = await newMember(server);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${server.url}/sign-in`);
    await page.fill('#identifier', me.email);
    await page.fill('#password', me.password);
    await page.click('form.card button[type=submit]');
    await page.waitForURL('**/account');
  }

  it('one is made, shown once and ended, in every look', async () => {
    const watched = await WatchedPage.open(browser, { locale: 'de' });
    const { page } = watched;
    const flaws: string[] = [];
    await signIn(page);
    await page.goto(`${server.url}/account/sign-in`);
    await page.getByRole('link', { name: 'Gerätepasswörter' }).click();
    await page.waitForURL('**/account/device-passwords');
    flaws.push(...(await watched.flaws('device-passwords-none')));
    await page.fill('#name', ' ');
    await page.click('#new button[type=submit]');
    await page.waitForSelector('#name[aria-invalid=true]');
    flaws.push(...(await watched.flaws('device-passwords-refused')));
    await page.fill('#name', 'Tablet');
    await page.click('#new button[type=submit]');
    await page.waitForSelector('#made');
    expect(await page.textContent('#made code')).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){4}$/);
    flaws.push(...(await watched.flaws('device-passwords-made')));
    await page.goto(`${server.url}/account/device-passwords`);
    expect(await page.locator('code').count()).toBe(0);
    await page.getByRole('button', { name: 'Widerrufen: Tablet' }).click();
    await page.waitForSelector('text=Sie haben keines.');
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
    await watched.close();
  }, 120_000);

  it('a lost second factor is asked for, waited for and removed, on a phone and by keyboard', async () => {
    const watched = await WatchedPage.open(browser, { locale: 'en', viewport: PHONE });
    const { page } = watched;
    const flaws: string[] = [];
    await protect(server, me.id);
    await page.goto(`${server.url}/lost-factor`);
    flaws.push(...(await watched.flaws('lost-factor')));
    await page.fill('#identifier', me.email);
    await page.focus('form.card button[type=submit]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=Check your messages');
    await server.get(LateLinks).settled();
    const { path } = await newestMessage(server, me.id);
    await page.goto(server.url + path);
    flaws.push(...(await watched.flaws('lost-factor-waits')));
    server.clock.advance({ days: 2 });
    await page.goto(server.url + path);
    flaws.push(...(await watched.flaws('lost-factor-ready')));
    await page.focus('form.card button[type=submit]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=The second factor is removed');
    flaws.push(...(await watched.flaws('lost-factor-removed')));
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
    await watched.close();
  }, 120_000);
});
