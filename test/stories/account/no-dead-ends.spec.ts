import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin, type Admin } from '../../support/admin-api.js';
import {
  authorizePath,
  CookieBrowser,
  registerThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { accountId, rows } from '../../support/database-rows.js';
import { protect } from '../../support/device-passwords.js';
import { CLIENTS } from '../../support/fixtures.js';
import { newMember } from '../../support/forgotten-password.js';
import { Founder } from '../../support/founders.js';
import type { RawAnswer } from '../../support/http.js';
import { headingOf, invited, linkOf, newEmail, PASSWORD } from '../../support/invitations.js';
import { Authenticator } from '../../support/passkey-authenticator.js';
import { addPasskey, startAtName } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';

const HOME = 'https://operator.example/start';
const { shop, garden } = THIRD_PARTIES;

/** The links in the content of a page, by their text. */
function linksOf({ text }: RawAnswer): Record<string, string> {
  const [, content] = /<main[^>]*>(.*)<\/main>/s.exec(text) as unknown as [string, string];
  const links = [...content.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)];
  return Object.fromEntries(links.map(([, href, label]) => [label, href]));
}

describe('no page for people is a dead end', () => {
  let server: TestServer;
  let site: string;
  let admin: Admin;
  let browser: CookieBrowser;
  beforeAll(async () => {
    ({ server, site } = await startAtName());
    await registerThirdParties(server);
    admin = await newAdmin(server);
    await change(CLIENTS.provisioning.id, { homepageUrl: HOME });
    await change(shop.id, { homepageUrl: 'https://shop.example/' });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    browser = new CookieBrowser(server);
    server.clock.advance({ minutes: 31 });
  });

  async function change(clientId: string, body: object): Promise<void> {
    const api = await AdminApi.signIn(server, admin);
    const { status } = await api.send('PATCH', `/clients/${clientId}`, { body, ifMatch: '*' });
    expect(status).toBe(200);
  }

  describe('the welcome', () => {
    /** Accepts an invitation. */
    async function accept(path: string): Promise<RawAnswer> {
      const { headers } = await browser.post(path, { name: 'Mia', password: PASSWORD });
      expect(headers.location).toBe('/welcome');
      return browser.get('/welcome');
    }

    it('leads to the application that invited, and to the account', async () => {
      const { path } = await invited(server);
      expect(linksOf(await accept(path))).toMatchObject({
        'Continue to Operator': HOME,
        'Your account': '/account',
      });
    });

    it('leads to no application where a member of the family invited, or the client is disabled', async () => {
      const founder = await Founder.of(server, 'The Rivers');
      const email = newEmail();
      await founder.invite(email);
      const welcome = linksOf(await accept(await linkOf(server, await accountId(server, email))));
      expect(Object.keys(welcome)).toEqual(['Add a passkey', 'Your account']);

      browser = new CookieBrowser(server);
      await accept((await invited(server)).path);
      await change(CLIENTS.provisioning.id, { isDisabled: true });
      expect(Object.values(linksOf(await browser.get('/welcome')))).not.toContain(HOME);
      await change(CLIENTS.provisioning.id, { isDisabled: false });
    });

    it('offers a passkey, and comes back; not once there is one, nor after "not now"', async () => {
      const welcome = await accept((await invited(server)).path);
      const page = linksOf(welcome)['Add a passkey'];
      expect(page).toBe('/account/passkeys/new?next=%2Fwelcome');
      const offer = await browser.get(page);
      expect([offer.status, headingOf(offer)]).toEqual([200, 'Sign in without a password next time?']);
      expect(offer.text).toContain('name="next" value="/welcome"');

      const later = await browser.post('/account/passkeys/later', { next: '/welcome' });
      expect(later.headers.location).toBe('/welcome');
      const isOffered = async () => 'Add a passkey' in linksOf(await browser.get('/welcome'));
      expect(await isOffered()).toBe(false);
      browser.cookies.delete('hearth_passkey_later');
      expect(await isOffered()).toBe(true);
      await addPasskey(browser, new Authenticator(site));
      expect(await isOffered()).toBe(false);
    });
  });

  it('a used invitation leads to the sign-in', async () => {
    const { path } = await invited(server);
    await browser.post(path, { name: 'Mia', password: PASSWORD });
    const used = await new CookieBrowser(server).get(path);
    expect([used.status, headingOf(used)]).toEqual([410, 'You have already joined']);
    expect(linksOf(used)).toEqual({ 'Sign in': '/sign-in' });
  });

  describe('a refused request of an application', () => {
    it('leads back to the application’s page, or to the page before, in every language', async () => {
      const refused = await browser.get(authorizePath(shop, { redirect_uri: 'https://evil.example/' }));
      expect(headingOf(refused)).toBe('This application cannot sign you in');
      expect(linksOf(refused)).toEqual({ 'Back to Shop': 'https://shop.example/' });
      expect(refused.text).toContain('action="/language"');
      for (const path of [
        authorizePath(garden, { redirect_uri: 'https://evil.example/' }),
        authorizePath({ ...shop, id: 'nobody' }),
      ]) {
        const page = await browser.get(path);
        expect(linksOf(page)).toEqual({ 'Your account': '/account' });
        expect(page.text).toContain('data-back');
      }
    });

    it('is told in the language that was chosen', async () => {
      const path = authorizePath(shop, { redirect_uri: 'https://evil.example/' });
      const next = /name="next" value="([^"]*)"/.exec((await browser.get(path)).text)?.[1] ?? '';
      const chosen = await browser.post('/language', {
        language: 'de',
        next: next.replaceAll('&amp;', '&'),
      });
      expect(chosen.headers.location).toBe(path);
      expect(headingOf(await browser.get(path))).toBe('Diese Anwendung kann Sie nicht anmelden');
    });
  });

  it('"Sign out?" can be cancelled: to the application that asks, or to the account', async () => {
    expect(linksOf(await browser.get('/logout'))).toEqual({ Cancel: '/account' });
    const asked = (redirect: string) =>
      `/logout?${new URLSearchParams({ client_id: shop.id, post_logout_redirect_uri: redirect }).toString()}`;
    expect(linksOf(await browser.get(asked(shop.redirectUri)))).toEqual({ Cancel: 'https://shop.example/' });
    expect(linksOf(await browser.get(asked('https://evil.example/')))).toEqual({ Cancel: '/account' });
  });

  it('a founder is led to hand the families over before the account can be deleted', async () => {
    const founder = await Founder.of(server, 'The Lakes');
    const data = async () => (await founder.browser.get('/account/data')).text;
    expect(await data()).toContain('action="/account/data/delete#delete"');
    await founder.add(await newMember(server));
    expect(linksOf(await founder.browser.get('/account/data'))).toMatchObject({
      'The Lakes': `${founder.path}#hand-over`,
    });
    expect(await data()).not.toContain('action="/account/data/delete#delete"');
    const family = await founder.browser.get(founder.path);
    expect(linksOf(family)).toMatchObject({ 'Hand the family over': '#hand-over' });
    expect(family.text).toContain('id="hand-over"');
  });

  it('a person who lost the second factor goes back, and is not asked for a name again', async () => {
    const me = await newMember(server);
    await protect(server, me.id);
    await browser.signIn(me);
    expect(linksOf(await browser.get('/lost-factor'))).toEqual({ Cancel: '/sign-in/code' });
    expect(Object.values(linksOf(await new CookieBrowser(server).get('/lost-factor')))).toEqual([
      '/sign-in',
      '/forgot-password',
    ]);
    await rows(server, 'UPDATE account SET time_zone = $2 WHERE id = $1 RETURNING 1', [me.id, 'Asia/Tokyo']);
    await browser.post('/lost-factor');
    const waiting = await new CookieBrowser(server).get(await linkOf(server, me.id));
    const at = new Date(server.clock.millis() + 2 * 24 * 3600 * 1000);
    const day = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Tokyo', weekday: 'long' }).format(at);
    expect(headingOf(waiting)).toMatch(
      new RegExp(`^You can remove it on ${day}, \\w+ \\d+ at [\\d:]+ [AP]M GMT\\+9$`),
    );
  });
});
