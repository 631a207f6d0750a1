import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { LateLinks } from '../../src/identity/mailed-links/late-links.js';
import { openBrowser } from '../support/browser.js';
import { newestMessage, newMember, NEXT_PASSWORD, type Member } from '../support/forgotten-password.js';
import { newEmail } from '../support/invitations.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

describe('a forgotten password and the own account, in a real browser (D105, D106)', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startApp(), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const linkFor = async (who: Member): Promise<string> => {
    await server.get(LateLinks).settled();
    return `${server.url}${(await newestMessage(server, who.id)).path}`;
  };
  async function signIn(page: Page, { email, password }: Pick<Member, 'email' | 'password'>): Promise<void> {
    await page.goto(`${server.url}/sign-in`);
    await page.fill('#identifier', email);
    await page.fill('#password', password);
    await page.click('form.card button[type=submit]');
    await page.waitForURL('**/account');
  }
  it('from the sign-in form to the account, without script and by keyboard', async () => {
    const who = await newMember(server);
    const { page } = await WatchedPage.open(browser, {
      javaScriptEnabled: false,
      locale: 'en',
      viewport: PHONE,
    });
    await page.goto(`${server.url}/sign-in`);
    await page.click('text=Forgot your password?');
    await page.focus('#identifier');
    await page.keyboard.type(who.email);
    await page.keyboard.press('Enter');
    await page.waitForSelector('h1:has-text("Check your messages")');
    await page.goto(await linkFor(who));
    await page.focus('#password');
    await page.keyboard.type('short');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#password-error');
    await page.keyboard.press('Tab');
    await page.fill('#password', NEXT_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account');
    expect(await page.textContent('h1')).toBe('Hello, Mia');
    await page.context().close();
  });

  it('two fields that are wrong are told at once, each beside itself', async () => {
    const who = await newMember(server);
    const watched = await WatchedPage.open(browser, { locale: 'en' });
    const { page } = watched;
    await signIn(page, who);
    await page.goto(`${server.url}/account/sign-in`);
    await page.fill('#current', 'not-the-one');
    await page.fill('#password', 'short');
    await page.click('#password-section button[type=submit]');
    expect(await page.textContent('#current-error')).toBe('This is not your current password.');
    expect(await page.textContent('#password-error')).toBe('Use at least 8 characters.');
    expect(await watched.flaws('account-two-errors')).toEqual([]);
    await page.context().close();
  });

  it('every page of them looks well in every look and passes axe; long names and addresses break', async () => {
    const email = `maximilianefriederikehinterhuberoberleitner@familienverwaltung.example`;
    const who = await newMember(server, { Identifier: email, UserName: 'Maximilianefriederikewilhelmine' });
    const watched = await WatchedPage.open(browser, { locale: 'de' });
    const { page } = watched;
    const flaws: string[] = [];
    const judge = async (name: string): Promise<void> =>
      void flaws.push(...(await watched.flaws(`account-${name}`)));
    const send = (selector: string): Promise<void> => page.click(`${selector} button[type=submit]`);

    await page.goto(`${server.url}/forgot-password`);
    await judge('1-forgotten');
    await page.fill('#identifier', who.email);
    await send('form.card');
    await page.waitForSelector('main:not(:has(form))');
    await judge('2-sent');
    const link = await linkFor(who);
    await page.goto(link);
    await page.fill('#password', 'short');
    await send('form.card');
    await page.waitForSelector('#password-error');
    await judge('3-reset');
    await page.fill('#password', NEXT_PASSWORD);
    await send('form.card');
    await page.waitForURL('**/account');
    await page.goto(link);
    await judge('4-over');

    const add = async (address: string): Promise<void> => {
      await page.fill('#identifier', address);
      await send('form[action^="/account/identifiers"]');
    };
    await page.goto(`${server.url}/account/sign-in`);
    await page.click('summary');
    await add('neither');
    await page.waitForSelector('#identifier-error');
    await judge('5-address-refused');
    await add(newEmail());
    await page.waitForSelector('#identifiers [role=status]');
    await judge('6-address-sent');
    await page.goto(`${server.url}${(await newestMessage(server, who.id)).path}`);
    await judge('7-confirm');
    await send('main');
    await page.waitForSelector('main:not(:has(form))');
    for (const section of ['devices', 'history', 'applications', 'sign-in']) {
      await page.goto(`${server.url}/account/${section}`);
      await judge(`8-${section}`);
    }
    await page.click('a[href^="/account/identifiers/"]');
    await page.waitForSelector('form[action^="/account/identifiers/"] button');
    await judge('9-removal');
    expect({ flaws, problems: watched.problems, language: await watched.language() }).toEqual({
      flaws: [],
      problems: [],
      language: 'de',
    });
    await watched.close();
  }, 120_000); // nine pages in four looks each

  it('the profile is saved and the page says so, in place', async () => {
    const who = await newMember(server);
    const watched = await WatchedPage.open(browser, { locale: 'de' });
    const { page } = watched;
    await signIn(page, who);
    await page.fill('#name', 'Maja');
    await page.selectOption('#countryCode', { label: 'Österreich' });
    await page.selectOption('#locale', { label: 'Deutsch' });
    await page.click('text=Profil speichern');
    await page.waitForSelector('#profile [role=status]');
    expect(await watched.heading()).toBe('Hallo, Maja');
    await page.goto(`${server.url}/account`);
    expect([await page.inputValue('#countryCode'), await page.inputValue('#locale')]).toEqual(['AT', 'de']);
    expect(watched.problems).toEqual([]);
    await watched.close();
  });
});
