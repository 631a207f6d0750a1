import type { Page } from '@playwright/test';
import { clientLook, serverLook } from '../../src/identity/branding/brandings.js';
import { wholeBranding } from '../../src/identity/branding/branding-store.js';
import { renderMail } from '../../src/identity/notifications/message-texts.js';
import { LINK_KINDS, NOTICE_KINDS } from '../../src/identity/notifications/outbox-message.entity.js';
import { HEARTH } from '../../src/platform/pages/look.js';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { violationsOf } from '../support/axe.js';
import { contrast } from '../support/contrast.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { DESKTOP, PHONE, WatchedPage, WCAG } from '../support/watched-page.js';

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

  test('is drafted after a slip, looked at, and published; the pages have its colours and pass axe', async () => {
    const watched = await WatchedPage.open(browser);
    const { page } = watched;
    await open(page, '/admin/branding');
    await page.fill('#name', 'Smith Family Cloud');
    await page.fill('#accentLight', '#ffcc00');
    await page.click('text=Save draft');
    await expect(page.locator('#accentLight-error')).toContainText('4.5:1');
    await expect(page.locator('#name')).toHaveValue('Smith Family Cloud');
    await page.fill('#accentLight', '#1b5799');
    await page.fill('#passwordNote', 'The password of your Smith account.');
    await page.fill('#termsUrl', 'https://smith.example/terms');
    await page.click('text=Save draft');
    await expect(page.locator('[role=status]')).toContainText('Draft saved');
    await page.setInputFiles('#file', {
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(LOGO),
    });
    await page.click('text=Upload into the draft');
    await expect(page.locator('[role=status]')).toContainText('Image saved');
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

  for (const [colorScheme, accent] of [
    ['light', /^rgb\(27, 87, 153\)$/],
    ['dark', /^rgb\(/],
  ] as const)
    test(`the button has the accent, and text that can be read, ${colorScheme}`, async () => {
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

test.describe('mails in a real browser (D234)', () => {
  const SITE = 'https://hearth.example';
  const LINKED = {
    link: `${SITE}/reset/${'t'.repeat(43)}`,
    name: 'Mia',
    familyName: 'The Millers',
    clientName: 'Books',
  };
  const NOTICE = {
    name: 'Mia',
    value: 'mia@new.example',
    clientName: 'Books',
    at: '2026-03-01T12:05:00.000Z',
    site: SITE,
  };
  const server = serverLook(
    wholeBranding({ name: 'Smith Family Cloud', accentLight: '#1b5799', signature: 'The team' }),
  );
  const LOOKS = { own: HEARTH, branded: clientLook(server, wholeBranding({ name: 'Smith Shop' })) };
  const EACH = [...LINK_KINDS, ...NOTICE_KINDS].flatMap((kind) =>
    (['own', 'branded'] as const).map((look) => [kind, look] as const),
  );

  for (const [kind, look] of EACH)
    test(`${kind}, ${look}: can be read in light, dark, on a phone, and without any style`, async () => {
      const payload = (LINK_KINDS as readonly string[]).includes(kind) ? LINKED : NOTICE;
      const { html } = renderMail(kind, 'de', payload, { look: LOOKS[look], site: SITE });
      const watched = await WatchedPage.open(browser);
      const { page } = watched;
      await page.setContent(html);
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const viewport of [DESKTOP, PHONE]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize(viewport);
          expect(await watched.tooWide()).toEqual([]);
          await watched.screenshot(`mail-${kind}-${look}-${colorScheme}-${viewport.width}`);
        }
        // Without best practice: a mail has no landmarks.
        expect(await violationsOf(page, WCAG)).toEqual([]);
      }
      await page.setContent(html.replace(/<style>.*?<\/style>/s, '').replaceAll(/ style="[^"]*"/g, ''));
      await watched.screenshot(`mail-${kind}-${look}-bare`);
      const seen = await page.innerText('body');
      expect(seen.indexOf('Hallo')).toBeGreaterThan(seen.indexOf(LOOKS[look].name));
      expect(seen).toContain(`Gesendet von ${LOOKS[look].serverName}`);
    });
});
