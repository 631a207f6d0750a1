import { clientLook, serverLook } from '../../src/identity/branding/brandings.js';
import { wholeBranding } from '../../src/identity/branding/branding-store.js';
import { renderMail } from '../../src/identity/notifications/message-texts.js';
import { LINK_KINDS, NOTICE_KINDS } from '../../src/identity/notifications/outbox-message.entity.js';
import { HEARTH_LOOK } from '../../src/platform/pages/look.js';
import { violationsOf } from '../support/axe.js';
import { browser, expect, test } from '../support/page-test.js';
import { DESKTOP, PHONE, WatchedPage, WCAG } from '../support/watched-page.js';

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
  const LOOKS = { own: HEARTH_LOOK, branded: clientLook(server, wholeBranding({ name: 'Smith Shop' })) };
  const EACH = [...LINK_KINDS, ...NOTICE_KINDS].flatMap((kind) =>
    (['own', 'branded'] as const).map((look) => [kind, look] as const),
  );

  for (const [kind, look] of EACH)
    test(`${kind}, ${look}: is readable in light, dark, on a phone, and without any style`, async () => {
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
