import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/accounts/account.service.js';
import { accountId as idOf, count } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import {
  deliver,
  headingOf,
  invited,
  linkOf,
  newEmail,
  newPhone,
  outboxOf,
  page,
  PASSWORD,
  provision,
  statusOf,
  submit,
  validated,
} from '../../support/invitations.js';
import { LegacyClient } from '../../support/legacy-client.js';
import { MailServer } from '../../support/mail-server.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('a further identifier asks to be confirmed (D23, D71)', () => {
  let server: TestServer;
  let accountId: string;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  /** An active account. */
  async function member(): Promise<string> {
    const guest = await invited(server);
    await submit(server, guest.path);
    return guest.accountId;
  }
  async function add(Type: string, Identifier: string, changes: Record<string, string> = {}) {
    const answer = await provision(server, 'updateaccount', { accountId, Type, Identifier, ...changes });
    expect(answer.status).toBe(200);
    return linkOf(server, accountId);
  }

  it.each([
    ['Email', newEmail(), 'email'],
    ['phone', newPhone(), 'sms'],
    ['login', 'second.name', 'handover'],
  ])(
    '%s: the message goes there, GETs consume nothing, the POST validates it',
    async (type, value, channel) => {
      accountId = await member();
      const path = await add(type, value);
      const [message] = await outboxOf(server, accountId);
      expect(message).toMatchObject({ kind: 'confirmation', channel });
      expect(message.recipient).toBe(channel === 'handover' ? '' : value);
      for (let i = 0; i < 10; i++) {
        const answer = await page(server, path);
        expect([answer.status, headingOf(answer)]).toEqual([200, 'Confirm your address']);
        expect(answer.text).toContain(`Operator added ${value} to your account.`);
      }
      expect((await page(server, path, {}, 'HEAD')).status).toBe(200);
      expect(await validated(server, accountId)).toEqual([true, false]);
      const done = await submit(server, path, {});
      expect([done.status, headingOf(done)]).toEqual([200, 'Confirmed']);
      expect(done.text).toContain(value);
      expect(done.headers['set-cookie']).toBeUndefined();
      expect(await validated(server, accountId)).toEqual([true, true]);
      const { body } = await provision(server, 'getaccount', { accountId });
      expect(JSON.stringify(body.a01.r.r)).toContain(`"validated":"true"`);
      expect(JSON.stringify(body.a01.r.r)).not.toContain(`"validated":"false"`);
    },
  );

  it('used a second time it says so, whoever asks', async () => {
    accountId = await member();
    const path = await add('Email', newEmail());
    await submit(server, path, {});
    for (const answer of [await page(server, path), await submit(server, path, {})]) {
      expect([answer.status, headingOf(answer)]).toEqual([410, 'Confirmed']);
      expect(answer.text).not.toContain('<form');
    }
  });

  it('of several POSTs at once one confirms, and it is recorded once', async () => {
    accountId = await member();
    const path = await add('Email', newEmail());
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(server, path, {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410]);
    expect(
      await count(server, 'audit_event', `action = 'identifier.confirmed' AND account_id = ${accountId}`),
    ).toBe(1);
  });

  it('a password sent along is not set: the link confirms, and nothing else', async () => {
    accountId = await idOf(server, BEN.email);
    const path = await add('Email', newEmail());
    await submit(server, path, { name: 'Eve', password: 'another-password-9' });
    expect((await new LegacyClient(server).signIn({ ...BEN, password: 'another-password-9' })).status).toBe(
      401,
    );
    expect((await new LegacyClient(server).signIn(BEN)).status).toBe(200);
    const { body } = await provision(server, 'getaccount', { accountId });
    expect(body.a01.r.r).toMatchObject({ name: 'Ben' });
  });

  it('after seven days it is over and offers a new one, which confirms', async () => {
    accountId = await member();
    const email = newEmail();
    const path = await add('Email', email);
    server.clock.advance({ days: 7 });
    const over = await submit(server, path, {});
    expect([over.status, headingOf(over)]).toEqual([410, 'This link is over']);
    expect(await validated(server, accountId)).toEqual([true, false]);
    expect((await submit(server, `${path}/resend`, {})).status).toBe(200);
    expect((await submit(server, `${path}/resend`, {})).status).toBe(429);
    const [next] = await outboxOf(server, accountId);
    expect(next).toMatchObject({ kind: 'confirmation', recipient: email });
    expect((await submit(server, await linkOf(server, accountId), {})).status).toBe(200);
    expect(await validated(server, accountId)).toEqual([true, true]);
  });

  it('of a disabled account it does nothing', async () => {
    accountId = await member();
    const path = await add('Email', newEmail());
    await server.get(AccountService).disable(accountId);
    expect((await submit(server, path, {})).status).toBe(410);
    expect(await validated(server, accountId)).toEqual([true, false]);
  });

  it('an identifier that somebody has sends nothing', async () => {
    accountId = await member();
    const before = await count(server, 'outbox_message');
    const answer = await provision(server, 'updateaccount', {
      accountId,
      Type: 'Email',
      Identifier: ANNA.email,
    });
    expect(answer.status).toBe(409);
    expect(await count(server, 'outbox_message')).toBe(before);
  });

  it('a pending account gets a second invitation; either completes it, and proves its own address only', async () => {
    const guest = await invited(server);
    accountId = guest.accountId;
    const path = await add('Email', newEmail());
    expect((await outboxOf(server, accountId))[0].kind).toBe('invitation');
    expect((await submit(server, path, { name: 'Mia', password: PASSWORD })).status).toBe(303);
    expect(await statusOf(server, accountId)).toBe('active');
    expect(await validated(server, accountId)).toEqual([false, true]);
    const other = await submit(server, guest.path, { name: 'Eve', password: 'another-password-9' });
    expect([other.status, headingOf(other)]).toEqual([410, 'You are already in']);
  });

  it('two links of one pending account at once: one completes it', async () => {
    const guest = await invited(server);
    accountId = guest.accountId;
    const paths = [guest.path, await add('Email', newEmail())];
    const answers = await Promise.all(paths.map((path) => submit(server, path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    expect(
      await count(server, 'audit_event', `action = 'invitation.accepted' AND account_id = ${accountId}`),
    ).toBe(1);
  });
});

describe('the message that asks to confirm (D23, D26)', () => {
  it.each([
    ['en', 'Confirm your address', 'Operator added this address to your account.'],
    ['fr', 'Confirmez votre adresse', 'Operator a ajouté cette adresse à votre compte.'],
    ['de', 'Bestätigen Sie Ihre Adresse', 'Operator hat diese Adresse Ihrem Konto hinzugefügt.'],
    ['es', 'Confirma tu dirección', 'Operator ha añadido esta dirección a tu cuenta.'],
  ])('is in the language of the account: %s', async (Locale, subject, words) => {
    const mails = await MailServer.start();
    const server = await startApp({ SMTP_URL: mails.url });
    try {
      const email = newEmail();
      const accountId = await idOf(server, BEN.email);
      await provision(server, 'updateaccount', { accountId, Type: 'Email', Identifier: email, Locale });
      await deliver(server);
      const [mail, ...more] = mails.mails;
      expect(more).toEqual([]);
      expect([mail.to, mail.subject]).toEqual([[email], subject]);
      expect(mail.text).toContain(words);
      expect(mail.html).toContain(words);
      expect(mail.text).toMatch(/\/invitation\/[\w-]{43}/);
    } finally {
      await server.close();
      await mails.goDown();
    }
  });
});
