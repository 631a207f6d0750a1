import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { MessageKind } from '../../src/identity/notifications/outbox-message.entity.js';
import { LANGUAGES } from '../../src/platform/pages/texts/texts.js';
import { renderMail } from '../../src/identity/notifications/message-texts.js';
import { HEARTH_LOOK } from '../../src/platform/pages/look.js';
import { newAdmin } from '../support/admin-api.js';
import { addressOf, ELSEWHERE, pagesOf, readerOf, type Reader } from '../support/every-page.js';
import { ANNA } from '../support/fixtures.js';
import { IdentityProvider } from '../support/identity-provider.js';
import { JwksServer } from '../support/jwks-server.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { ISSUER, startWithPartners } from '../support/single-sign-on.js';
import type { TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

/** In bytes: of the HTML of a page, and of its style sheets together, compressed (docs/reference/design.md). */
const LARGEST_PAGE = 60_000;
const LARGEST_STYLES = 40_000;

const MAIL_SOURCE = { look: HEARTH_LOOK, site: 'https://accounts.example' };
const LINK = {
  link: 'https://accounts.example/invitation/tttt',
  name: 'Mia',
  familyName: 'The Millers',
  clientName: 'Operator',
};
const NOTICE = {
  name: 'Mia',
  value: 'mia@family.example',
  clientName: 'Operator',
  at: '2026-03-01T12:00:00Z',
  site: 'https://accounts.example',
  browser: { browser: 'Firefox', system: 'Windows', network: '203.0.113.x' },
};
/** The compiler requires every kind. */
const MAILS: Readonly<Record<MessageKind, typeof LINK | typeof NOTICE>> = {
  invitation: LINK,
  confirmation: LINK,
  addition: LINK,
  reset: LINK,
  membership: LINK,
  recovery: LINK,
  handOver: LINK,
  passwordChanged: NOTICE,
  secondFactorAdded: NOTICE,
  secondFactorRemoved: NOTICE,
  recoveryCodesMade: NOTICE,
  recoveryCodeUsed: NOTICE,
  identifierProposed: NOTICE,
  identifierAdded: NOTICE,
  identifierRemoved: NOTICE,
  signInDisowned: NOTICE,
  passkeyAdded: NOTICE,
  passkeyRemoved: NOTICE,
  passkeyCloned: NOTICE,
  partnerConnected: NOTICE,
  partnerDisconnected: NOTICE,
  familyChanged: NOTICE,
  familyRemoved: NOTICE,
  familyLeft: NOTICE,
  familyAdded: NOTICE,
  familyAdministrator: NOTICE,
  familyMember: NOTICE,
  familyInvitationWithdrawn: NOTICE,
  familyDissolved: NOTICE,
  familyHandedOver: NOTICE,
  handOverStopped: NOTICE,
  deletionAsked: NOTICE,
  deletionUndone: NOTICE,
  devicePasswordAdded: NOTICE,
  devicePasswordRemoved: NOTICE,
  devicePasswordNeeded: NOTICE,
  recoveryAsked: NOTICE,
  recoveryStopped: NOTICE,
  recoveryDone: NOTICE,
  additionStopped: NOTICE,
  accountHeld: NOTICE,
  accountSecured: NOTICE,
  newBrowser: NOTICE,
};

interface Seen {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly styles: number;
  /** The time that the server took for the first answer. */
  readonly ms: number | null;
}

/**
 * By the list of routes: a page that is not included automatically makes this fail. With SCREENSHOTS, its pictures
 * are taken.
 */
test.describe('every page of the server, in a real browser', () => {
  let server: TestServer;
  let portal: IdentityProvider;
  let published: JwksServer;
  let watched: Record<Reader, WatchedPage>;
  test.beforeAll(async () => {
    [portal, published] = await Promise.all([IdentityProvider.make(ISSUER), JwksServer.start()]);
    server = await startWithPartners(portal, published);
    const admin = await newAdmin(server);
    const open = () => WatchedPage.open(browser, { locale: 'en' });
    watched = { nobody: await open(), person: await open(), administrator: await open() };
    await watched.person.page.goto(`${server.url}/sign-in`);
    await submitSignIn(watched.person.page, ANNA);
    await expect(watched.person.heading).toHaveText('Hello, Anna K.');
    await watched.administrator.page.goto(`${server.url}/admin`);
    await submitSignIn(watched.administrator.page, admin);
    await expect(watched.administrator.heading).toHaveText('Overview');
  });
  test.afterAll(async () => {
    await server.close();
    await published.close();
  });

  const seen: Seen[] = [];

  for (const who of ['nobody', 'person', 'administrator'] as const)
    test(`of ${who} exists, is small, and has a picture`, async () => {
      const wrong: string[] = [];
      let count = 0;
      for (const route of pagesOf(server)) {
        const { name } = route.operation;
        if (name in ELSEWHERE || readerOf(route) !== who) continue;
        const path = await addressOf(route, { server, portal });
        const { page } = watched[who];
        const answer = await page.goto(server.url + path);
        const bytes = (await answer?.body())?.length ?? Infinity;
        const styles = await stylesOf(page);
        const problem = await problemOf(page, answer?.status() ?? 0, name);
        if (problem !== null) wrong.push(`${path}: ${problem}`);
        if (bytes > LARGEST_PAGE) wrong.push(`${path}: ${bytes} bytes`);
        if (styles > LARGEST_STYLES) wrong.push(`${path}: ${styles} bytes of style sheets`);
        seen.push({ name, path, bytes, styles, ms: msOf(name) });
        await watched[who].pictures(`page-${name}`);
        count++;
      }
      expect(wrong).toEqual([]);
      expect(count).toBeGreaterThan(2);
    });

  for (const language of LANGUAGES.filter((language) => language !== 'en'))
    test(`for people has room for its texts at 320 px in ${language}`, async () => {
      const wrong: string[] = [];
      for (const who of ['nobody', 'person'] as const) {
        const { page } = watched[who];
        await page.context().addCookies([{ name: 'hearth_language', value: language, url: server.url }]);
        await page.setViewportSize(PHONE);
        for (const route of pagesOf(server)) {
          const { name } = route.operation;
          if (name in ELSEWHERE || readerOf(route) !== who || /^docs/.test(name)) continue;
          const path = await addressOf(route, { server, portal });
          await page.goto(server.url + path);
          wrong.push(...(await watched[who].tooWide()).map((flaw) => `${path}: ${flaw}`));
        }
      }
      expect(wrong).toEqual([]);
    });

  test('has a name that the server knows, if it is marked as located elsewhere', () => {
    const names = pagesOf(server).map(({ operation }) => operation.name);
    expect(Object.keys(ELSEWHERE).filter((name) => !names.includes(name))).toEqual([]);
    const folder = process.env.SCREENSHOTS;
    if (folder) writeFileSync(`${folder}/pages.json`, JSON.stringify(seen, null, 2));
  });

  test('every mail has a picture too', async () => {
    const { page } = watched.nobody;
    await page.goto('about:blank'); // content written into a page of the server stays under its content security policy
    await page.setViewportSize(PHONE);
    for (const [kind, payload] of Object.entries(MAILS)) {
      const { html } = renderMail(kind as MessageKind, 'en', payload, MAIL_SOURCE);
      await page.setContent(html);
      expect([kind, (await page.textContent('body'))?.includes('{{')]).toEqual([kind, false]);
      expect([kind, await watched.nobody.tooWide()]).toEqual([kind, []]);
      await watched.nobody.pictures(`mail-${kind}`);
    }
  });

  /** @returns null: it is the requested page */
  async function problemOf(page: Page, status: number, name: string): Promise<string | null> {
    if (status !== 200) return `status ${status}`;
    const last = requests().slice(-3); // a page may require another one behind it
    if (!last.some(({ call }) => call === name)) return `shows ${last.at(-1)?.call}`;
    if ((await page.locator('h1').count()) !== 1) return 'has no heading, or several';
    if (!name.startsWith('docs') && /\bdocs\//.test((await page.textContent('main')) ?? ''))
      return 'prints the name of a page of docs/, and no link';
    if (name.startsWith('admin')) return null; // has its side bar
    const isOpen = (await page.locator('main :is(a[href], button)').count()) > 0;
    return isOpen ? null : 'is a dead end: it leads nowhere';
  }

  function msOf(name: string): number | null {
    return requests().find(({ call }) => call === name)?.ms ?? null;
  }

  function requests(): { call: string; ms: number }[] {
    return server.log
      .filter((line) => line.includes('"call":'))
      .map((line) => JSON.parse(line) as { call: string; ms: number })
      .filter(({ call }) => call !== 'unknown'); // files of the page
  }

  const sheets = new Map<string, number>();
  async function stylesOf(page: Page): Promise<number> {
    const hrefs = await page.evaluate<string[]>(
      `[...document.querySelectorAll('link[rel=stylesheet]')].map((link) => link.href)`,
    );
    let sum = 0;
    for (const href of hrefs) {
      if (!sheets.has(href)) sheets.set(href, gzipSync(await (await fetch(href)).text()).length);
      sum += sheets.get(href) ?? 0;
    }
    return sum;
  }
});
