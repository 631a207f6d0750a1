import type { BrowserContextOptions, Page } from '@playwright/test';
import { LateLinks } from '../../src/identity/mailed-links/late-links.js';
import { rows } from '../support/database-rows.js';
import { newestMessage, newMember, NEXT_PASSWORD } from '../support/forgotten-password.js';
import { ANNA } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { PrintShop } from '../support/print-shop.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

test.describe('third party connects an account, in a real browser (§3.3, D58)', () => {
  let server: TestServer;
  let shop: PrintShop;
  test.beforeAll(async () => {
    server = await startApp();
    shop = await PrintShop.open(server);
  });
  test.afterAll(async () => {
    shop.close();
    await server.close();
  });

  test.beforeEach(() => rows(server, 'DELETE FROM consent'));

  async function open(url: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, options);
    await watched.page.goto(url);
    return watched;
  }

  async function signIn(page: Page, { email, password } = ANNA): Promise<void> {
    await submitSignIn(page, { email, password });
  }

  for (const javaScriptEnabled of [true, false])
    test(`response_mode=form_post returns by POST, with JavaScript: ${javaScriptEnabled}`, async () => {
      const url = `${shop.authorizeUrl('form & "post"')}&response_mode=form_post`;
      const { page, problems } = await open(url, { javaScriptEnabled });
      await signIn(page);
      const posted = page.waitForRequest(
        (request) => request.url() === shop.callback && request.method() === 'POST',
      );
      await page.click('button[value=allow]');
      if (!javaScriptEnabled) await page.click('form[data-submits] button');
      const sent = new URLSearchParams((await posted).postData() ?? '');
      expect([sent.get('state'), sent.get('iss')]).toEqual(['form & "post"', server.url]);
      expect(sent.get('code')).toMatch(/^[\w-]{43}$/);
      await page.waitForURL(shop.callback);
      expect(problems).toEqual([]);
    });

  test('works without JavaScript, by keyboard only, and returns code, state and iss', async () => {
    const { page } = await open(shop.authorizeUrl('a b&c=d+é'), { javaScriptEnabled: false });
    await page.focus('#identifier');
    await page.keyboard.type(ANNA.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(ANNA.password);
    await page.keyboard.press('Enter');
    await expect(page.locator('button[value=allow]')).toBeVisible();
    await page.focus('button[value=allow]');
    await page.keyboard.press('Enter');
    const answer = await shop.told(page);
    expect(answer.get('state')).toBe('a b&c=d+é');
    expect(answer.get('code')).toMatch(/^[\w-]{43}$/);
    expect(answer.get('iss')).toBe(new URL(server.url).origin);
  });

  test('shows a wrong password beside the form and keeps the identifier', async () => {
    const watched = await open(shop.authorizeUrl('wrong'), { viewport: PHONE });
    const { page } = watched;
    await signIn(page, { ...ANNA, password: 'not it at all' });
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.locator('#identifier')).toHaveValue(ANNA.email);
    expect(await watched.flaws('authorization-wrong-password')).toEqual([]);
  });

  test('returns access_denied when the user cancels or declines (D59)', async () => {
    const { page } = await open(shop.authorizeUrl('cancelled'));
    await page.click('form.quiet button');
    expect(Object.fromEntries(await shop.told(page))).toMatchObject({
      error: 'access_denied',
      state: 'cancelled',
    });
    await page.goto(shop.authorizeUrl('declined'));
    await signIn(page);
    await page.click('button[value=deny]');
    expect(Object.fromEntries(await shop.told(page))).toMatchObject({
      error: 'access_denied',
      state: 'declined',
    });
  });

  for (const [_what, isRemembered] of [
    ['asks for consent', false],
    ['goes straight back where it was given before', true],
  ] as const)
    test(`continues after a forgotten password: in the same tab, and ${_what} (D105)`, async () => {
      const who = await newMember(server);
      if (isRemembered)
        await rows(
          server,
          `INSERT INTO consent (account_id, client_id, scopes, created_at) SELECT $1, id, '{account}', '2000-01-01' FROM client WHERE client_id = 'prints'`,
          [who.id],
        );
      const { page, problems } = await open(shop.authorizeUrl('forgotten'));
      await page.click('a[href^="/forgot-password"]');
      await page.fill('#identifier', who.email);
      await page.click('form.card button[type=submit]');
      await expect(page.locator('main:not(:has(form))')).toBeVisible();
      await server.get(LateLinks).settled();
      await page.goto(`${server.url}${(await newestMessage(server, who.id)).path}`);
      await page.fill('#password', NEXT_PASSWORD);
      await page.click('form.card button[type=submit]');
      if (!isRemembered) await page.click('button[value=allow]');
      const answer = await shop.told(page);
      expect([answer.has('code'), answer.get('state')]).toEqual([true, 'forgotten']);
      expect(problems).toEqual([]);
    });

  test('the back button after Allow, and a double click on it, return to the third party (D72)', async () => {
    const { page } = await open(shop.authorizeUrl('twice'));
    await signIn(page);
    await page.dblclick('button[value=allow]');
    expect((await shop.told(page)).has('code')).toBe(true);
    await page.goBack();
    if (page.url().includes('/challenge')) await page.reload();
    expect((await shop.told(page)).get('state')).toBe('twice'); // an earlier consent is remembered (D61)
  });

  test('a request that is refused leads back to the page before, in any language (D382)', async () => {
    const { page } = await open(`${server.url}/forgot-password`);
    const refused = shop.authorizeUrl('refused').replace('client_id=prints', 'client_id=nobody');
    await page.goto(refused);
    await expect(page.locator('h1')).toHaveText('This application cannot sign you in');
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page.locator('h1')).toHaveText('Forgot your password?');
    await page.goto(refused);
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await expect(page.locator('h1')).toHaveText('Diese Anwendung kann Sie nicht anmelden');
  });

  test('three tabs side by side, one with another account, do not disturb each other (D72)', async () => {
    const { page: first } = await open(shop.authorizeUrl('one'));
    const context = first.context();
    const [second, third] = [await context.newPage(), await context.newPage()];
    await second.goto(shop.authorizeUrl('two'));
    await third.goto(shop.authorizeUrl('three'));
    await signIn(first);
    await signIn(third);
    for (const [page, state] of [
      [third, 'three'],
      [first, 'one'],
    ] as const) {
      const allow = page.locator('button[value=allow]');
      await expect(allow.or(page.getByRole('heading', { name: 'Back at the shop' }))).toBeVisible();
      if (await allow.isVisible()) await allow.click();
      expect((await shop.told(page)).get('state')).toBe(state);
    }
    await second.reload();
    expect((await shop.told(second)).get('state')).toBe('two');
  });
});
