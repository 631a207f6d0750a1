import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppConfig } from '../../src/platform/config/app-config.js';
import { OutboxWorker } from '../../src/identity/notifications/outbox-worker.js';
import { Notices } from '../../src/identity/notifications/notices.js';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { Database } from '../../src/platform/database/database.js';
import { accountId, count } from '../support/database-rows.js';
import {
  deliver,
  invite,
  linkOf,
  newEmail,
  newPhone,
  outboxOf,
  page,
  PASSWORD,
  submit,
} from '../support/invitations.js';
import { MailServer } from '../support/mail-server.js';
import { SmsGateway } from '../support/sms-gateway.js';
import { startApp, type TestServer } from '../support/start-app.js';

const SHARED = {
  MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
  SESSION_SECRET: 'the session secret of both nodes',
};

describe('two nodes with one outbox (D26)', () => {
  let mails: MailServer;
  let gateway: SmsGateway;
  let a: TestServer;
  let b: TestServer;
  beforeAll(async () => {
    [mails, gateway] = await Promise.all([MailServer.start(), SmsGateway.start()]);
    const settings = { ...SHARED, SMTP_URL: mails.url, SMS_GATEWAY_URL: gateway.url };
    a = await startApp(settings);
    b = await startApp({ ...settings, DATABASE_URL: a.get(AppConfig).databaseUrl as string });
  });
  afterAll(async () => {
    await b.close();
    await a.close(); // drops the database of both
    await Promise.all([mails.goDown(), gateway.goDown()]);
  });

  const advance = (minutes: number): void => [a, b].forEach(({ clock }) => clock.advance({ minutes }));
  const runBoth = () =>
    Promise.all([a, b, a, b].map((node) => node.get(OutboxWorker).run())).then(() =>
      Promise.all([deliver(a), deliver(b)]),
    );

  it('send each message once, both of them at work', async () => {
    await Promise.all([mails.goDown(), gateway.goDown()]);
    const emails = Array.from({ length: 60 }, newEmail);
    const phones = Array.from({ length: 20 }, newPhone);
    for (const [i, email] of emails.entries()) await invite(i % 2 === 0 ? a : b, { Identifier: email });
    for (const phone of phones) await invite(b, { Type: 'phone', Identifier: phone });
    await runBoth();
    await Promise.all([mails.comeUp(), gateway.comeUp()]);
    const alreadySent = sentBy(a) + sentBy(b);
    advance(60);
    await runBoth();
    expect(mails.mails.map(({ to }) => to[0]).sort()).toEqual([...emails].sort());
    expect(gateway.requests.map(({ body }) => body.to).sort()).toEqual([...phones].sort());
    expect(await count(a, 'outbox_message', 'sent_at IS NULL OR payload IS NOT NULL')).toBe(0);
    expect(sentBy(a) + sentBy(b) - alreadySent).toBe(80);
    expect(Math.min(sentBy(a), sentBy(b))).toBeGreaterThan(0);
  });

  it('the other node sends what one node accepted before it stopped', async () => {
    await mails.goDown();
    const email = newEmail();
    const accountId = await invite(a, { Identifier: email });
    await deliver(a);
    await mails.comeUp();
    advance(1);
    await deliver(b);
    expect(mails.mailsTo(email)).toHaveLength(1);
    await deliver(a);
    expect(mails.mailsTo(email)).toHaveLength(1);
    expect((await outboxOf(b, accountId))[0]).toMatchObject({ attempts: 2, payload: null });
  });

  it('held notices are sent as one message, by one node, including those that both wrote', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    const identifiers = [
      { type: 'Email' as const, value: email, isValidated: true },
      { type: 'Msisdn' as const, value: phone, isValidated: true },
    ];
    await a.get(Bootstrap).apply({ accounts: [{ name: 'Mia', identifiers, password: PASSWORD }] });
    const id = await accountId(a, email);
    const tell = (node: TestServer, value: string) =>
      node
        .get(Database)
        .transaction((tx) => node.get(Notices).add(tx, id, { kind: 'devicePasswordAdded', value }));
    for (let i = 0; i < 20; i++) await tell(i % 2 === 0 ? a : b, `Number ${i}.`);
    await runBoth();
    expect([mails.mailsTo(email).length, gateway.requestsTo(phone).length]).toEqual([1, 3]);
    advance(60);
    await runBoth();
    const [, held, ...more] = mails.mailsTo(email);
    expect(more).toEqual([]);
    for (let i = 1; i < 20; i++) expect(held.text).toContain(`Number ${i}.`);
    advance(23 * 60);
    await runBoth();
    const texts = gateway.requestsTo(phone).map(({ body }) => body.text);
    expect(texts.slice(3)).toEqual([expect.stringMatching(/: 17 more notices since /)]);
    expect(await count(a, 'outbox_message', `account_id = ${id} AND sent_at IS NULL`)).toBe(0);
  });

  it('a link is used on one node only, and concurrent resends on both are one', async () => {
    const loginLink = async () => {
      const id = await invite(a, { Type: 'login', Identifier: `login-${newPhone()}` });
      return { id, path: await linkOf(a, id) };
    };
    const first = await loginLink();
    const answers = await Promise.all([a, b, a, b].map((node) => submit(node, first.path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410]);
    expect((await page(b, first.path)).status).toBe(410);

    const second = await loginLink();
    advance(8 * 24 * 60);
    const resent = await Promise.all([a, b, a, b].map((node) => submit(node, `${second.path}/resend`, {})));
    expect(resent.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
    expect(await outboxOf(a, second.id)).toHaveLength(2);
  });
});

/** Log lines of this node about sent messages. */
function sentBy({ log }: TestServer): number {
  return log.filter((line) => line.includes('"message sent"')).length;
}
