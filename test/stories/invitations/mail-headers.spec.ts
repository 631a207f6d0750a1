import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  LINK_KINDS,
  NOTICE_KINDS,
  type LinkKind,
  type MessageKind,
} from '../../../src/identity/notifications/outbox-message.entity.js';
import { Outbox, type MessagePayload } from '../../../src/identity/notifications/outbox.js';
import { Database } from '../../../src/platform/database/database.js';
import { accountId, rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { deliver } from '../../support/invitations.js';
import { MailServer, type ReceivedMail } from '../../support/mail-server.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const LINK = {
  link: 'https://accounts.example/x',
  name: 'Mia',
  familyName: 'The Millers',
  clientName: 'Operator',
};
const NOTICE = {
  ...{ name: 'Mia', value: 'mia@family.example', clientName: 'Operator', at: '2026-03-01T12:00:00Z' },
  ...{ site: 'https://accounts.example', browser: { browser: 'Firefox', system: 'Windows' } },
};
const KINDS: readonly MessageKind[] = [...LINK_KINDS, ...NOTICE_KINDS];

describe('headers of a mail for programs (D363)', () => {
  let server: TestServer;
  let mails: MailServer;
  beforeAll(async () => {
    mails = await MailServer.start();
    server = await startApp({
      SMTP_URL: mails.url,
      PUBLIC_URL: 'https://accounts.family.example',
      MAIL_FROM: 'Hearth <no-reply@Mail.Family.example>',
    });
  });
  afterAll(async () => {
    await server.close();
    await mails.goDown();
  });

  async function mailOf(kind: MessageKind): Promise<ReceivedMail> {
    await send(kind, `${kind}@there.example`);
    return mails.mailsTo(`${kind}@there.example`)[0];
  }

  async function send(kind: MessageKind, recipient: string): Promise<void> {
    const account = await accountId(server, ANNA.email);
    const payload: MessagePayload = LINK_KINDS.includes(kind as LinkKind) ? LINK : NOTICE;
    const message = { kind, accountId: account, channel: 'email', recipient, locale: 'en', payload } as const;
    await server.get(Database).transaction((tx) => server.get(Outbox).add(tx, message));
    await deliver(server);
  }

  it.each(KINDS)('row 41: %s is marked as sent by a program, without a list', async (kind) => {
    const { headers } = await mailOf(kind);
    expect(headers.get('auto-submitted')).toEqual(['auto-generated']);
    expect(headers.get('x-auto-response-suppress')).toEqual(['All']);
    for (const absent of ['list-unsubscribe', 'list-id', 'precedence', 'x-mailer'])
      expect([absent, headers.get(absent)]).toEqual([absent, undefined]);
  });

  it('row 41: each has its own Message-ID, with the domain of the sender', async () => {
    for (const kind of KINDS) if (mails.mailsTo(`${kind}@there.example`).length === 0) await mailOf(kind);
    const ids = mails.mails.map(({ headers }) => headers.get('message-id') as string[]);
    for (const [id, ...more] of ids) {
      expect(id).toMatch(/^<hearth-\d+-\w+@mail\.family\.example>$/);
      expect(more).toEqual([]);
    }
    expect(new Set(ids.map(([id]) => id)).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(KINDS.length);
  });

  it('row 41: a retried mail keeps it; another server with an equal number has another', async () => {
    // The server took the first, but the answer did not arrive: it is sent once more.
    const again = `UPDATE outbox_message SET sent_at = NULL, next_at = $2, payload = $3 WHERE recipient = $1 RETURNING id`;
    const recipient = 'twice@there.example';
    await mails.goDown();
    await send('passwordChanged', recipient);
    const [{ payload }] = await rows<{ payload: Buffer }>(
      server,
      'SELECT payload FROM outbox_message WHERE recipient = $1',
      [recipient],
    );
    await mails.comeUp();
    const resend = async (): Promise<void> => {
      await rows(server, again, [recipient, server.clock.now(), payload]);
      await deliver(server);
    };
    await resend();
    server.clock.advance({ minutes: 5 });
    await resend();
    await rows(
      server,
      `UPDATE outbox_message SET created_at = created_at + interval '1 hour' WHERE recipient = $1 RETURNING id`,
      [recipient],
    );
    await resend();
    const [first, second, third] = mails
      .mailsTo(recipient)
      .map(({ headers }) => headers.get('message-id')?.[0]);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('row 41: the server identifies itself by its public host', async () => {
    const { greeting } = mails.mails[0] ?? (await mailOf('invitation'));
    expect(greeting).toBe('accounts.family.example');
  });
});
