import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { LANGUAGES } from '../../src/platform/pages/texts/texts.js';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { openBrowser } from '../support/browser.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { startAtName } from '../support/passkeys.js';
import type { TestServer } from '../support/start-app.js';
import { VirtualAuthenticator } from '../support/virtual-authenticator.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

const PASSKEY = '[data-passkey-sign-in] button';
const SAID = '[data-passkey-sign-in] [role=alert]';

/** The virtual person chooses from the list in the first field at once; the other tests press the button. */
const WITHOUT_LIST = 'PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);';

describe('passkeys, in a real browser with its virtual authenticator (D245, D246, D247)', () => {
  let server: TestServer;
  let site: string;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let device: VirtualAuthenticator;
  let me: Member;
  let admin: Admin;
  beforeAll(async () => {
    [{ server, site }, browser] = await Promise.all([startAtName(), openBrowser()]);
    admin = await newAdmin(server);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    me = await newMember(server);
    watched = await WatchedPage.open(browser);
    ({ page } = watched);
    await page.addInitScript(WITHOUT_LIST);
    device = await VirtualAuthenticator.in(page, false);
  });

  async function giveThePassword(path = '/sign-in'): Promise<void> {
    await page.goto(`${site}${path}`);
    await page.waitForSelector('input[name=canPasskey][value=yes]', { state: 'attached' });
    await page.fill('#identifier', me.email);
    await page.fill('#password', me.password);
    await page.click('form.card button[type=submit]');
  }

  /** Offered after the password, and taken. */
  async function takeTheOffer(): Promise<void> {
    await giveThePassword();
    await page.waitForSelector('h1:has-text("Sign in without a password next time?")');
    await device.touch(true);
    await page.click('form[data-passkey-add] button');
    await page.waitForURL(`${site}/account`);
    await device.touch(false);
  }

  async function signOut(): Promise<void> {
    await page.context().clearCookies();
    await page.goto(`${site}/sign-in`);
    await page.waitForSelector(PASSKEY);
  }

  async function pressTheButton(): Promise<void> {
    await device.touch(true);
    await page.click(PASSKEY);
  }

  it('one is offered after the password, added, and signs in by the button', async () => {
    await takeTheOffer();
    expect(await device.credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
    await page.goto(`${site}/account/sign-in`);
    expect(await page.textContent('#passkeys')).toContain('not used yet');
    await signOut();
    await pressTheButton();
    await page.waitForURL(`${site}/account`);
    await page.goto(`${site}/account/sign-in`);
    expect(await page.textContent('#passkeys')).toContain('last used');
    await page.click('#passkeys button:has-text("Remove")');
    await page.waitForSelector('#passkeys li', { state: 'detached' });
    expect(watched.problems).toEqual([]);
    await watched.close();
  });

  it('one is chosen from the list in the first field, without a click on the button', async () => {
    await takeTheOffer();
    const [kept] = await device.credentials();
    await watched.close();
    watched = await WatchedPage.open(browser);
    ({ page } = watched);
    await (await VirtualAuthenticator.in(page)).add(kept);
    await page.goto(`${site}/sign-in`);
    await page.waitForURL(`${site}/account`);
    expect(watched.problems).toEqual([]);
    await watched.close();
  });

  it('by keyboard alone: the offer is put off, and later one is added and used', async () => {
    await giveThePassword();
    await page.waitForSelector('form[data-passkey-add] button');
    await page.focus('form[action="/account/passkeys/later"] button');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site}/account`);
    await page.goto(`${site}/account/sign-in`);
    await page.focus('#passkeys button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('form[data-passkey-add]');
    await page.focus('#name');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Kitchen tablet');
    await device.touch(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site}/account/sign-in`);
    expect(await page.textContent('#passkeys li')).toContain('Kitchen tablet');
    await device.touch(false);
    await signOut();
    await page.focus('form.card button[type=submit]');
    await page.keyboard.press('Tab');
    await device.touch(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site}/account`);
    await watched.close();
  });

  it('whoever cancels, or is not recognized, is told, and goes on with the password', async () => {
    await takeTheOffer();
    await signOut();
    await device.recognize(false);
    await pressTheButton();
    await page.waitForSelector(`${SAID}:not([hidden])`);
    expect(await page.textContent(SAID)).toContain('No passkey was chosen');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Sign in with a passkey');
    expect(await watched.flaws('passkey-cancelled')).toEqual([]);
    await page.fill('#identifier', me.email);
    await page.fill('#password', me.password);
    await page.click('form.card button[type=submit]');
    await page.waitForURL(`${site}/account`);
    await watched.close();
  });

  it('a device that has one already makes no second one', async () => {
    await takeTheOffer();
    await page.goto(`${site}/account/passkeys/new`);
    await device.touch(true);
    await page.click('form[data-passkey-add] button');
    await page.waitForSelector('form[data-passkey-add] [role=alert]:not([hidden])');
    expect(await page.textContent('form[data-passkey-add] [role=alert]')).toBe(
      'This device already has a passkey for your account.',
    );
    await watched.close();
  });

  it('an answer that is sent again is refused', async () => {
    await takeTheOffer();
    await signOut();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await pressTheButton();
    const form = Object.fromEntries(new URLSearchParams((await sent).postData() ?? ''));
    await page.waitForURL(`${site}/account`);
    const again = await page.context().request.post(`${site}/sign-in`, { form, maxRedirects: 0 });
    expect([again.status(), (await again.text()).includes('This passkey was not accepted')]).toEqual([
      401,
      true,
    ]);
    await watched.close();
  });

  it('a copy that counts from where it was made, and one that says it is of somebody else, are refused', async () => {
    await takeTheOffer();
    const [copy] = await device.credentials();
    await signOut();
    await pressTheButton();
    await page.waitForURL(`${site}/account`);
    await device.touch(false);
    for (const kept of [
      copy,
      { ...copy, signCount: 1000, userHandle: Buffer.alloc(32, 7).toString('base64') },
    ]) {
      await device.clear();
      await device.add(kept);
      await signOut();
      await pressTheButton();
      await page.waitForSelector('.card > [role=alert]');
      expect(await page.textContent('.card > [role=alert]')).toContain('This passkey was not accepted');
      await device.touch(false);
    }
    expect(await watched.flaws('passkey-refused')).toEqual([]);
    await watched.close();
  });

  it('an administrator signs in to the console by the button; anybody else is refused', async () => {
    await takeTheOffer();
    await page.goto(`${site}/admin/sign-in?next=%2Fadmin%2Fclients`);
    await page.waitForSelector(PASSKEY);
    expect(await watched.flaws('passkey-console')).toEqual([]);
    await pressTheButton();
    await page.waitForSelector('[role=alert]:has-text("This passkey was not accepted")');
    await device.touch(false);
    await device.clear();
    me = admin;
    await page.context().clearCookies();
    await takeTheOffer();
    await page.goto(`${site}/admin/sign-in?next=%2Fadmin%2Fclients`);
    await page.waitForSelector(PASSKEY);
    await pressTheButton();
    await page.waitForURL(`${site}/admin/clients`);
    await watched.close();
  });

  it('look well in every look, and have room at 320 px in every language', async () => {
    await page.goto(`${site}/sign-in`);
    await page.waitForSelector(PASSKEY);
    const flaws = await watched.flaws('passkey-sign-in');
    await giveThePassword();
    await page.waitForSelector('form[data-passkey-add] button');
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
    await watched.close();
  }, 300_000);

  /** What is too wide on a phone, in each of the languages; the page's own comes back. */
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

  it('without script the page offers the password, and says why', async () => {
    const plain = await WatchedPage.open(browser, { javaScriptEnabled: false });
    await plain.page.goto(`${site}/sign-in`);
    expect(await plain.page.isVisible(PASSKEY)).toBe(false);
    expect(await plain.page.textContent('noscript')).toContain('Sign in with your password.');
    await plain.page.fill('#identifier', me.email);
    await plain.page.fill('#password', me.password);
    await plain.page.click('form.card button[type=submit]');
    await plain.page.waitForURL(`${site}/account`);
    await plain.page.goto(`${site}/account/passkeys/new`);
    expect(await plain.page.isVisible('form[data-passkey-add]')).toBe(false);
    expect(await plain.page.isVisible('.card .notice:has-text("JavaScript")')).toBe(true);
    await plain.close();
    await watched.close();
  });
});

describe('passkeys of another domain', () => {
  it('are refused by the browser itself, which the page tells', async () => {
    const [{ server, site }, browser] = await Promise.all([
      startAtName({ PASSKEY_RP_ID: 'other.example' }),
      openBrowser(),
    ]);
    const watched = await WatchedPage.open(browser);
    await VirtualAuthenticator.in(watched.page);
    await watched.page.goto(`${site}/sign-in`);
    await watched.page.click(PASSKEY);
    await watched.page.waitForSelector(`${SAID}:not([hidden])`);
    expect(await watched.page.textContent(SAID)).toContain('The passkey could not be used here');
    await watched.close();
    await browser.close();
    await server.close();
  });
});
