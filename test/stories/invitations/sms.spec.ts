import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deliver, invite, newPhone, outboxOf } from '../../support/invitations.js';
import { SmsGateway } from '../../support/sms-gateway.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('text messages are sent by an HTTP gateway (D26)', () => {
  let gateway: SmsGateway;
  let server: TestServer;
  let phone: string;
  beforeAll(async () => {
    gateway = await SmsGateway.start();
    server = await startApp({ SMS_GATEWAY_URL: gateway.url });
  });
  beforeEach(() => {
    phone = newPhone();
  });
  afterEach(() => later(24 * 60)); // unsent messages of a test would use the next one's answers
  afterAll(async () => {
    await Promise.all([server.close(), gateway.goDown()]);
  });

  const invitePhone = () => invite(server, { Type: 'phone', Identifier: phone });
  const messageTo = async (accountId: string) => (await outboxOf(server, accountId))[0];
  async function later(minutes: number): Promise<void> {
    server.clock.advance({ minutes });
    await deliver(server);
  }

  it.each([500, 502, 503, 429, 408, 401])(
    'answered %d first, the message is sent again with its key, and arrives once',
    async (status) => {
      gateway.answerNext(status);
      const accountId = await invitePhone();
      await deliver(server);
      const failed = await messageTo(accountId);
      expect(failed).toMatchObject({ attempts: 1, sent_at: null });
      expect(failed.last_error).toContain(String(status));
      expect(failed.next_at).toEqual(new Date(server.clock.millis() + 30_000));
      await later(1);
      await later(24 * 60);
      expect(await messageTo(accountId)).toMatchObject({ attempts: 2, next_at: null, payload: null });
      const [first, second, ...more] = gateway.requestsTo(phone);
      expect(more).toEqual([]);
      expect(second.body).toEqual(first.body);
      expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key']);
    },
  );

  it.each([400, 404, 422])(
    'answered %d, the message is given up, and the outbox says why',
    async (status) => {
      gateway.answerNext(status);
      const accountId = await invitePhone();
      await deliver(server);
      await later(24 * 60);
      const row = await messageTo(accountId);
      expect(row).toMatchObject({ attempts: 1, next_at: null, sent_at: null });
      expect(row.last_error).toContain(String(status));
      expect(gateway.requestsTo(phone)).toHaveLength(1);
    },
  );

  it.each([200, 201, 202, 204])('%d is success', async (status) => {
    gateway.answerNext(status);
    const accountId = await invitePhone();
    await deliver(server);
    expect((await messageTo(accountId)).sent_at).not.toBeNull();
    await later(24 * 60);
    expect(gateway.requestsTo(phone)).toHaveLength(1);
  });

  it.each([301, 302, 307, 308])(
    'does not follow a redirect (%d): the link goes to the gateway only',
    async (status) => {
      const elsewhere = await SmsGateway.start();
      gateway.answerNext(status, { Location: elsewhere.url });
      const accountId = await invitePhone();
      await deliver(server);
      await elsewhere.goDown();
      expect(elsewhere.requests).toEqual([]);
      expect(await messageTo(accountId)).toMatchObject({ attempts: 1, sent_at: null });
    },
  );

  it('shows a redirect in the outbox', async () => {
    gateway.answerNext(302, { Location: 'http://127.0.0.1:1/' });
    const accountId = await invitePhone();
    await deliver(server);
    expect((await messageTo(accountId)).last_error).toMatch(/redirect|302/);
  });

  it('retries a gateway that is down; the outbox shows the reason', async () => {
    await gateway.goDown();
    const accountId = await invitePhone();
    await deliver(server);
    const row = await messageTo(accountId);
    expect(row).toMatchObject({ attempts: 1, sent_at: null });
    await gateway.comeUp();
    await later(1);
    expect(gateway.requestsTo(phone)).toHaveLength(1);
    expect(row.last_error).toContain('ECONNREFUSED');
  });

  it('without a gateway the message stays in the outbox, even with a mail server', async () => {
    const other = await startApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const accountId = await invite(other, { Type: 'phone', Identifier: phone });
    await deliver(other);
    const [row] = await outboxOf(other, accountId);
    await other.close();
    expect(row).toMatchObject({ channel: 'sms', attempts: 0, next_at: null, last_error: null });
    expect(row.payload).not.toBeNull();
  });
});
