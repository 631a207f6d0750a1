import { LANGUAGES } from '../../src/platform/pages/texts/texts.js';
import { leaveUnread, stopLinkOf } from '../support/addresses.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

/** The longest possible address. */
const LONG = 'maximilianefriederikewilhelmine.hinterhuber@familienverwaltungsgesellschaften.example';
const KINDS = [
  'identifierAdded',
  'passkeyAdded',
  'partnerConnected',
  'devicePasswordAdded',
  'secondFactorAdded',
] as const;

test.describe('"This wasn\'t me", and "Is this still yours?", in a real browser (D341, D342)', () => {
  let server: TestServer;
  let me: Member;
  test.beforeAll(async () => {
    server = await startApp();
  });
  test.afterAll(() => server.close());
  test.beforeEach(async () => {
    me = await newMember(server);
  });

  test('asks, stops the change, and shows that the link is over; every page looks right', async () => {
    const watched = await WatchedPage.open(browser, { locale: 'en' });
    const { page } = watched;
    const flaws: string[] = [];
    const look = async (name: string) => void flaws.push(...(await watched.flaws(`not-me-${name}`)));
    const link = server.url + (await stopLinkOf(server, me.id, { kind: 'identifierAdded', value: LONG }));
    await page.goto(link);
    await look('added');
    await page.click('main form button[type=submit]');
    await expect(page.locator('h1')).toHaveText('Stopped');
    await look('stopped');
    await page.goto(link);
    await look('over');
    await page.goto(server.url + (await stopLinkOf(server, me.id, { kind: 'secondFactorAdded', value: '' })));
    await look('factor');
    await page.click('main form button[type=submit]');
    await look('factor-stopped');
    await page.click('main a[href="/forgot-password"]');
    await expect(page).toHaveURL(({ pathname }) => pathname === '/forgot-password');

    await leaveUnread(server, me.id, 366);
    await page.goto(`${server.url}/sign-in`);
    await submitSignIn(page, me);
    await expect(page.locator('#still-yours')).toContainText(me.email);
    await look('still-yours');
    await page.click('#still-yours a');
    await look('removal');
    await page.goBack();
    await page.click('#still-yours button');
    await expect(page.locator('#profile')).toBeVisible();
    await expect(page.locator('#still-yours')).toHaveCount(0);
    expect(flaws).toEqual([]);
  });

  for (const language of LANGUAGES)
    test(`pages have room for their texts at 320 px in ${language}`, async () => {
      const watched = await WatchedPage.open(browser, { viewport: PHONE });
      const { page } = watched;
      await page.context().addCookies([{ name: 'hearth_language', value: language, url: server.url }]);
      const wrong: string[] = [];
      const measure = async (what: string) =>
        void wrong.push(...(await watched.tooWide()).map((flaw) => `${what}: ${flaw}`));
      for (const kind of KINDS) {
        await page.goto(server.url + (await stopLinkOf(server, me.id, { kind, value: LONG })));
        await measure(kind);
      }
      await page.click('main form button[type=submit]');
      await measure('stopped');
      await page.reload();
      await leaveUnread(server, me.id, 366);
      await page.goto(`${server.url}/sign-in`);
      await submitSignIn(page, me);
      await expect(page.locator('#still-yours')).toBeVisible();
      await measure('still-yours');
      expect(wrong).toEqual([]);
    });
});
