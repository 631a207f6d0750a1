import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AuditLog } from '../../../src/platform/audit/audit-log.js';
import { accountId as idOf, count, rows } from '../../support/database-rows.js';
import { BEN, CLIENTS } from '../../support/fixtures.js';
import {
  createAccount,
  deliver,
  invite,
  newEmail,
  newPhone,
  outboxOf,
  provision,
} from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { SmsGateway } from '../../support/sms-gateway.js';
import { startApp, type TestServer } from '../../support/start-app.js';

/** Short enough for a message to a stranger. */
const HOSTILE = `<b>"O'Neil" & {{link}} $t(link) $& <img src=x onerror>`;

describe('an invited person gets a message by the channel of the identifier (D24–D26)', () => {
  let server: TestServer;
  let mails: MailServer;
  let gateway: SmsGateway;
  beforeAll(async () => {
    [mails, gateway] = await Promise.all([MailServer.start(), SmsGateway.start()]);
    server = await startApp({
      SMTP_URL: mails.url,
      MAIL_FROM: 'Hearth <hello@hearth.example>',
      SMS_GATEWAY_URL: gateway.url,
    });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await server.close();
    await Promise.all([mails.goDown(), gateway.goDown()]);
  });

  /** Invites by e-mail and waits for the mail. */
  async function mailFor(changes: Record<string, string> = {}) {
    const email = newEmail();
    const accountId = await invite(server, { Identifier: email, ...changes });
    await deliver(server);
    const received = mails.mailsTo(email);
    expect(received).toHaveLength(1);
    return { accountId, email, mail: received[0] };
  }

  // I3.5-05, I6-01
  it('by e-mail: one mail, as text and as HTML, from MAIL_FROM to the address, with the link', async () => {
    const { accountId, email, mail } = await mailFor();
    expect(mail.from).toBe('hello@hearth.example');
    expect(mail.to).toEqual([email]);
    expect(mail.headers.get('from')).toEqual(['Hearth <hello@hearth.example>']);
    expect(mail.headers.get('to')).toEqual([email]);
    expect(mail.headers.get('content-type')?.[0]).toMatch(/^multipart\/alternative/);
    const link = new RegExp(`${server.url}/invitation/[\\w-]{43}(?![\\w-])`);
    expect(mail.text).toMatch(link);
    const [address] = link.exec(mail.text) as RegExpExecArray;
    expect(mail.html).toContain(`href="${address}"`);
    expect((await fetch(address)).status).toBe(200);
    const [row] = await outboxOf(server, accountId);
    expect(row).toMatchObject({ channel: 'email', attempts: 1, next_at: null, last_error: null });
    expect(row.sent_at).toEqual(server.clock.now());
  });

  // I6-03
  it.each([
    ['de', 'de', 'Sie sind in eine Familie eingeladen'],
    ['ES', 'es', 'Te invitan a unirte a una familia'],
    ['pt-BR', 'pt', 'Um convite para entrar numa família'], // row 24
    [undefined, 'en', 'You are invited to join a family'],
  ])('an account of the Locale %s reads %s', async (locale, language, subject) => {
    const { mail } = await mailFor(locale === undefined ? {} : { Locale: locale });
    expect(mail.subject).toBe(subject);
    expect(mail.html).toContain(`<html lang="${language}">`);
    for (const part of [mail.text, mail.html])
      for (const name of ['Operator', 'The Millers']) expect(part).toContain(name);
  });

  it('an account gets the mail that asks to confirm a further address in its language (D23, D26)', async () => {
    const email = newEmail();
    const accountId = await idOf(server, BEN.email);
    const change = { accountId, Type: 'Email', Identifier: email, Locale: 'de' };
    await provision(server, 'updateaccount', change);
    await deliver(server);
    const [mail, ...more] = mails.mailsTo(email);
    expect([mail.to, mail.subject, more]).toEqual([[email], 'Bestätigen Sie Ihre Adresse', []]);
    expect(mail.text).toMatch(/\/proposal\/[\w-]{43}/);
  });

  it.each(['UserName', 'FamilyName'])(
    'refuses a line break in %s before anything is written',
    async (name) => {
      const before = await count(server, 'outbox_message');
      const { status, body } = await createAccount(server, { [name]: 'Mia\r\nBcc: spy@evil.example' });
      expect(status).toBe(400);
      expect(body.a01.ex.message).toContain(name);
      expect(await count(server, 'outbox_message')).toBe(before);
    },
  );

  it("a line break in the client's name adds no header and no recipient", async () => {
    const rename = (name: string) =>
      rows(server, 'UPDATE client SET name = $1 WHERE client_id = $2', [name, CLIENTS.provisioning.id]);
    await rename('Operator\r\nBcc: spy@evil.example\r\n\r\n<h1>');
    const { email, mail } = await mailFor();
    await rename('Operator');
    expect(mail.to).toEqual([email]);
    expect(mail.headers.has('bcc')).toBe(false);
    expect(mail.headers.get('subject')).toHaveLength(1);
    expect(mail.html).not.toContain('<h1>');
    expect(mails.mailsTo('spy@evil.example')).toEqual([]);
  });

  it('an address with a quoted local part reaches nobody else (RFC 5321 §4.1.2)', async () => {
    await createAccount(server, { Identifier: '"mia, spy@evil.example"@invited.example' });
    await deliver(server);
    expect(mails.asked.filter((address) => address.endsWith('evil.example'))).toEqual([]);
  });

  it('an address beyond ASCII is reached (RFC 6531)', async () => {
    await invite(server, { Identifier: 'jörg@invited.example' });
    await deliver(server);
    expect(mails.mailsTo('jörg@invited.example')).toHaveLength(1);
  });

  // I3.5-06, I6-01
  it('by phone: one SMS to the E.164 number, in the Locale, with the link', async () => {
    const phone = newPhone();
    const accountId = await invite(server, {
      Type: 'phone',
      Identifier: phone.replace('+49', '0'),
      Locale: 'de',
      FamilyName: HOSTILE,
    });
    await deliver(server);
    const sent = gateway.requestsTo(phone);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ method: 'POST', path: '/send' });
    expect(sent[0].headers['content-type']).toBe('application/json');
    expect(sent[0].headers['idempotency-key']).toBeTruthy();
    const { text } = sent[0].body;
    expect(text).toContain(`Operator lädt Sie in die Familie "${HOSTILE}" ein`);
    expect(text).toMatch(new RegExp(`${server.url}/m/[\\w-]{18}$`));
    expect((await outboxOf(server, accountId))[0]).toMatchObject({ channel: 'sms', payload: null });
    expect(mails.asked).not.toContain(phone);
  });

  // I3.5-07
  it('by login: nothing is sent; the link waits in the outbox to be handed over (D25)', async () => {
    const [mailsBefore, smsBefore] = [mails.asked.length, gateway.requests.length];
    const accountId = await invite(server, { Type: 'login', Identifier: 'mia.miller' });
    server.clock.advance({ days: 1 });
    await deliver(server);
    const [row] = await outboxOf(server, accountId);
    expect(row).toMatchObject({ channel: 'handover', recipient: '', attempts: 0, next_at: null });
    expect(row.payload).not.toBeNull();
    expect([mails.asked.length, gateway.requests.length]).toEqual([mailsBefore, smsBefore]);
  });

  // I6-02
  it('a call that fails at its end leaves no account, family, link or message', async () => {
    const tables = ['account', 'family', 'invitation', 'outbox_message'];
    const counted = () => Promise.all(tables.map((table) => count(server, table)));
    const before = await counted();
    const email = newEmail();
    const broken = jest.spyOn(server.get(AuditLog), 'record').mockRejectedValueOnce(new Error('late'));
    expect((await createAccount(server, { Identifier: email })).status).toBe(500);
    expect(broken).toHaveBeenCalledTimes(1);
    broken.mockRestore();
    await deliver(server);
    expect(await counted()).toEqual(before);
    expect(mails.asked).not.toContain(email);
  });

  it('a refused second account with one address sends nothing', async () => {
    const { email } = await mailFor();
    expect((await createAccount(server, { Identifier: email.toUpperCase() })).status).toBe(409);
    await deliver(server);
    expect(mails.mailsTo(email)).toHaveLength(1);
  });
});
