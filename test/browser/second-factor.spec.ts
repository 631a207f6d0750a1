import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { newAdmin } from '../support/admin-api.js';
import { Authenticator, protectedMember, setupCodeFor } from '../support/authenticator.js';
import { newMember } from '../support/forgotten-password.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

test.describe('second factors in a real browser (D242, D243, D244)', () => {
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startApp({ ADMIN_SECOND_FACTOR: 'required' });
  });
  test.afterAll(() => server.close());

  async function giveName(page: Page, path: string, who: { email: string; password: string }): Promise<void> {
    await page.goto(server.url + path);
    await submitSignIn(page, who);
  }
  const keyOn = async (page: Page) => new Authenticator(server, (await page.textContent('p > code')) ?? '');

  test('sets up, shows, uses and removes a second factor, and every page looks right', async () => {
    const me = await newMember(server);
    const watched = await WatchedPage.open(browser, { locale: 'en' });
    const { page } = watched;
    const flaws: string[] = [];
    const look = async (name: string) => void flaws.push(...(await watched.flaws(`second-factor-${name}`)));
    await giveName(page, '/sign-in', me);
    await page.goto(`${server.url}/account/sign-in`);
    await look('sign-in-off');
    await page.click('#second-factor a');
    await look('off');
    await page.click('main form button[type=submit]');
    await look('setup');
    const app = await keyOn(page);
    await page.fill('#code', app.wrong());
    await page.click('main form button[type=submit]');
    await look('setup-wrong');
    await page.fill('#code', app.code());
    await page.click('main form button[type=submit]');
    await expect(page.locator('.recovery-codes li')).toHaveCount(10);
    await look('recovery-codes');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page).toHaveURL(({ pathname }) => pathname === '/account/second-factor');

    await page.context().clearCookies();
    await giveName(page, '/sign-in', me);
    await expect(page).toHaveURL(({ pathname }) => pathname === '/sign-in/code');
    await look('step');
    await page.fill('#code', app.wrong());
    await page.click('.card form button[type=submit]');
    await page.click('summary');
    await look('step-wrong');
    await page.fill('#code', app.next());
    await page.check('#trust');
    await page.click('.card form button[type=submit]');
    await expect(page).toHaveURL(({ pathname }) => pathname === '/account');
    await page.goto(`${server.url}/account/second-factor`);
    await look('on');
    await page.click('#trusted button');
    await expect(page.locator('#trusted button')).toHaveCount(0);
    await page.click('#remove summary');
    await page.click('#remove button[type=submit]');
    await expect(page.locator('[role=status]')).toBeVisible();
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
  });

  test('on the same phone: a link opens the application, and the key and the codes can be kept', async () => {
    const me = await newMember(server);
    const watched = await WatchedPage.open(browser, {
      ...{ locale: 'de', viewport: PHONE, permissions: ['clipboard-read', 'clipboard-write'] },
    });
    const { page } = watched;
    await page.addInitScript('window.print = () => (window.isPrinted = true)');
    const copied = () => page.evaluate('navigator.clipboard.readText()');
    await giveName(page, '/sign-in', me);
    await page.goto(`${server.url}/account/second-factor`);
    await page.click('main form button[type=submit]');
    const app = await keyOn(page);
    const key = ((await page.textContent('p > code')) ?? '').replaceAll(' ', '');
    const link = page.getByRole('button', { name: 'In der Authenticator-App öffnen' });
    const uri = new URL((await link.getAttribute('href')) ?? '');
    expect([uri.protocol, uri.searchParams.get('secret')]).toEqual(['otpauth:', key]);
    await page.getByRole('button', { name: 'Schlüssel kopieren' }).click();
    await expect(page.getByRole('button', { name: 'Kopiert' })).toBeVisible();
    expect(await copied()).toBe(key);
    await page.fill('#code', app.code());
    await page.click('main form button[type=submit]');

    const codes = await page.locator('.recovery-codes code').allTextContents();
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: 'Kopieren' }).click();
    await expect(page.getByRole('button', { name: 'Kopiert' })).toBeVisible();
    expect(await copied()).toBe(codes.join('\n'));
    expect(await downloaded(page, 'Herunterladen')).toEqual([
      'recovery-codes.txt',
      `Hearth · Ihre Wiederherstellungscodes\n\n${codes.join('\n')}\n`,
    ]);
    await page.getByRole('button', { name: 'Drucken' }).click();
    expect(await page.evaluate('window.isPrinted')).toBe(true);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('.recovery-codes')).toBeVisible();
    await expect(page.getByText('Profil', { exact: true })).toBeHidden();
    await expect(page.getByText('Herunterladen')).toBeHidden();
    expect(watched.problems).toEqual([]);
  });

  test('without JavaScript the codes can be downloaded, and no button is there that does nothing', async () => {
    const me = await newMember(server);
    const watched = await WatchedPage.open(browser, { javaScriptEnabled: false, locale: 'en' });
    const { page } = watched;
    await giveName(page, '/sign-in', me);
    await page.goto(`${server.url}/account/second-factor`);
    await page.click('main form button[type=submit]');
    await page.fill('#code', (await keyOn(page)).code());
    await page.click('main form button[type=submit]');
    const [, file] = await downloaded(page, 'Download');
    expect(file).toContain((await page.locator('.recovery-codes code').allTextContents()).join('\n'));
    await expect(page.locator('main button:visible')).toHaveCount(0);
  });

  async function downloaded(page: Page, name: string): Promise<[name: string, content: string]> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')];
  }

  test('completes the second step by keyboard, without JavaScript, by a recovery code, and says when there is none', async () => {
    const me = await newMember(server);
    const { recovery } = await protectedMember(server, me);
    const watched = await WatchedPage.open(browser, {
      ...{ javaScriptEnabled: false, locale: 'en', viewport: PHONE },
    });
    const { page } = watched;
    await giveName(page, '/sign-in', me);
    await page.focus('summary');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type(recovery[0]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(({ pathname }) => pathname === '/account');
    await watched.close();
    const over = await WatchedPage.open(browser, { locale: 'en' });
    await over.page.goto(`${server.url}/sign-in/code`);
    await expect(over.heading).toHaveText('Please sign in again');
    expect(await over.flaws('second-factor-over')).toEqual([]);
  });

  test('an administrator sets one up right after the password, and uses it from then on', async () => {
    const admin = await newAdmin(server);
    const watched = await WatchedPage.open(browser);
    const { page } = watched;
    const flaws: string[] = [];
    const look = async (name: string) =>
      void flaws.push(...(await watched.flaws(`admin-second-factor-${name}`)));
    await giveName(page, '/admin/sign-in', admin);
    await look('setup');
    const app = await keyOn(page);
    await page.fill('#code', app.code());
    await page.fill('#setupCode', 'wrong');
    await page.click('main form button[type=submit]');
    await look('setup-wrong');
    await page.fill('#code', app.code());
    await page.fill('#setupCode', await setupCodeFor(server, admin.id));
    await page.click('main form button[type=submit]');
    await look('codes');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page).toHaveURL(({ pathname }) => pathname === '/admin');
    await page.context().clearCookies();
    await giveName(page, '/admin/sign-in?next=%2Fadmin%2Fclients', admin);
    await expect(page).toHaveURL(({ pathname }) => pathname === '/admin/sign-in/code');
    await page.fill('#code', app.wrong());
    await page.click('main form button[type=submit]');
    await look('code');
    await page.fill('#code', app.next());
    await page.click('main form button[type=submit]');
    await expect(page).toHaveURL(({ pathname }) => pathname === '/admin/clients');
    expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
  });
});
