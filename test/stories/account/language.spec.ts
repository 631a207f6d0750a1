import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CookieBrowser, startWithThirdParties, THIRD_PARTIES } from '../../support/authorization.js';
import { newMember } from '../../support/forgotten-password.js';
import { invited } from '../../support/invitations.js';
import type { TestServer } from '../../support/start-app.js';

const languageOf = (text: string) => /<html lang="(\w+)">/.exec(text)?.[1];
const nextOf = (text: string) => /name="next" value="([^"]*)"/.exec(text)?.[1].replaceAll('&amp;', '&') ?? '';

describe('the language of the pages, chosen at their foot (D235)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties();
  });
  afterAll(() => server.close());

  it('leads back to the same page, in it; every page has it from then on', async () => {
    const browser = new CookieBrowser(server);
    const tab = await browser.begin(THIRD_PARTIES.shop, { ui_locales: 'fr' });
    const shown = await tab.show();
    expect(languageOf(shown.text)).toBe('fr');
    const chosen = await browser.post('/language', { language: 'de', next: nextOf(shown.text) });
    expect([chosen.status, chosen.headers.location]).toEqual([303, nextOf(shown.text)]);
    const cookie = 'hearth_language=de; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax';
    expect(chosen.headers['set-cookie']).toEqual([cookie]);
    const again = await browser.get(chosen.headers.location as string);
    expect([languageOf(again.text), /to continue|und weiter zu Shop/.exec(again.text)?.[0]]).toEqual([
      'de',
      'und weiter zu Shop',
    ]);
    expect(languageOf((await browser.get('/forgot-password')).text)).toBe('de');
  });

  it('stands on a page that a form showed, and leads to the page before it', async () => {
    const browser = new CookieBrowser(server);
    const tab = await browser.begin(THIRD_PARTIES.shop);
    const { text } = await tab.trySignIn({ email: 'nobody@x.example', password: 'wrong' });
    expect(nextOf(text)).toMatch(/^\/challenge\?session_id=/);
    const failed = await browser.post('/sign-in?next=%2Faccount%2Fdata', { identifier: 'x', password: 'y' });
    expect(nextOf(failed.text)).toBe('/sign-in?next=%2Faccount%2Fdata');
  });

  it.each(['/account', '/account/sign-in', '/account/devices', '/account/history', '/account/applications'])(
    'stands on %s',
    async (path) => {
      const browser = new CookieBrowser(server);
      await browser.signIn(await newMember(server));
      const { status, text } = await browser.get(path);
      expect([status, nextOf(text)]).toEqual([200, path]);
    },
  );

  it('is chosen behind a mailed link too, whose pages send no origin', async () => {
    const { path } = await invited(server);
    const browser = new CookieBrowser(server);
    expect(nextOf((await browser.get(path)).text)).toBe(path);
    const { status } = await browser.post('/language', { language: 'es', next: path }, { Origin: 'null' });
    expect(status).toBe(303);
    expect(languageOf((await browser.get(path)).text)).toBe('es');
  });

  it('a page of another site does not choose it', async () => {
    const form = { language: 'de', next: '/' };
    const { status } = await new CookieBrowser(server).post('/language', form, {
      'Sec-Fetch-Site': 'cross-site',
    });
    expect(status).toBe(403);
  });
});
