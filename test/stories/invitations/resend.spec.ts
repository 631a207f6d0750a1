import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import {
  deliver,
  headingOf,
  invite,
  invited,
  linkOf,
  newEmail,
  outboxOf,
  page,
  provision,
  statusOf,
  submit,
} from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const OVER = 'This link is no longer valid';

describe('an expired invitation offers a new one, to its address, once (D89)', () => {
  let server: TestServer;
  let guest: { accountId: string; path: string };
  beforeAll(async () => {
    server = await startApp();
  });
  beforeEach(async () => {
    guest = await invited(server);
  });
  afterAll(() => server.close());

  const resend = (path = guest.path) => submit(server, `${path}/resend`, {});
  const messages = async () => (await outboxOf(server, guest.accountId)).length;
  const expire = () => server.clock.advance({ days: 7 });

  // I3.5-09
  it('it works for seven days, to the second', async () => {
    server.clock.advance({ days: 7, seconds: -1 });
    expect((await page(server, guest.path)).status).toBe(200);
    server.clock.advance({ seconds: 1 });
    const answer = await page(server, guest.path);
    expect([answer.status, headingOf(answer)]).toEqual([410, OVER]);
    expect(answer.text).toContain(`<form method="post" action="${guest.path}/resend">`);
    const late = await submit(server, guest.path);
    expect([late.status, headingOf(late)]).toEqual([410, OVER]);
    expect(await statusOf(server, guest.accountId)).toBe('pending');
  });

  it('opening it sends nothing; the button sends a new link to its address', async () => {
    expire();
    for (let i = 0; i < 5; i++) await page(server, guest.path);
    expect(await messages()).toBe(1);
    const answer = await resend();
    expect([answer.status, headingOf(answer)]).toEqual([200, 'On its way']);
    const [next, first, ...more] = await outboxOf(server, guest.accountId);
    expect(more).toEqual([]);
    expect(next).toMatchObject({ kind: 'invitation', channel: 'email', recipient: first.recipient });
    const path = await linkOf(server, guest.accountId);
    expect(path).not.toBe(guest.path);
    expect(answer.text).not.toContain(path);
    expect(answer.text).not.toContain(first.recipient);
    expect((await page(server, path)).text).toContain('Operator invites you to the family');
    expect((await submit(server, path)).status).toBe(303);
    expect(headingOf(await page(server, guest.path))).toBe('You have already joined');
  });

  it('of four at once one is sent', async () => {
    expire();
    const answers = await Promise.all([resend(), resend(), resend(), resend()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
    expect(await messages()).toBe(2);
  });

  it('the earlier links are void from then on, and send no other', async () => {
    expire();
    await resend();
    const second = await linkOf(server, guest.accountId);
    server.clock.advance({ days: 7 });
    expect((await resend(second)).status).toBe(200);
    const third = await linkOf(server, guest.accountId);
    for (const path of [guest.path, second]) {
      expect((await page(server, path)).status).toBe(410);
      expect((await submit(server, path)).status).toBe(410);
      const answer = await resend(path);
      expect([answer.status, headingOf(answer)]).toEqual([410, 'This link does not work']);
    }
    expect(await messages()).toBe(3);
    expect(await statusOf(server, guest.accountId)).toBe('pending');
    expect((await submit(server, third)).status).toBe(303);
  });

  it('a link that still works is not reported as expired: nothing is sent, and the form is the next step', async () => {
    server.clock.advance({ minutes: 10 });
    const answer = await resend();
    expect(await messages()).toBe(1);
    expect((await page(server, guest.path)).status).toBe(200);
    expect(headingOf(answer)).not.toBe(OVER);
  });

  it('a used link sends nothing', async () => {
    await submit(server, guest.path);
    expire();
    const answer = await resend();
    expect([answer.status, headingOf(answer)]).toEqual([410, 'You have already joined']);
    expect(await messages()).toBe(1);
  });

  it('a link that never existed sends nothing', async () => {
    const answer = await resend(`/invitation/${'x'.repeat(43)}`);
    expect([answer.status, headingOf(answer)]).toEqual([404, 'This link does not work']);
  });

  describe('of a disabled account', () => {
    beforeEach(() => server.get(AccountService).disable(guest.accountId));

    it('does not complete it', async () => {
      const answer = await submit(server, guest.path);
      expect(answer.status).toBe(410);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(await statusOf(server, guest.accountId)).toBe('disabled');
    });

    it('shows no form that could only fail', async () => {
      const answer = await page(server, guest.path);
      expect(answer.status).toBe(410);
      expect(answer.text).not.toContain('type="password"');
    });

    it('sends no new one, when it has expired', async () => {
      expire();
      await resend();
      expect(await messages()).toBe(1);
    });

    it('works again after the account was enabled', async () => {
      await submit(server, guest.path);
      await server.get(AccountService).enable(guest.accountId);
      expect((await submit(server, guest.path)).status).toBe(303);
      expect(await statusOf(server, guest.accountId)).toBe('active');
    });
  });

  it('of a deleted account is unknown, and so is its resend', async () => {
    await provision(server, 'deleteaccount', { accountId: guest.accountId });
    for (const answer of [await page(server, guest.path), await submit(server, guest.path), await resend()]) {
      expect([answer.status, headingOf(answer)]).toEqual([404, 'This link does not work']);
    }
    expect(await messages()).toBe(0);
  });

  it('of a deleted family works, and names the service', async () => {
    const { body } = await provision(server, 'createfamily', { FamilyName: 'The Gone' });
    const familyId = String(body.a01.r.r);
    const { accountId, path } = await invited(server, { familyId, FamilyName: '' });
    await provision(server, 'removeaccount2family', { accountId, familyId });
    expect((await provision(server, 'deletefamily', { familyId })).status).toBe(200);
    expect((await page(server, path)).text).toContain('Hearth');
    expect((await submit(server, path)).status).toBe(303);
  });

  it('with a mail server the new mail goes to the address, at once', async () => {
    const mails = await MailServer.start();
    const other = await startApp({ SMTP_URL: mails.url });
    const email = newEmail();
    await invite(other, { Identifier: email });
    await deliver(other);
    other.clock.advance({ days: 8 });
    const linkIn = (n: number) => /\/invitation\/[\w-]{43}/.exec(mails.mailsTo(email)[n].text)?.[0] ?? '';
    const answer = await submit(other, `${linkIn(0)}/resend`, {});
    await deliver(other);
    const sent = mails.mailsTo(email).length;
    const statuses =
      sent === 2 ? [(await page(other, linkIn(0))).status, (await page(other, linkIn(1))).status] : [];
    await other.close();
    await mails.goDown();
    expect([answer.status, sent, statuses]).toEqual([200, 2, [410, 200]]);
  });
});
