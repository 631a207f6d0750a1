import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxWorker } from '../../src/identity/notifications/outbox-worker.js';
import { call } from '../support/a01.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { deliver, invite, newEmail, newPhone, outboxOf, provision } from '../support/invitations.js';
import { MailServer } from '../support/mail-server.js';
import { SmsGateway } from '../support/sms-gateway.js';
import { startApp, type TestServer } from '../support/start-app.js';

/** Well below the time limit of one attempt (20 s), so that nothing has waited for it. */

describe('mail server failures: nothing is lost, nothing is sent twice (D26)', () => {
  let mails: MailServer;
  let server: TestServer;
  beforeAll(async () => {
    mails = await MailServer.start();
    server = await startApp({ SMTP_URL: mails.url });
  });
  afterAll(async () => {
    await Promise.all([mails.goDown(), server.close()]);
  });

  const retryIn = async (accountId: string): Promise<number | null> => {
    const [{ next_at: at }] = await outboxOf(server, accountId);
    return at && (at.getTime() - server.clock.millis()) / 1000;
  };

  it('when it is down, retries at growing intervals, at most an hour apart, and delivers one mail', async () => {
    await mails.goDown();
    const email = newEmail();
    const accountId = await invite(server, { Identifier: email });
    const pauses: (number | null)[] = [];
    for (let attempt = 1; attempt <= 10; attempt++) {
      await deliver(server);
      const [row] = await outboxOf(server, accountId);
      expect(row).toMatchObject({ attempts: attempt, sent_at: null });
      expect(row.last_error).toContain('ECONNREFUSED');
      const pause = await retryIn(accountId);
      pauses.push(pause);
      server.clock.advance({ seconds: (pause ?? 0) - 1 });
      await deliver(server);
      expect((await outboxOf(server, accountId))[0].attempts).toBe(attempt); // not a second too early
      server.clock.advance({ seconds: 1 });
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
    await mails.comeUp();
    await deliver(server);
    const [row] = await outboxOf(server, accountId);
    expect(row).toMatchObject({ attempts: 11, next_at: null, last_error: null, payload: null });
    server.clock.advance({ days: 1 });
    await deliver(server);
    expect(mails.mailsTo(email)).toHaveLength(1);
  });

  it('when it is away for three days, gives up; the outbox keeps the link and says why', async () => {
    await mails.goDown();
    const accountId = await invite(server);
    for (let hours = 0; hours < 75; hours++) {
      await deliver(server);
      server.clock.advance({ minutes: 60 });
    }
    const [row] = await outboxOf(server, accountId);
    expect(row).toMatchObject({ next_at: null, sent_at: null });
    expect(row.last_error).toContain('ECONNREFUSED');
    expect(row.payload).not.toBeNull();
    expect(row.attempts).toBeGreaterThan(70);
    await mails.comeUp();
    await deliver(server);
    expect((await outboxOf(server, accountId))[0].sent_at).toBeNull();
  });

  it('when it refuses one address with 550, does not retry that address; other mails go out', async () => {
    const [refused, fine] = [newEmail(), newEmail()];
    mails.refuse(refused, 550);
    const accountId = await invite(server, { Identifier: refused });
    await invite(server, { Identifier: fine });
    await deliver(server);
    expect(await outboxOf(server, accountId)).toMatchObject([{ attempts: 1, next_at: null, sent_at: null }]);
    expect((await outboxOf(server, accountId))[0].last_error).toMatch(/550/);
    server.clock.advance({ days: 1 });
    await deliver(server);
    expect(mails.asked.filter((address) => address === refused)).toHaveLength(1);
    expect(mails.mailsTo(fine)).toHaveLength(1);
  });

  it('when it lacks SMTPUTF8, refuses a non-ASCII name without retrying, and other mails go out', async () => {
    const email = `j\u00fcrgen-${newEmail()}`;
    mails.refuse(email, 553);
    const accountId = await invite(server, { Identifier: email });
    await deliver(server);
    expect(await outboxOf(server, accountId)).toMatchObject([{ attempts: 1, next_at: null, sent_at: null }]);
    const fine = newEmail();
    await invite(server, { Identifier: fine });
    await deliver(server);
    expect(mails.mailsTo(fine)).toHaveLength(1);
  });

  it.each([421, 450, 451, 452])(
    'when it answers %d first, delivers the message later, once',
    async (code) => {
      const email = newEmail();
      mails.refuse(email, code, 2);
      const accountId = await invite(server, { Identifier: email });
      await deliver(server);
      expect((await outboxOf(server, accountId))[0].last_error).toContain(String(code));
      expect(await retryIn(accountId)).toBe(30);
      server.clock.advance({ seconds: 30 });
      await deliver(server);
      server.clock.advance({ seconds: 60 });
      await deliver(server);
      server.clock.advance({ days: 1 });
      await deliver(server);
      expect(mails.mailsTo(email)).toHaveLength(1);
      expect(mails.asked.filter((address) => address === email)).toHaveLength(3);
      const [mail] = mails.mailsTo(email);
      expect(mail.headers.get('message-id')?.[0]).toMatch(/^<hearth-\d+-\w+@localhost>$/);
    },
  );

  it('concurrent runs send each message once', async () => {
    await mails.goDown();
    const emails = Array.from({ length: 25 }, newEmail);
    for (const email of emails) await invite(server, { Identifier: email });
    await deliver(server);
    await mails.comeUp();
    server.clock.advance({ minutes: 60 });
    const worker = server.get(OutboxWorker);
    await Promise.all(Array.from({ length: 8 }, () => worker.run()));
    await deliver(server);
    for (const email of emails) expect(mails.mailsTo(email)).toHaveLength(1);
  });

  it('a message is not sent if its account was deleted in the meantime', async () => {
    await mails.goDown();
    const email = newEmail();
    const accountId = await invite(server, { Identifier: email });
    await deliver(server);
    expect((await provision(server, 'deleteaccount', { accountId })).status).toBe(200);
    await mails.comeUp();
    server.clock.advance({ minutes: 60 });
    await deliver(server);
    expect(mails.asked).not.toContain(email);
    expect(await outboxOf(server, accountId)).toEqual([]);
  });
});

describe('mail server that hangs', () => {
  let mails: MailServer;
  let gateway: SmsGateway;
  let server: TestServer;
  beforeEach(async () => {
    [mails, gateway] = await Promise.all([MailServer.start(), SmsGateway.start()]);
    server = await startApp({ SMTP_URL: mails.url, SMS_GATEWAY_URL: gateway.url });
  });
  afterEach(async () => {
    await mails.goDown(); // first: releases the hanging connections
    await Promise.all([gateway.goDown(), server.close()]);
  });

  it.each([1, 12])(
    'on %d addresses slows no call down, and other messages are sent meanwhile',
    async (hanging) => {
      for (let i = 0; i < hanging; i++) {
        const email = newEmail();
        mails.hangFor(email);
        await invite(server, { Identifier: email });
      }
      await eventually(() => Promise.resolve(mails.asked.length > 0 ? true : null));
      const [email, phone] = [newEmail(), newPhone()];
      await invite(server, { Identifier: email });
      await invite(server, { Type: 'phone', Identifier: phone });
      expect((await call(server, 'accping')).status).toBe(200);
      expect(mails.connections).toBeGreaterThan(0); // nobody had to wait for its end
      void server.get(OutboxWorker).run();
      await eventually(() =>
        Promise.resolve(
          gateway.requestsTo(phone).length === 1 && mails.mailsTo(email).length === 1 ? true : null,
        ),
      );
      expect(mails.connections).toBeGreaterThan(0);
    },
  );
});

describe('mail server that accepts a connection and never answers', () => {
  let silent: Server;
  let server: TestServer;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    const port = await freePort();
    silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
    server = await startApp({ SMTP_URL: `smtp://127.0.0.1:${port}?greetingTimeout=500` });
  });
  afterEach(async () => {
    await server.close();
    silent.close();
  });

  it('is abandoned after a time limit', async () => {
    const accountId = await invite(server);
    for (let i = 0; i < 5; i++) await invite(server);
    await eventually(() => Promise.resolve(sockets.length > 0 ? true : null));
    const row = await eventually(async () => {
      const [message] = await outboxOf(server, accountId);
      return message.last_error === null ? null : message;
    });
    expect(row).toMatchObject({ attempts: 1, sent_at: null });
    expect(row.last_error).toMatch(/timeout|greeting/i);
    expect(row.next_at).toEqual(new Date(server.clock.millis() + 30_000));
    for (const socket of sockets) socket.destroy();
  });
});
