import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { CookieBrowser } from '../../support/authorization.js';
import { accountId, rows } from '../../support/database-rows.js';
import { askForReset, newestMessage, newMember, NEXT_PASSWORD } from '../../support/forgotten-password.js';
import { from } from '../../support/http.js';
import { deliver, newEmail, newPhone, outboxOf } from '../../support/invitations.js';
import { LegacyClient } from '../../support/legacy-client.js';
import { MailServer } from '../../support/mail-server.js';
import { SmsGateway } from '../../support/sms-gateway.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const PASSWORD = 'marzipan-gallop-41';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

describe('sign-in on a page from a new browser causes a notice (D255)', () => {
  let server: TestServer;
  let mail: MailServer;
  let sms: SmsGateway;
  let me: { id: string; email: string; phone: string; password: string };
  beforeAll(async () => {
    [mail, sms] = await Promise.all([MailServer.start(), SmsGateway.start()]);
    server = await startApp({ SMTP_URL: mail.url, SMS_GATEWAY_URL: sms.url, TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([mail.goDown(), sms.goDown()]);
  });
  beforeEach(async () => {
    server.clock.advance({ days: 2 });
    me = await newAccount();
  });

  async function newAccount() {
    const [email, phone] = [newEmail(), newPhone()];
    const identifiers = [
      { type: 'Email' as const, value: email, isValidated: true },
      { type: 'Msisdn' as const, value: phone, isValidated: true },
      { type: 'Email' as const, value: newEmail() },
    ];
    await server.get(Bootstrap).apply({ accounts: [{ name: 'Mia', identifiers, password: PASSWORD }] });
    return { id: await accountId(server, email), email, phone, password: PASSWORD };
  }
  const aBrowser = (address = '203.0.113.77'): CookieBrowser =>
    new CookieBrowser(server, { 'User-Agent': FIREFOX, ...from(address) });
  /** The addresses that have a notice so far. */
  const told = async (id = me.id): Promise<string[]> =>
    (await outboxOf(server, id))
      .filter(({ kind }) => kind === 'newBrowser')
      .map(({ recipient }) => recipient);
  const forgetTold = () => rows(server, `DELETE FROM outbox_message WHERE kind = 'newBrowser'`);
  const markOf = (browser: CookieBrowser) => browser.cookies.get('__Host-hearth-known');

  it('to every confirmed address: time, browser, network, and advice', async () => {
    await aBrowser().signIn(me);
    server.clock.advance({ days: 2 });
    await aBrowser('2001:db8:7:42::9').signIn(me);
    expect((await told()).sort()).toEqual([me.email, me.phone].sort());
    await deliver(server);
    const { subject, text } = mail.mailsTo(me.email).at(-1) as { subject: string; text: string };
    expect(subject).toBe('Sign-in from a new browser');
    for (const part of ['Firefox on Linux', '2001:db8:7:x', '2026', 'UTC', 'Forgot your password?'])
      expect(text).toContain(part);
    expect(text).not.toMatch(/2001:db8:7:42|Gecko/);
    expect(sms.requestsTo(me.phone).at(-1)?.body.text).toContain('Firefox on Linux, 2001:db8:7:x');
  });

  it("not for a new account's first browser, nor for one that it used before", async () => {
    const [first, second] = [aBrowser(), aBrowser()];
    await first.signIn(me);
    expect(await told()).toEqual([]);
    server.clock.advance({ days: 2 });
    await second.signIn(me);
    await forgetTold();
    for (const browser of [first, second, first]) {
      server.clock.advance({ days: 2 });
      await browser.post('/sign-out');
      await browser.signIn(me);
    }
    expect(await told()).toEqual([]);
  });

  it('for the first browser too if the account is older: until then only apps used it', async () => {
    server.clock.advance({ days: 2 });
    await aBrowser().signIn(me);
    expect(await told()).toHaveLength(2);
  });

  it('not for the first browser of an account older than this feature', async () => {
    await rows(server, 'UPDATE account SET known_browsers = NULL WHERE id = $1', [me.id]);
    server.clock.advance({ days: 2 });
    await aBrowser().signIn(me);
    expect(await told()).toEqual([]);
    await aBrowser().signIn(me);
    expect(await told()).toHaveLength(2);
  });

  it('for each browser, even if several sign in at once: the first at once, the others within the hour in one message', async () => {
    await aBrowser().signIn(me); // its first one causes no notice
    const networks = [1, 2, 3, 4];
    await Promise.all(networks.map((i) => aBrowser(`198.51.${i}.7`).signIn(me)));
    await deliver(server);
    expect(mail.mailsTo(me.email)).toHaveLength(1);
    server.clock.advance({ minutes: 60 });
    await deliver(server);
    const mails = mail.mailsTo(me.email).map(({ text }) => text);
    const toldIn = (text: string) => networks.filter((i) => text.includes(`198.51.${i}.x`));
    expect(mails.map((text) => toldIn(text).length)).toEqual([1, 3]);
    expect(mails.flatMap(toldIn).sort()).toEqual(networks);
  });

  it('the cookie is set by a sign-in only, persists, is hidden from scripts, and reveals nothing about the account', async () => {
    const browser = aBrowser();
    await browser.get('/sign-in');
    await browser.signIn({ ...me, password: 'wrong-one' });
    expect(markOf(browser)).toBeUndefined();
    const { headers } = await browser.signIn(me);
    const line = headers['set-cookie']?.find((each) => each.startsWith('__Host-hearth-known='));
    expect(line).toMatch(
      /^__Host-hearth-known=[\w-]{43}; Max-Age=34560000; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    );
    const mark = markOf(browser);
    const other = await newAccount();
    await browser.signIn(other);
    expect(markOf(browser)).toBe(mark);
    const sql = 'SELECT known_browsers FROM account WHERE id = ANY($1)';
    const kept = await rows<{ known_browsers: Buffer[] }>(server, sql, [[me.id, other.id]]);
    const [one, two] = kept.map(({ known_browsers: [digest] }) => Buffer.from(digest).toString('hex'));
    expect(one).not.toBe(two); // the database does not show that they share a browser
    expect([one, two]).toEqual([
      expect.stringMatching(/^[\da-f]{32}$/),
      expect.stringMatching(/^[\da-f]{32}$/),
    ]);
  });

  it.each(['', 'short', 'x'.repeat(44), `${'x'.repeat(42)}%`, '"; DROP TABLE account; --'])(
    'a cookie %j that no server issued is replaced',
    async (value) => {
      const browser = aBrowser();
      browser.cookies.set('__Host-hearth-known', value);
      expect((await browser.signIn(me)).status).toBe(303);
      expect(markOf(browser)).toMatch(/^[\w-]{43}$/);
    },
  );

  it("another account's browser is a new one, and its cookie opens nothing", async () => {
    const other = await newAccount();
    const browser = aBrowser();
    await browser.signIn(other);
    await aBrowser().signIn(me);
    server.clock.advance({ days: 2 });
    await browser.signIn(me);
    expect(await told()).toHaveLength(2);
    const stranger = aBrowser();
    stranger.cookies.set('__Host-hearth-known', markOf(browser) ?? '');
    expect((await stranger.get('/account')).status).toBe(303);
  });

  it('keeps twenty browsers: the last used', async () => {
    const first = aBrowser();
    await first.signIn(me);
    for (let i = 0; i < 21; i++) {
      await aBrowser(`198.51.100.${i}`).signIn(me);
      if (i === 10) await first.signIn(me);
    }
    server.clock.advance({ days: 2 });
    await forgetTold();
    await first.signIn(me);
    expect(await told()).toEqual([]);
    const sql = 'SELECT cardinality(known_browsers) AS kept FROM account WHERE id = $1';
    expect(await rows(server, sql, [me.id])).toEqual([{ kept: 20 }]);
  });

  it('a new password by a link sends its own notice; earlier browsers are new again', async () => {
    const member = await newMember(server);
    const [known, asking] = [aBrowser(), aBrowser()];
    await known.signIn(member);
    server.clock.advance({ days: 2 });
    await forgetTold();
    await askForReset(server, asking, member.email);
    const { path } = await newestMessage(server, member.id);
    await asking.post(path, { password: NEXT_PASSWORD });
    expect(await told(member.id)).toEqual([]);
    await known.signIn({ ...member, password: NEXT_PASSWORD });
    expect(await told(member.id)).toHaveLength(1);
  });

  it('calls of the interface are no pages: no notice, no cookie', async () => {
    await aBrowser().signIn(me);
    server.clock.advance({ days: 2 });
    const answer = await new LegacyClient(server).signIn(me, from('198.51.100.9'));
    expect(answer.headers['set-cookie']?.join()).not.toContain('hearth-known');
    expect(await told()).toEqual([]);
  });

  it('a sign-in to the console counts; one by the command line does not', async () => {
    const admin = await newAdmin(server);
    await aBrowser().signIn(admin);
    server.clock.advance({ days: 2 });
    await AdminApi.signIn(server, admin);
    expect(await told(admin.id)).toEqual([]);
    await rows(server, 'UPDATE account_identifier SET is_validated = true WHERE account_id = $1', [admin.id]);
    const browser = aBrowser();
    const form = { identifier: admin.email, password: admin.password, next: '' };
    expect((await browser.post('/admin/sign-in', form)).status).toBe(303);
    expect(await told(admin.id)).toEqual([admin.email]);
    expect(markOf(browser)).toMatch(/^[\w-]{43}$/);
  });
});
