import type { Page } from '@playwright/test';
import { problemWithAccent } from '../../src/platform/pages/accent.js';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { contrast } from '../support/contrast.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><rect width="200" height="40" fill="#1b5799"/></svg>`;

test.describe('branding in a real browser', () => {
  let server: TestServer;
  let admin: Admin;
  test.beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
  });
  test.afterAll(() => server.close());

  async function open(page: Page, path: string): Promise<void> {
    await page.goto(`${server.url}${path}`);
    if (!(await page.locator('form[action*="/admin/sign-in"] #password').count())) return;
    await submitSignIn(page, admin);
  }

  test('drafts a branding after a mistake, previews and publishes it; the pages have its colours and pass axe', async () => {
    const watched = await WatchedPage.open(browser);
    const { page } = watched;
    await open(page, '/admin/branding');
    await page.fill('#name', 'Smith Family Cloud');
    await page.fill('#accentLight', '#ffcc00');
    await page.click('text=Save draft');
    await expect(page.locator('#accentLight-error')).toContainText('4.5:1');
    await expect(page.locator('output[for=accentLight]')).toBeEmpty(); // told once (D381)
    await expect(page.locator('#name')).toHaveValue('Smith Family Cloud');
    await page.fill('#accentLight', '#1b5799');
    await page.fill('#passwordNote', 'The password of your Smith account.');
    await page.fill('#termsUrl', 'https://smith.example/terms');
    await page.setInputFiles('#logo', {
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(LOGO),
    });
    await page.click('text=Save draft');
    await expect(page.locator('[role=status]')).toContainText('Draft saved');
    expect(await watched.flaws('admin-branding')).toEqual([]);
    for (const preview of ['sign-in', 'consent', 'mail']) {
      await page.goto(`${server.url}/admin/branding/preview?page=${preview}`);
      await expect(page.locator('img')).toHaveAttribute('alt', 'Smith Family Cloud');
      const flaws = preview === 'mail' ? [] : await watched.flaws(`branded-${preview}`);
      expect(flaws).toEqual([]);
    }
    await page.goto(`${server.url}/admin/branding`);
    await page.click('button:has-text("Publish")');
    await expect(page.locator('[role=status]')).toContainText('Published');
    await page.click('text=Remove branding');
    expect(await watched.flaws('admin-branding-remove')).toEqual([]);
    for (const path of ['/sign-in', '/forgot-password', '/invitation/none', '/no-such-page']) {
      await page.goto(`${server.url}${path}`);
      expect(await watched.flaws(`branded${path.replaceAll('/', '-')}`)).toEqual([]);
    }
    expect(watched.problems).toEqual([]);
  });

  test('the contrast is told as one types, by the rule of the server', async () => {
    const { page } = await WatchedPage.open(browser);
    await open(page, '/admin/branding');
    const hex = (colour: number) => `#${colour.toString(16).padStart(6, '0')}`;
    const any = Array.from({ length: 400 }, (_, at) => hex((at * 9_876_543) % 0x1000000));
    const greys = Array.from(
      { length: 256 },
      (_, part) => `#${part.toString(16).padStart(2, '0').repeat(3)}`,
    );
    const texts = [...any, ...greys, '', '#', '#1b579', '#1b57990', '#1B5799', 'red', ' #1b5799 '];
    for (const [name, theme] of [
      ['accentLight', 'light'],
      ['accentDark', 'dark'],
    ] as const) {
      const told = await page.locator(`#${name}`).evaluate((field, all) => {
        const input = field as HTMLInputElement;
        return all.map((text) => {
          input.value = text;
          input.dispatchEvent(new Event('input'));
          return document.querySelector(`output[for=${input.id}]`)?.textContent ?? null;
        });
      }, texts);
      const expected = texts.map((text) => {
        const problem = problemWithAccent(theme, text.trim());
        if (problem === null) return expect.stringMatching(/^[\d.]+:1, enough$/);
        const ratio = /contrast of ([\d.]+:1)/.exec(problem)?.[1];
        return ratio === undefined ? '' : `${ratio}, too little: at least 4.5:1`;
      });
      expect(told).toEqual(expected);
      expect(new Set(told).size).toBeGreaterThan(100);
    }
  });

  test('a colour that is picked is typed, judged, and worn by the preview at once; one too weak is not worn', async () => {
    const watched = await WatchedPage.open(browser);
    const { page } = watched;
    await open(page, '/admin/branding');
    const preview = page.frameLocator('iframe[name=preview]');
    const ground = () =>
      preview
        .locator('form.card button[type=submit]')
        .first()
        .evaluate((button) => getComputedStyle(button).backgroundColor);
    const pick = (colour: string) => page.locator('input[data-picks=accentLight]').fill(colour);
    const told = page.locator('output[for=accentLight]');
    await pick('#006644');
    await expect(page.locator('#accentLight')).toHaveValue('#006644');
    await expect(told).toContainText(':1, enough');
    await expect.poll(ground).toBe('rgb(0, 102, 68)');
    await pick('#ffcc00');
    await expect(told).toContainText('1.33:1, too little');
    await page.fill('#accentLight', '#5b2a86');
    await expect(page.locator('input[data-picks=accentLight]')).toHaveValue('#5b2a86');
    await expect.poll(ground).toBe('rgb(91, 42, 134)');
    for (const [link, text] of [
      ['Consent page', 'Mia Example'],
      ['Mail', 'The Examples'],
      ['Sign-in page', 'Password'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await expect(preview.locator('body')).toContainText(text);
      await expect(page.locator('.preview [aria-current=true]')).toHaveText(link);
    }
    await expect.poll(ground).toBe('rgb(91, 42, 134)');
    expect(watched.problems).toEqual([]);
  });

  test('without script the form has no picker, its preview still changes, and one save keeps everything', async () => {
    const { page } = await WatchedPage.open(browser, { javaScriptEnabled: false });
    await open(page, '/admin/branding');
    await expect(page.locator('input[type=color]').first()).toBeHidden();
    await page.getByRole('link', { name: 'Consent page' }).click();
    await expect(page.frameLocator('iframe[name=preview]').locator('body')).toContainText('Mia Example');
    await page.fill('#accentLight', '#5b2a86');
    await page.setInputFiles('#icon', {
      name: 'i.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(LOGO),
    });
    await page.click('text=Save draft');
    await expect(page.locator('[role=status]')).toContainText('Draft saved');
    await expect(page.locator('#accentLight')).toHaveValue('#5b2a86');
    await expect(page.locator('.saved-image img')).toHaveCount(2); // the logo of the first test, and this icon
    await page.click('text=Discard draft');
    await expect(page.locator('[role=status]')).toContainText('Draft discarded');
  });

  for (const [colorScheme, accent] of [
    ['light', /^rgb\(27, 87, 153\)$/],
    ['dark', /^rgb\(/],
  ] as const)
    test(`the button has the accent colour and readable text, ${colorScheme}`, async () => {
      const watched = await WatchedPage.open(browser, { colorScheme });
      await watched.page.goto(`${server.url}/sign-in`);
      const [ground, text] = await watched.page
        .locator('form.card button[type=submit]')
        .evaluate((button) => {
          const style = getComputedStyle(button);
          return [style.backgroundColor, style.color];
        });
      expect(ground).toMatch(accent);
      expect(contrast(ground, text)).toBeGreaterThanOrEqual(4.5);
    });
});
