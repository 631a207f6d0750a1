import type { Page } from '@playwright/test';
import { rows } from '../support/database-rows.js';
import { invited, newEmail, PASSWORD, statusOf } from '../support/invitations.js';
import { LegacyClient } from '../support/legacy-client.js';
import { browser, expect, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

test.describe('accepting an invitation, in a real browser (D24)', () => {
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startApp({ HOST: '0.0.0.0' });
  });
  test.afterAll(() => server.close());

  /** The focused element: its name, or its text. */
  const focused = (page: Page) =>
    page.evaluate(`(() => {
      const { name, type, textContent, tagName } = document.activeElement;
      return tagName === 'INPUT' ? name || type : textContent.trim();
    })()`);
  async function tabTo(page: Page, wanted: string): Promise<string[]> {
    const way: string[] = [];
    for (let i = 0; i < 10 && way.at(-1) !== wanted; i++) {
      await page.keyboard.press('Tab');
      way.push((await focused(page)) as string);
    }
    return way;
  }
  /** Whether the focused element looks different without the focus. */
  const isFocusSeen = (page: Page) =>
    page.evaluate(`(() => {
      const look = (element) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(element);
        return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, borderColor].join();
      };
      const element = document.activeElement;
      for (const animation of document.getAnimations()) animation.finish();
      const seen = look(element);
      element.blur();
      for (const animation of document.getAnimations()) animation.finish();
      const unseen = look(element);
      element.focus();
      return seen !== unseen;
    })()`);

  test('by keyboard only: every field and button in order, visible focus, errors corrected, and signed in', async () => {
    const email = newEmail();
    const { path } = await invited(server, { Identifier: email });
    const watched = await WatchedPage.open(browser, { locale: 'en-GB' });
    const { page } = watched;
    await page.goto(`${server.url}${path}`);
    expect(await tabTo(page, 'name')).toEqual(['Hearth', 'name']);
    expect(await isFocusSeen(page)).toBe(true);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Maja');
    expect(await tabTo(page, 'password')).toEqual(['password']);
    expect(await isFocusSeen(page)).toBe(true);
    await page.keyboard.type('password1');
    expect(await tabTo(page, 'Join the family')).toEqual(['checkbox', 'Join the family']);
    expect(await isFocusSeen(page)).toBe(true);
    await page.keyboard.press('Enter');

    await expect(page.getByText('Many people use this password')).toBeVisible();
    await expect(page.locator('#name')).toHaveValue('Maja');
    await expect(page.locator('#password')).toHaveValue('');
    const description = await page.locator('#password').getAttribute('aria-describedby');
    expect(description?.split(' ').sort()).toEqual(['password-error', 'password-hint']);
    await tabTo(page, 'password');
    await page.keyboard.type(PASSWORD);
    expect(await tabTo(page, 'checkbox')).toEqual(['checkbox']);
    expect(await isFocusSeen(page)).toBe(true);
    await page.keyboard.press('Space');
    await expect(page.locator('#password')).toHaveAttribute('type', 'text');
    await tabTo(page, 'Join the family');
    await page.keyboard.press('Enter');

    await page.waitForURL('**/welcome');
    await expect(watched.heading).toHaveText('Welcome, Maja');
    await page.reload();
    await expect(watched.heading).toHaveText('Welcome, Maja');
    expect(watched.problems).toEqual([]);
    expect((await new LegacyClient(server).signIn({ email, password: PASSWORD })).status).toBe(200);
    await page.goto(`${server.url}${path}`);
    await expect(watched.heading).toHaveText('You have already joined');
  });

  test("the account keeps the browser's language and time zone (row 27)", async () => {
    const { accountId, path } = await invited(server);
    const watched = await WatchedPage.open(browser, { locale: 'de-DE', timezoneId: 'Asia/Tokyo' });
    const { page } = watched;
    await page.goto(`${server.url}${path}`);
    await page.fill('#password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/welcome');
    const sql = 'SELECT locale, time_zone FROM account WHERE id = $1';
    expect(await rows(server, sql, [accountId])).toEqual([{ locale: 'de', time_zone: 'Asia/Tokyo' }]);
    await page.goto(`${server.url}/account/devices`);
    await expect(page.locator('time').first()).toHaveAttribute('title', /GMT\+9$/);
    expect(watched.problems).toEqual([]);
  });

  test('Enter in the password field is enough', async () => {
    const { accountId, path } = await invited(server);
    const watched = await WatchedPage.open(browser);
    await watched.page.goto(`${server.url}${path}`);
    await watched.page.locator('#password').fill(PASSWORD);
    await watched.page.locator('#password').press('Enter');
    await watched.page.waitForURL('**/welcome');
    expect(await statusOf(server, accountId)).toBe('active');
  });

  test('without JavaScript: the form, its errors, an expired link, a new one, and signed in', async () => {
    const { accountId, path } = await invited(server);
    const watched = await WatchedPage.open(browser, { javaScriptEnabled: false, viewport: PHONE });
    const { page } = watched;
    await page.goto(`${server.url}${path}`);
    await expect(page.locator('.show-password')).toBeHidden();
    await watched.screenshot('invitation-form-without-script');
    await page.locator('#password').fill('short');
    await page.locator('main').getByRole('button').click();
    await expect(page.getByText('Use at least 8 characters.')).toBeVisible();

    await rows(server, 'UPDATE invitation SET expires_at = $2, created_at = $3 WHERE account_id = $1', [
      accountId,
      server.clock.now(),
      new Date(server.clock.millis() - 7 * 24 * 3600 * 1000),
    ]);
    await page.goto(`${server.url}${path}`);
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();

    const next = await invited(server);
    await page.goto(`${server.url}${next.path}`);
    await page.locator('#name').fill('Maja');
    await page.locator('#password').fill(PASSWORD);
    await page.locator('main').getByRole('button').click();
    await expect(page.getByRole('heading', { name: 'Welcome, Maja' })).toBeVisible();
    expect(watched.problems).toEqual([]);
  });

  test('with JavaScript the box shows and hides the password', async () => {
    const { path } = await invited(server);
    const watched = await WatchedPage.open(browser, { locale: 'fr-FR' });
    const { page } = watched;
    await page.goto(`${server.url}${path}`);
    const field = page.locator('#password');
    const box = page.getByLabel('Afficher le mot de passe');
    await field.fill(PASSWORD);
    await expect(box).toBeVisible();
    await expect(field).toHaveAttribute('type', 'password');
    await box.check();
    await expect(field).toHaveValue(PASSWORD);
    await expect(field).toHaveAttribute('type', 'text');
    await box.uncheck();
    await expect(field).toHaveValue(PASSWORD);
    await expect(field).toHaveAttribute('type', 'password');
  });

  for (const [locale, language, title, button, welcome] of [
    ['en-GB', 'en', 'Join The Millers', 'Join the family', 'Welcome, Mia'],
    ['fr-CA', 'fr', 'Rejoindre The Millers', 'Rejoindre la famille', 'Bienvenue, Mia'],
    ['de-AT', 'de', 'Willkommen bei The Millers', 'Der Familie beitreten', 'Willkommen, Mia'],
    ['es-MX', 'es', 'Únete a The Millers', 'Unirme a la familia', 'Te damos la bienvenida, Mia'],
    ['it-CH', 'it', 'Entra in The Millers', 'Entra nella famiglia', 'Ti diamo il benvenuto, Mia'],
    ['nl-BE', 'nl', 'Word lid van The Millers', 'Lid worden van de familie', 'Welkom, Mia'],
    ['pt-BR', 'pt', 'Entrar em The Millers', 'Entrar na família', 'Damos-lhe as boas-vindas, Mia'],
    ['pl-PL', 'pl', 'Dołącz do rodziny The Millers', 'Dołącz do rodziny', 'Witaj, Mia'],
  ] as const)
    test(`a browser in ${locale} gets ${language} from the link to the welcome page`, async () => {
      const { path } = await invited(server, { Locale: 'sv' });
      const watched = await WatchedPage.open(browser, { locale });
      await watched.page.goto(`${server.url}${path}`);
      await expect(watched.page.locator('html')).toHaveAttribute('lang', language);
      await expect(watched.heading).toHaveText(title);
      await expect(watched.page).toHaveTitle(`${title} · Hearth`);
      await watched.page.locator('#password').fill(PASSWORD);
      await watched.page.getByRole('button', { name: button }).click();
      await watched.page.waitForURL('**/welcome');
      await expect(watched.page.locator('html')).toHaveAttribute('lang', language);
      await expect(watched.heading).toHaveText(welcome);
    });

  test("a browser in an unsupported language gets the account's language, from the link to the welcome page", async () => {
    const { path } = await invited(server, { Locale: 'fr' });
    const watched = await WatchedPage.open(browser, { locale: 'sv-SE' });
    await watched.page.goto(`${server.url}${path}`);
    await expect(watched.page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(watched.heading).toHaveText('Rejoindre The Millers');
    await watched.page.locator('#password').fill(PASSWORD);
    await watched.page.locator('main').getByRole('button').click();
    await watched.page.waitForURL('**/welcome');
    await expect(watched.page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(watched.heading).toHaveText('Bienvenue, Mia');
  });

  test('works on plain HTTP in a local network, where browsers send no Fetch Metadata', async () => {
    const { accountId, path } = await invited(server);
    const watched = await WatchedPage.open(browser);
    const url = new URL(path, server.url);
    url.hostname = '0.0.0.0'; // this machine, but no "trustworthy" origin like 127.0.0.1
    await watched.page.goto(url.href);
    await watched.page.locator('#password').fill(PASSWORD);
    const posted = watched.page.waitForResponse((response) => response.request().method() === 'POST');
    await watched.page.locator('main').getByRole('button').click();
    const sent = await (await posted).request().allHeaders();
    expect([sent.origin, sent['sec-fetch-site']]).toEqual(['null', undefined]); // the value under no-referrer
    expect((await posted).status()).toBe(303);
    await watched.page.waitForURL('**/welcome');
    expect(await statusOf(server, accountId)).toBe('active');
  });

  test('refuses a post to the link from a page of another site', async () => {
    const { accountId, path } = await invited(server);
    const watched = await WatchedPage.open(browser);
    await watched.page.route('http://evil.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${server.url}${path}"><input name="name" value="Eve">
          <input name="password" value="${PASSWORD}"><button>Win</button></form>`,
      }),
    );
    await watched.page.goto('http://evil.example/');
    await watched.page.getByRole('button').click();
    await expect(watched.page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await statusOf(server, accountId)).toBe('pending');
  });
});
