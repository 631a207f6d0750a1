import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CookieBrowser, startWithThirdParties, THIRD_PARTIES } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { newMember } from '../../support/forgotten-password.js';
import { invited } from '../../support/invitations.js';
import type { TestServer } from '../../support/start-app.js';

const languageOf = (text: string) => /<html lang="(\w+)">/.exec(text)?.[1];
const nextOf = (text: string) => /name="next" value="([^"]*)"/.exec(text)?.[1].replaceAll('&amp;', '&') ?? '';

describe('page language, chosen in the footer (D235)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties();
  });
  afterAll(() => server.close());

  it('returns to the current page in the new language; every page uses it from then on', async () => {
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

  it('is offered on a page that a form showed, and returns to the page before it', async () => {
    const browser = new CookieBrowser(server);
    const tab = await browser.begin(THIRD_PARTIES.shop);
    const { text } = await tab.trySignIn({ email: 'nobody@x.example', password: 'wrong' });
    expect(nextOf(text)).toMatch(/^\/challenge\?session_id=/);
    const failed = await browser.post('/sign-in?next=%2Faccount%2Fdata', { identifier: 'x', password: 'y' });
    expect(nextOf(failed.text)).toBe('/sign-in?next=%2Faccount%2Fdata');
  });

  it.each(['/account/language', '/account/profile'])(
    'is one for the pages and the messages of who is signed in, chosen at %s',
    async (path) => {
      const browser = new CookieBrowser(server);
      const member = await newMember(server);
      await browser.signIn(member);
      const next = '/account/devices';
      await browser.post(path, {
        name: 'Mia',
        countryCode: '',
        locale: 'pl',
        timeZone: '',
        language: 'pl',
        next,
      });
      expect(languageOf((await browser.get(next)).text)).toBe('pl');
      expect((await browser.get('/account')).text).toContain('<option value="pl" selected>');
      expect(await rows(server, 'SELECT locale FROM account WHERE id = $1', [member.id])).toEqual([
        { locale: 'pl' },
      ]);
    },
  );

  it('of the account stays as it is for a language that there is not', async () => {
    const browser = new CookieBrowser(server);
    const member = await newMember(server);
    await browser.signIn(member);
    const [before] = await rows(server, 'SELECT locale FROM account WHERE id = $1', [member.id]);
    const { headers } = await browser.post('/account/language', { language: 'tlh', next: '//evil.example' });
    expect(headers.location).toBe('/');
    expect(await rows(server, 'SELECT locale FROM account WHERE id = $1', [member.id])).toEqual([before]);
  });

  it('can be chosen behind a mailed link too, whose pages send no origin', async () => {
    const { path } = await invited(server);
    const browser = new CookieBrowser(server);
    expect(nextOf((await browser.get(path)).text)).toBe(path);
    const { status } = await browser.post('/language', { language: 'es', next: path }, { Origin: 'null' });
    expect(status).toBe(303);
    expect(languageOf((await browser.get(path)).text)).toBe('es');
  });

  it("can't be changed by a page of another site", async () => {
    const form = { language: 'de', next: '/' };
    const { status } = await new CookieBrowser(server).post('/language', form, {
      'Sec-Fetch-Site': 'cross-site',
    });
    expect(status).toBe(403);
  });
});
