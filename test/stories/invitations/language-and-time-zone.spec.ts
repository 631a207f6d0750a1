import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CookieBrowser } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { deliver, invited, newEmail, PASSWORD } from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { startApp, type TestServer } from '../../support/start-app.js';

type Headers = Readonly<Record<string, string>>;

describe("an account made by an invitation uses the person's language and time zone (row 27, D377)", () => {
  let server: TestServer;
  let mails: MailServer;
  beforeAll(async () => {
    mails = await MailServer.start();
    server = await startApp({ SMTP_URL: mails.url, MAIL_FROM: 'Hearth <hello@hearth.example>' });
  });
  afterAll(async () => {
    await server.close();
    await mails.goDown();
  });

  /** Sends the link by mail, and accepts the invitation with a browser of these headers and cookies. */
  async function accepted(headers: Headers, cookies: Headers = {}, changes: Headers = {}) {
    const email = newEmail();
    const { accountId, path } = await invited(server, { Identifier: email, ...changes });
    const browser = new CookieBrowser(server, headers);
    for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value);
    await browser.post(path, { name: 'Mia', password: PASSWORD });
    const sql = 'SELECT locale, time_zone FROM account WHERE id = $1';
    const [kept] = await rows<{ locale: string; time_zone: string | null }>(server, sql, [accountId]);
    return { email, browser, kept };
  }

  it.each([
    ['the browser asks for', { 'Accept-Language': 'de-AT,de;q=0.9' }, {}, {}, 'de'],
    ['was chosen on the page', { 'Accept-Language': 'fr' }, { hearth_language: 'de' }, {}, 'de'],
    ['the account has, where the browser names none', {}, {}, { Locale: 'de' }, 'de'],
    ['the account has, though without texts', { 'Accept-Language': 'en' }, {}, { Locale: 'sv' }, 'sv'],
  ] as [string, Headers, Headers, Headers, string][])(
    'its language is the one that %s',
    async (_what, headers, cookies, changes, locale) => {
      expect((await accepted(headers, cookies, changes)).kept.locale).toBe(locale);
    },
  );

  it.each([
    ["the browser's", { hearth_time_zone: 'America/New_York' }, 'America/New_York'],
    ['not chosen without script', {}, null],
    ['not chosen by what is no zone', { hearth_time_zone: 'Mars/Base' }, null],
    ['not chosen by a browser that hides it', { hearth_time_zone: 'UTC' }, null],
  ] as [string, Headers, string | null][])('its time zone is %s', async (_what, cookies, zone) => {
    expect((await accepted({}, cookies)).kept.time_zone).toBe(zone);
  });

  it.each([
    ['of the browser', { hearth_time_zone: 'America/New_York' }, 'America/New_York', 'GMT-'],
    ['of the country', {}, 'Europe/Berlin', 'ME'],
  ] as [string, Headers, string, string][])(
    'its mails and pages are German, and have times in the zone %s',
    async (_what, cookies, timeZone, name) => {
      const { email, browser } = await accepted({ 'Accept-Language': 'de' }, cookies);
      await browser.post('/account/password', {
        reason: 'known',
        current: PASSWORD,
        password: `${PASSWORD}!`,
      });
      await deliver(server);
      const [mail] = mails.mailsTo(email).filter(({ subject }) => subject === 'Ihr Passwort wurde geändert');
      const minute = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeStyle: 'short', timeZone });
      const at = `${minute.format(server.clock.now())} ${name}`;
      for (const part of [mail.text, mail.html, (await browser.get('/account/history')).text]) {
        expect(part).toContain(at);
        expect(part).not.toContain('UTC');
      }
    },
  );

  it("the profile's choice applies in every browser", async () => {
    const { browser } = await accepted({}, { hearth_time_zone: 'America/New_York' });
    const profile = { name: 'Mia', countryCode: 'DE', locale: 'en', timeZone: 'Asia/Tokyo' };
    const { text } = await browser.post('/account/profile', profile);
    expect(text).toMatch(/<option value="Asia\/Tokyo" selected|<option selected value="Asia\/Tokyo"/);
    expect((await browser.get('/account/devices')).text).toContain('GMT+9"');
  });

  it("without a choice, a page has the time zone that the browser's JavaScript sends", async () => {
    const { browser } = await accepted({});
    browser.cookies.set('hearth_time_zone', 'Asia/Tokyo');
    expect((await browser.get('/account/devices')).text).toContain('GMT+9"');
  });

  it("the account's language applies on its pages, if the browser names none", async () => {
    const { browser } = await accepted({}, {}, { Locale: 'de' });
    expect((await browser.get('/account')).text).toContain('<html lang="de">');
  });
});
