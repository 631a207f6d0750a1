import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { AdminApi, newAdmin, type Admin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { invite, newEmail } from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { startApp, type TestServer } from '../../support/start-app.js';

interface Message {
  readonly id: string;
  readonly state: string;
  readonly recipient: string;
}

describe('outbox by the administration API (D25, D26)', () => {
  let server: TestServer;
  let mail: MailServer;
  let admin: Admin;
  let api: AdminApi;
  let support: AdminApi;
  beforeAll(async () => {
    mail = await MailServer.start();
    server = await startApp({ SMTP_URL: mail.url });
    admin = await newAdmin(server);
    api = await AdminApi.signIn(server, admin);
    support = await AdminApi.signIn(server, await newAdmin(server, 'support'));
  });
  afterAll(async () => {
    await server.close();
    await mail.goDown();
  });

  const list = async (query = ''): Promise<Message[]> =>
    (await api.send('GET', `/outbox?${query}`)).body.items as Message[];
  const messageTo = async (recipient: string): Promise<Message> => {
    const found = (await list()).find((message) => message.recipient === recipient);
    if (!found) throw new Error(`nothing for ${recipient}`);
    return found;
  };
  const send = () => server.get(OutboxWorker).run();
  const isAsked = async () => (await api.send('GET', `/session`)).status;

  it('support finds a message that was given up, retries it, and it is sent', async () => {
    const email = newEmail();
    mail.refuse(email, 550, 1);
    await invite(server, { Identifier: email });
    await send();
    const failed = await messageTo(email);
    expect(failed).toMatchObject({ state: 'failed', attempts: 1, nextAt: null });
    expect((await list('state=failed')).map(({ id }) => id)).toEqual([failed.id]);
    const retried = await support.send('POST', `/outbox/${failed.id}/retry`);
    expect([retried.status, retried.body]).toEqual([200, expect.objectContaining({ id: failed.id })]);
    await send();
    expect(mail.mailsTo(email)).toHaveLength(1);
    expect((await api.send('GET', `/outbox/${failed.id}`)).body).toMatchObject({
      state: 'sent',
      lastError: null,
    });
    const again = await api.send('POST', `/outbox/${failed.id}/retry`);
    expect([again.status, again.body.detail]).toEqual([409, 'The message was already sent.']);
    const text = await api.send('GET', `/outbox/${failed.id}/text`);
    expect(text.status).toBe(409);
    const sql = `SELECT action FROM audit_event WHERE target = $1 ORDER BY id`;
    expect(await rows(server, sql, [`message:${failed.id}`])).toEqual([{ action: 'outbox.retried' }]);
  });

  it('a message whose sending may be in progress is not sent twice', async () => {
    const email = newEmail();
    mail.refuse(email, 450, 1);
    await invite(server, { Identifier: email });
    await send();
    const { id } = await messageTo(email);
    expect((await api.send('POST', `/outbox/${id}/retry`)).status).toBe(200); // due in half a minute
    await send();
    expect(mail.mailsTo(email)).toHaveLength(0);
  });

  it('a message that could not be sent is shown to an administrator with the password, and recorded', async () => {
    const email = newEmail();
    mail.refuse(email, 550, 1);
    await invite(server, { Identifier: email });
    await send();
    const { id } = await messageTo(email);
    const path = `/outbox/${id}/text`;
    expect((await support.send('GET', path)).status).toBe(403);
    const { body } = await api.send('GET', path);
    expect(body.text).toMatch(/\/invitation\/[\w-]{43}/);
    const shown = await rows(
      server,
      `SELECT account_id AS by FROM audit_event WHERE action = 'outbox.shown' AND target = $1`,
      [`message:${id}`],
    );
    expect(shown).toEqual([{ by: admin.id }]);
    expect(JSON.stringify(await list())).not.toContain('/invitation/');
    server.clock.advance({ minutes: 6 });
    expect(await isAsked()).toBe(200);
    expect((await api.send('GET', path)).body).toMatchObject({
      type: 'urn:hearth:problem:confirmation-required',
    });
  });

  it('a message without a channel is to be handed over, and can’t be retried', async () => {
    await rows(
      server,
      `UPDATE outbox_message SET channel = 'sms', next_at = NULL, last_error = NULL WHERE sent_at IS NULL`,
    );
    const [{ id }] = await list('state=handover');
    const answer = await api.send('POST', `/outbox/${id}/retry`);
    expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining('SMS_GATEWAY_URL')]);
  });

  it('a message delivered by hand counts as sent, and is not kept; support can neither read nor mark it', async () => {
    const [{ id }, ...more] = await list('state=handover');
    const path = `/outbox/${id}/passed-on`;
    expect((await support.send('POST', path)).status).toBe(403);
    const { status, body } = await api.send('POST', path);
    expect([status, body.state, body.sentAt]).toEqual([200, 'sent', server.clock.now().toISOString()]);
    expect(await list('state=handover')).toHaveLength(more.length);
    expect((await api.send('POST', path)).status).toBe(409);
    const kept = await rows(server, 'SELECT payload FROM outbox_message WHERE id = $1', [id]);
    expect(kept).toEqual([{ payload: null }]);
    const sql = `SELECT account_id AS by FROM audit_event WHERE action = 'outbox.passed_on' AND target = $1`;
    expect(await rows(server, sql, [`message:${id}`])).toEqual([{ by: admin.id }]);
  });

  it('a message that was given up can be delivered by hand too, but not one that is still retried', async () => {
    const email = newEmail();
    mail.refuse(email, 450, 1);
    await invite(server, { Identifier: email });
    await send();
    const { id } = await messageTo(email);
    const waiting = await api.send('POST', `/outbox/${id}/passed-on`);
    expect([waiting.status, waiting.body.detail]).toEqual([409, 'The message is retried automatically.']);
    await rows(server, 'UPDATE outbox_message SET next_at = NULL WHERE id = $1', [id]);
    expect((await api.send('POST', `/outbox/${id}/passed-on`)).status).toBe(200);
    expect((await api.send('POST', '/outbox/0/passed-on')).status).toBe(404);
  });

  it('pages; an unknown id is not found, a wrong cursor refused', async () => {
    const all = await list();
    const first = await api.send('GET', '/outbox?limit=1');
    const second = await api.send('GET', `/outbox?limit=1&after=${String(first.body.next)}`);
    expect((second.body.items as Message[])[0].id).toBe(all[1].id);
    for (const id of ['0', 'abc', '99999999999999999999'])
      expect((await api.send('GET', `/outbox/${id}`)).status).toBe(404);
    const wrong = Buffer.from('["x"]').toString('base64url');
    expect((await api.send('GET', `/outbox?after=${wrong}`)).status).toBe(422);
  });
});
