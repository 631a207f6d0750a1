import type { Page } from '@playwright/test';
import { LateLinks } from '../../src/identity/mailed-links/late-links.js';
import { contrast } from '../support/contrast.js';
import { invited, linkOf, PASSWORD, provision, resultOf, submit } from '../support/invitations.js';
import { browser, expect, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

/** Long words without a place to break: people's names and addresses can be so. */
const LONG = {
  FamilyName: 'Hinterhuberoberleitnerschwarzenberger',
  UserName: 'Maximilianefriederikewilhelmine',
};
let guests = 0;
const longEmail = (): string =>
  `maximilianefriederikehinterhuberoberleitner${++guests}@familienverwaltung.example`;

type Guest = { accountId: string; path: string; email: string };
type Way = (page: Page, guest: Guest) => Promise<unknown>;

test.describe('the pages of an invitation in a real browser', () => {
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startApp();
  });
  test.afterAll(() => server.close());

  const go = (page: Page, path: string) => page.goto(`${server.url}${path}`);
  const press = (page: Page) => page.locator('main').getByRole('button').click();
  const over: Way = async (page, { path }) => {
    server.clock.advance({ days: 8 });
    await go(page, path);
  };
  const added: Way = async (page, { accountId, path }) => {
    await submit(server, path);
    await provision(server, 'updateaccount', { accountId, Type: 'Email', Identifier: longEmail() });
    await go(page, await linkOf(server, accountId));
  };
  /** Asked to join a family of a long name. */
  const asked: Way = async (page, { accountId, path, email }) => {
    await submit(server, path);
    const familyId = resultOf(await provision(server, 'createfamily', LONG));
    await provision(server, 'addaccount2family', { familyId, Type: 'Email', Identifier: email });
    await server.get(LateLinks).settled();
    await go(page, await linkOf(server, accountId));
  };
  const signedIn =
    (way: Way): Way =>
    async (page, guest) => {
      await way(page, guest);
      await page.locator('#identifier').fill(guest.email);
      await page.locator('#password').fill(PASSWORD);
      await page.locator('form.card button[type=submit]').click();
      await expect(page.locator('button[value=accept]')).toBeVisible();
    };
  const decided =
    (way: Way, decision: 'accept' | 'decline'): Way =>
    async (page, guest) => {
      await signedIn(way)(page, guest);
      await page.locator(`button[value=${decision}]`).click();
    };

  /** The path to each page, and its German heading. */
  const PAGES: Record<string, { heading: string; way: Way }> = {
    form: { heading: `Willkommen bei ${LONG.FamilyName}`, way: (page, { path }) => go(page, path) },
    errors: {
      heading: `Willkommen bei ${LONG.FamilyName}`,
      way: async (page, { path }) => {
        await go(page, path);
        await page.locator('#name').fill('   ');
        await page.locator('#password').fill('password1');
        await press(page);
        await expect(page.locator('.error').first()).toBeVisible();
      },
    },
    over: { heading: 'Dieser Link gilt nicht mehr', way: over },
    resent: {
      heading: 'Schon unterwegs',
      way: async (page, guest) => {
        await over(page, guest);
        await press(page);
      },
    },
    replaced: {
      heading: 'Dieser Link funktioniert nicht',
      way: async (page, guest) => {
        await over(page, guest);
        await press(page);
        await expect(page.getByText('Schon unterwegs')).toBeVisible();
        await go(page, guest.path);
      },
    },
    used: {
      heading: 'Sie sind schon beigetreten',
      way: async (page, { path }) => {
        await submit(server, path);
        await go(page, path);
      },
    },
    unknown: {
      heading: 'Dieser Link funktioniert nicht',
      way: (page) => go(page, '/invitation/nobody-made-this'),
    },
    welcome: {
      heading: `Willkommen, ${LONG.UserName}`,
      way: async (page, { path }) => {
        await go(page, path);
        await page.locator('#password').fill(PASSWORD);
        await press(page);
        await page.waitForURL('**/welcome');
      },
    },
    proposal: { heading: 'Anmelden', way: added },
    proposedAddress: { heading: 'Ihrem Konto hinzufügen?', way: signedIn(added) },
    confirmed: { heading: 'Bestätigt', way: decided(added, 'accept') },
    declined: { heading: 'Abgelehnt', way: decided(added, 'decline') },
    proposedFamily: { heading: `${LONG.FamilyName} beitreten?`, way: signedIn(asked) },
    joined: { heading: 'Sie sind beigetreten', way: decided(asked, 'accept') },
  };

  for (const name of Object.keys(PAGES))
    test(`${name}: accessible, nothing overflows, no complaint of the browser`, async () => {
      const { heading, way } = PAGES[name];
      const email = longEmail();
      const guest = { ...(await invited(server, { Identifier: email, ...LONG })), email };
      const watched = await WatchedPage.open(browser, { locale: 'de-DE' });
      await way(watched.page, guest);
      await expect(watched.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      const found = {
        flaws: await watched.flaws(`invitation-${name}`),
        problems: watched.problems,
        language: await watched.language(),
        headings: await watched.page.locator('h1').count(),
      };
      await watched.close();
      expect(found).toEqual({ flaws: [], problems: [], language: 'de', headings: 1 });
    });

  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(`form details that axe cannot check, ${colorScheme} (WCAG 2.2 AA)`, () => {
      let watched: WatchedPage;
      test.beforeAll(async () => {
        watched = await WatchedPage.open(browser, { colorScheme });
        await go(watched.page, (await invited(server)).path);
      });
      test.afterAll(() => watched.close());

      const styleOf = (selector: string) =>
        watched.page.evaluate<{
          borderColor: string;
          backgroundColor: string;
          radius: number;
          width: number;
        }>(
          `(() => {
        const { borderColor, backgroundColor, borderTopLeftRadius, width } =
          getComputedStyle(document.querySelector(${JSON.stringify(selector)}));
        return { borderColor, backgroundColor, radius: parseFloat(borderTopLeftRadius), width: parseFloat(width) };
      })()`,
        );

      for (const field of ['#name', '#password', '[type=checkbox]'])
        test(`${field} contrasts with the card: 3 to 1 (1.4.11)`, async () => {
          const card = await styleOf('.card');
          const { borderColor, backgroundColor } = await styleOf(field);
          const best = [borderColor, backgroundColor].map((colour) => contrast(colour, card.backgroundColor));
          expect(Math.max(...best)).toBeGreaterThanOrEqual(3);
        });

      test('the checkbox is no circle, which would be a radio button', async () => {
        const { radius, width } = await styleOf('[type=checkbox]');
        expect(radius).toBeLessThan(width / 3);
      });

      test('controls are at least 24 pixels high and wide (2.5.8)', async () => {
        for (const selector of ['main button', '#name', '#password', '.show-password', '.brand']) {
          const box = await watched.page.locator(selector).boundingBox();
          expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(24);
        }
      });
    });
});
