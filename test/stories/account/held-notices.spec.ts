import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Notices } from '../../../src/identity/notifications/notices.js';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { Database } from '../../../src/platform/database/database.js';
import { Budgets } from '../../../src/platform/throttle/budgets.js';
import { BudgetSpent } from '../../../src/platform/throttle/budget-spent.js';
import { protect } from '../../support/authenticator.js';
import { CookieBrowser } from '../../support/authorization.js';
import { accountId, count, rows } from '../../support/database-rows.js';
import { makeDevicePassword } from '../../support/device-passwords.js';
import { NEXT_PASSWORD } from '../../support/forgotten-password.js';
import { deliver, newEmail, newPhone, outboxOf } from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { Authenticator as Passkey } from '../../support/passkey-authenticator.js';
import { addPasskey, startAtName } from '../../support/passkeys.js';
import { SmsGateway } from '../../support/sms-gateway.js';
import type { TestServer } from '../../support/start-app.js';

const PASSWORD = 'marzipan-gallop-41';
const A_DAY = 10;

describe('limits changes, never notices (D336)', () => {
  let server: TestServer;
  let site: string;
  let mail: MailServer;
  let sms: SmsGateway;
  let browser: CookieBrowser;
  let me: { id: string; email: string; phone: string };
  beforeAll(async () => {
    [mail, sms] = await Promise.all([MailServer.start(), SmsGateway.start()]);
    ({ server, site } = await startAtName({ SMTP_URL: mail.url, SMS_GATEWAY_URL: sms.url }));
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([mail.goDown(), sms.goDown()]);
  });
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 31 });
    const [email, phone] = [newEmail(), newPhone()];
    const identifiers = [
      { type: 'Email' as const, value: email, isValidated: true },
      { type: 'Msisdn' as const, value: phone, isValidated: true },
    ];
    await server.get(Bootstrap).apply({ accounts: [{ name: 'Mia', identifiers, password: PASSWORD }] });
    me = { id: await accountId(server, email), email, phone };
    browser = await signedIn();
  });

  const signedIn = async (password = PASSWORD) => {
    const fresh = new CookieBrowser(server, { Accept: 'text/html' });
    await fresh.signIn({ email: me.email, password });
    return fresh;
  };
  const make = (name: string) => makeDevicePassword(server, browser, null, name);
  const made = () => count(server, 'device_password', `account_id = ${me.id}`);
  const removeAll = async () => {
    const all = await rows<{ id: string }>(
      server,
      'SELECT id::text FROM device_password WHERE account_id = $1',
      [me.id],
    );
    for (const { id } of all)
      expect((await browser.post(`/account/device-passwords/${id}/end`)).status).toBe(303);
  };
  /** Pending sends are done: a reservation does not expire meanwhile. */
  const later = async (by: Parameters<typeof server.clock.advance>[0]) => {
    await deliver(server);
    server.clock.advance(by);
  };
  const mails = async () => {
    await deliver(server);
    return mail.mailsTo(me.email);
  };
  const texts = async () => {
    await deliver(server);
    return sms.requestsTo(me.phone).map(({ body }) => body.text);
  };
  const drain = async () => {
    try {
      for (;;) await server.get(Budgets).spend('addedWays', { accountId: me.id, address: '127.0.0.1' });
    } catch (cause) {
      if (!(cause instanceof BudgetSpent)) throw cause;
    }
  };
  const change = (current: string, password: string) =>
    browser.post('/account/password', { reason: 'another', current, password });
  const told = (kind: 'passwordChanged' | 'familyLeft' | 'partnerConnected', byOther: boolean) =>
    server.get(Database).transaction((tx) => server.get(Notices).add(tx, me.id, { kind, byOther }));

  it('accepts ten new ways in a day, then answers 429 in clear words; existing ones can still be removed', async () => {
    for (let i = 0; i < A_DAY; i++) await make(`Tablet ${i}`);
    const refused = await browser.post(
      '/account/device-passwords',
      { name: 'One more', client: 'legacy' },
      { 'Accept-Language': 'de' },
    );
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, (24 * 60 * 60) / A_DAY]);
    expect(refused.text).toContain('<h1>Zu viele neue Anmeldewege</h1>');
    expect(await made()).toBe(A_DAY);
    await removeAll();
    expect(await made()).toBe(0);
    await later({ minutes: 24 * 6 });
    browser = await signedIn();
    await make('The next');
    expect((await browser.post('/account/device-passwords', { name: 'x', client: 'legacy' })).status).toBe(
      429,
    );
    await drain(); // of this account only
    const other = new CookieBrowser(server);
    const email = newEmail();
    const identifiers = [{ type: 'Email' as const, value: email, isValidated: true }];
    await server.get(Bootstrap).apply({ accounts: [{ name: 'Lou', identifiers, password: PASSWORD }] });
    await other.signIn({ email, password: PASSWORD });
    await makeDevicePassword(server, other, null, 'Theirs');
  });

  it.each<[what: string, act: () => Promise<{ status: number }>, left: string]>([
    ['an address', () => browser.post('/account/identifiers', { identifier: newEmail() }), 'invitation'],
    ['a passkey', () => addPasskey(browser, new Passkey(site)), 'passkey'],
    [
      'a device password',
      () => browser.post('/account/device-passwords', { name: 'x', client: 'legacy' }),
      'device_password',
    ],
    [
      'one-time codes',
      async () => {
        const failed = await protect(server, browser).catch((cause: unknown) => String(cause));
        return { status: Number(/not set up: (\d+)/.exec(failed as string)?.[1]) };
      },
      'totp',
    ],
  ])('counts %s: after ten of any kind nothing is added', async (_, act, table) => {
    await drain();
    expect((await act()).status).toBe(429);
    expect(await count(server, table, `account_id = ${me.id}`)).toBe(0);
  });

  it('does not count what was refused for another reason', async () => {
    for (let i = 0; i < 2 * A_DAY; i++)
      expect((await browser.post('/account/identifiers', { identifier: 'no address' })).status).toBe(400);
    await make('Tablet');
  });

  it('by e-mail the first of a kind goes at once, the rest of its hour as one message, and nothing is left out', async () => {
    await make('Number 0');
    await later({ seconds: 1 });
    for (let i = 1; i < A_DAY; i++) await make(`Number ${i}`);
    await removeAll();
    expect((await change(PASSWORD, NEXT_PASSWORD)).status).toBe(200);
    const before = await mails();
    const subjects = before.map(({ subject }) => subject).sort();
    expect(subjects).toEqual([
      'A device password was made for your account',
      'A device password was removed',
      'Your password was changed',
    ]);
    await later({ minutes: 59 });
    expect(await mails()).toHaveLength(3);
    await later({ minutes: 1 });
    const held = (await mails()).slice(3);
    expect(held.map(({ subject }) => subject).sort()).toEqual([
      'A device password was made for your account (9)',
      'A device password was removed (9)',
    ]);
    for (const { text, html } of held)
      for (const part of [text, html]) expect(part).not.toMatch(/\{\{|notice\.|undefined/);
    const [list] = held.filter(({ subject }) => subject.includes('made'));
    for (let i = 1; i < A_DAY; i++)
      for (const part of [list.text, list.html]) expect(part).toContain(`Number ${i}`);
    expect(list.text).not.toContain('Number 0');
    const left = `account_id = ${me.id} AND (sent_at IS NULL OR payload IS NOT NULL) AND channel = 'email'`;
    expect(await count(server, 'outbox_message', left)).toBe(0);
    await later({ minutes: 1 });
    browser = await signedIn(NEXT_PASSWORD);
    await change(NEXT_PASSWORD, PASSWORD);
    const next = (await mails()).slice(5).map(({ subject }) => subject);
    expect(next).toContain('Your password was changed'); // a new hour
  });

  it('by text message three go at once, then one a day that counts the others', async () => {
    for (let i = 0; i < 6; i++) {
      await told('passwordChanged', false);
      await later({ minutes: 10 });
    }
    expect(await texts()).toHaveLength(3);
    await later({ days: 1, minutes: -61 });
    expect(await texts()).toHaveLength(3);
    await later({ minutes: 1 });
    const sent = await texts();
    expect(sent).toHaveLength(4);
    expect(sent[3]).toMatch(/^[\w.:]+: 3 more notices since .* UTC\. Sign in/);
    for (let i = 0; i < 4; i++) await told('passwordChanged', false); // the next day
    expect(await texts()).toHaveLength(7);
  });

  it('sends a single held notice unchanged', async () => {
    for (let i = 0; i < 4; i++) await told('passwordChanged', false);
    await later({ days: 1 });
    expect(new Set(await texts()).size).toBe(1);
    expect((await mails()).at(-1)?.subject).toBe('Your password was changed (3)');
  });

  it('counts what others do to an account separately', async () => {
    for (let i = 0; i < 40; i++) await told(i % 2 === 0 ? 'familyLeft' : 'partnerConnected', true);
    expect([(await mails()).length, (await texts()).length]).toEqual([2, 3]);
    await told('passwordChanged', false);
    await told('partnerConnected', false); // connected by its owner
    expect([(await mails()).length, (await texts()).length]).toEqual([4, 5]);
    await later({ days: 1 });
    expect([(await mails()).length, (await texts()).length]).toEqual([6, 6]);
  });

  it('keeps the complete held message while a mail server is down, and sends it once', async () => {
    for (let i = 0; i < 4; i++) await make(`Number ${i}`);
    expect(await mails()).toHaveLength(1);
    await later({ minutes: 60 });
    await mail.goDown();
    await deliver(server);
    await mail.comeUp();
    for (let i = 0; i < 3; i++) {
      await later({ minutes: 2 });
      expect((await mails()).slice(1).map(({ subject }) => subject)).toEqual([
        'A device password was made for your account (3)',
      ]);
    }
  });

  it('sends a notice written during the sending by itself', async () => {
    for (let i = 0; i < 3; i++) await make(`Number ${i}`);
    await later({ minutes: 60 });
    expect(await mails()).toHaveLength(2);
    const late = `INSERT INTO outbox_message (kind, account_id, channel, recipient, locale, payload, created_at, next_at, held_until)
      SELECT kind, account_id, channel, recipient, locale, $2, created_at, held_until, held_until FROM outbox_message
       WHERE account_id = $1 AND held_until IS NOT NULL AND channel = 'email' LIMIT 1 RETURNING 1`;
    browser = await signedIn();
    await make('Number 3'); // of the next hour: its text is taken
    const found = await outboxOf(server, me.id);
    const { payload } = found.find((one) => one.kind === 'devicePasswordAdded' && one.payload) ?? {};
    await rows(server, late, [me.id, payload]);
    const told = (await mails()).slice(2).filter(({ subject }) => subject !== 'Sign-in from a new browser');
    expect(told.map(({ subject }) => subject)).toEqual([
      'A device password was made for your account',
      'A device password was made for your account',
    ]);
  });
});
