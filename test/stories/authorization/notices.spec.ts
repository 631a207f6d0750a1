import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { CookieBrowser } from '../../support/authorization.js';
import { accountId, rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { askForReset, NEXT_PASSWORD } from '../../support/forgotten-password.js';
import { deliver, newEmail, newPhone, outboxOf, provision } from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { decide, signInFor } from '../../support/proposals.js';
import { SmsGateway } from '../../support/sms-gateway.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const PASSWORD = 'marzipan-gallop-41';
const NOTICES = [
  'passwordChanged',
  'identifierProposed',
  'identifierAdded',
  'identifierRemoved',
  'signInDisowned',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeyCloned',
  'partnerConnected',
  'partnerDisconnected',
];

describe('notices about sign-in changes of an account (D150)', () => {
  let server: TestServer;
  let mail: MailServer;
  let sms: SmsGateway;
  let browser: CookieBrowser;
  let me: { id: string; email: string; phone: string; unconfirmed: string };
  beforeAll(async () => {
    [mail, sms] = await Promise.all([MailServer.start(), SmsGateway.start()]);
    server = await startApp({ SMTP_URL: mail.url, SMS_GATEWAY_URL: sms.url });
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([mail.goDown(), sms.goDown()]);
  });
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    const [email, phone, unconfirmed] = [newEmail(), newPhone(), newEmail()];
    const identifiers = [
      { type: 'Email' as const, value: email, isValidated: true },
      { type: 'Msisdn' as const, value: phone, isValidated: true },
      { type: 'Email' as const, value: unconfirmed },
    ];
    await server.get(Bootstrap).apply({ accounts: [{ name: 'Mia', identifiers, password: PASSWORD }] });
    me = { id: await accountId(server, email), email, phone, unconfirmed };
    browser = new CookieBrowser(server);
    await browser.signIn({ email, password: PASSWORD });
  });
  afterEach(async () => {
    const left = await rows(server, 'SELECT FROM outbox_message WHERE kind = ANY($1) AND sent_at IS NULL', [
      NOTICES,
    ]);
    expect(left).toEqual([]); // nothing is left to hand over
  });

  /** The notices, by address. */
  async function told(): Promise<Record<string, string[]>> {
    await deliver(server);
    const found: Record<string, string[]> = {};
    for (const { kind, recipient } of await outboxOf(server, me.id))
      if (NOTICES.includes(kind)) (found[recipient] ??= []).push(kind);
    return found;
  }
  /** The path of the newest link that was mailed there. */
  async function linkTo(address: string): Promise<string> {
    await deliver(server);
    const text = address.includes('@')
      ? mail.mailsTo(address).at(-1)?.text
      : sms.requestsTo(address).at(-1)?.body.text;
    const path = /\/(?:invitation|proposal|reset|m)\/[\w-]{18,43}/.exec(text ?? '')?.[0] ?? '';
    // As the reader who opens it; one in a text message redirects.
    return path.startsWith('/m/') ? ((await browser.get(path)).headers.location as string) : path;
  }
  const changePassword = (current = PASSWORD, password = NEXT_PASSWORD) =>
    browser.post('/account/password', { reason: 'known', current, password });
  const add = (identifier: string) => browser.post('/account/identifiers', { identifier });
  const remove = async (value: string) => {
    const sql = 'SELECT id FROM account_identifier WHERE normalized = $1';
    const [{ id }] = await rows<{ id: string }>(server, sql, [value]);
    return browser.post(`/account/identifiers/${id}`);
  };

  it('a new password: every confirmed address gets what changed, when and what to do, and no link', async () => {
    await rows(server, `UPDATE account SET locale = 'de' WHERE id = $1`, [me.id]);
    await changePassword();
    expect(await told()).toEqual({ [me.email]: ['passwordChanged'], [me.phone]: ['passwordChanged'] });
    const [{ subject, text, html }] = mail.mailsTo(me.email);
    expect(subject).toBe('Ihr Passwort wurde geändert');
    const at = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
    for (const part of [text, html]) {
      expect(part).toContain(`${at.format(server.clock.now())} UTC`);
      expect(part).toContain('Passwort vergessen?');
      expect(part.replaceAll(server.url, '')).not.toMatch(/https?:|href/);
      expect(part).not.toContain(`${server.url}/`);
    }
    expect(sms.requestsTo(me.phone)[0].body.text).toContain('Ihr Passwort');
  });

  it.each([
    ['a wrong one', 'not mine', NEXT_PASSWORD],
    ['a bad new one', PASSWORD, 'short'],
  ])('an unchanged password causes no notice: %s', async (_what, current, next) => {
    await changePassword(current, next);
    expect(await told()).toEqual({});
  });

  it('a reset by link causes a notice too, not the administrator’s sending of it', async () => {
    const admin = await AdminApi.signIn(server, await newAdmin(server));
    expect((await admin.send('POST', `/accounts/${me.id}/password-reset`)).status).toBe(202);
    const path = await linkTo(me.email);
    expect(await told()).toEqual({});
    await browser.post(path, { password: NEXT_PASSWORD });
    expect(await told()).toEqual({ [me.email]: ['passwordChanged'], [me.phone]: ['passwordChanged'] });
    await browser.post(path, { password: NEXT_PASSWORD }); // used: nothing happens
    expect((await told())[me.email]).toHaveLength(1);
  });

  it('an address that the reset itself confirms gets no notice', async () => {
    await rows(server, 'UPDATE account_identifier SET is_validated = false WHERE account_id = $1', [me.id]);
    await askForReset(server, browser, me.email);
    const { headers } = await browser.post(await linkTo(me.email), { password: NEXT_PASSWORD });
    expect(headers.location).toBe('/account');
    expect(await told()).toEqual({});
  });

  it('an added address: the others get a notice when it is confirmed, it does not itself', async () => {
    const added = newPhone();
    await add(added);
    expect(await told()).toEqual({});
    await browser.post(await linkTo(added));
    expect(await told()).toEqual({ [me.email]: ['identifierAdded'], [me.phone]: ['identifierAdded'] });
    expect(mail.mailsTo(me.email)[0].text).toContain(`${added} was added to your account`);
  });

  it('one added by provisioning: the others get a notice when it is added, and when it counts', async () => {
    const added = newEmail();
    const form = { accountId: me.id, Type: 'Email', Identifier: added };
    expect((await provision(server, 'updateaccount', form)).status).toBe(200);
    const proposed = { [me.email]: ['identifierProposed'], [me.phone]: ['identifierProposed'] };
    expect(await told()).toEqual(proposed);
    expect(mail.mailsTo(me.email)[0].text).toContain(`Operator asked on`);
    expect(sms.requestsTo(me.phone)[0].body.text).toContain(`to add ${added} to your account`);
    const link = await linkTo(added);
    await signInFor(browser, link, { email: me.email, password: PASSWORD });
    await decide(browser, link);
    const both = ['identifierAdded', 'identifierProposed'];
    expect(await told()).toEqual({ [me.email]: both, [me.phone]: both });
  });

  it('one that provisioning could not add: no notice', async () => {
    const form = { accountId: me.id, Type: 'Email', Identifier: ANNA.email };
    expect((await provision(server, 'updateaccount', form)).status).toBe(409);
    expect(await told()).toEqual({});
  });

  it('one that became another account’s meanwhile: nothing was added, no notice', async () => {
    const wanted = newEmail();
    await add(wanted);
    const link = await linkTo(wanted);
    const accounts = [{ name: 'Lou', identifiers: [{ type: 'Email' as const, value: wanted }] }];
    await server.get(Bootstrap).apply({ accounts });
    await browser.post(link);
    expect(await told()).toEqual({});
  });

  it('a removed address gets a notice too', async () => {
    await remove(me.email);
    expect(await told()).toEqual({ [me.email]: ['identifierRemoved'], [me.phone]: ['identifierRemoved'] });
    expect(mail.mailsTo(me.email)[0].text).toContain(`${me.email} was removed from your account`);
  });

  it('a newly connected partner that signs the user in', async () => {
    const admin = await AdminApi.signIn(server, await newAdmin(server));
    const body = { issuer: 'https://portal.example', value: `${me.id}-there` };
    const path = `/accounts/${me.id}/external-ids`;
    for (let twice = 0; twice < 2; twice++)
      expect((await admin.send('POST', path, { body })).status).toBe(201);
    expect(await told()).toEqual({ [me.email]: ['partnerConnected'], [me.phone]: ['partnerConnected'] });
    expect(mail.mailsTo(me.email)[0].text).toContain('https://portal.example');
    expect(mail.mailsTo(me.email)[0].text).not.toContain('-there');
  });
});

describe('without a channel', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  it('nothing is sent by it, and nothing waits for an administrator to deliver it', async () => {
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    const form = { current: ANNA.password, password: NEXT_PASSWORD, reason: 'known' };
    expect((await browser.post('/account/password', form)).status).toBe(200);
    expect(await rows(server, 'SELECT FROM outbox_message')).toEqual([]);
  });
});
