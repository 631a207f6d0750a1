import { describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import { CookieBrowser, THIRD_PARTIES } from '../../support/authorization.js';
import { accountId, count } from '../../support/database-rows.js';
import { ANNA, PENDING } from '../../support/fixtures.js';
import { askForReset, newestMessage, newMember } from '../../support/forgotten-password.js';
import { invited, newEmail, newPhone, outboxOf, provision, submit } from '../../support/invitations.js';
import type { TestServer } from '../../support/start-app.js';

const { shop } = THIRD_PARTIES;

describe('forgotten password sends a link (D105)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  useThirdParties((stage) => {
    ({ server, browser } = stage);
    server.clock.advance({ days: 1 }); // earlier requests do not count
  });

  const ask = (identifier: string, more: Record<string, string> = {}) =>
    askForReset(server, browser, identifier, more);
  const sentTo = (id: string) => newestMessage(server, id);
  const signIn = async (who: { email: string; password: string }): Promise<number> =>
    (await new CookieBrowser(server).signIn(who)).status;

  it.each(['/sign-in', 'the challenge'])(
    '%s leads to the page that asks for an identifier',
    async (where) => {
      const page = where === '/sign-in' ? await browser.get(where) : await (await browser.begin(shop)).show();
      const href = /href="(\/forgot-password[^"]*)"/.exec(page.text)?.[1] as string;
      const { status, text } = await browser.get(href);
      expect([status, text.includes('name="identifier"')]).toEqual([200, true]);
      expect(text.includes('name="challenge"')).toBe(where !== '/sign-in');
    },
  );

  it('an unconfirmed address gets none if another one is confirmed: it may be a stranger’s', async () => {
    const who = await newMember(server);
    const wrong = newEmail();
    await provision(server, 'updateaccount', { accountId: who.id, Type: 'Email', Identifier: wrong });
    await ask(wrong);
    // The question to the owner, and nothing after it.
    expect(await sentTo(who.id)).toMatchObject({ kind: 'confirmation', recipient: wrong });
  });

  it.each([ANNA.msisdn, ANNA.login, ANNA.email])('%s: goes to the confirmed address', async (identifier) => {
    await ask(identifier);
    const sent = await sentTo(await accountId(server, ANNA.email));
    expect(sent).toMatchObject({ kind: 'reset', channel: 'email', recipient: ANNA.email });
  });

  it('to a phone it is a text message', async () => {
    const phone = newPhone();
    const guest = await invited(server, { Type: 'phone', Identifier: phone });
    await submit(server, guest.path);
    await ask(phone);
    expect(await sentTo(guest.accountId)).toMatchObject({ kind: 'reset', channel: 'sms', recipient: phone });
  });

  describe('the page reveals no accounts', () => {
    it('the answer is equal for an account, none, a pending and a disabled one', async () => {
      const disabled = await newMember(server);
      await server.get(AccountService).disable(disabled.id);
      const answers = [];
      for (const identifier of [
        ANNA.email,
        'nobody@nowhere.example',
        PENDING.email,
        disabled.email,
        'x',
        '+4915199',
      ])
        answers.push(await ask(identifier));
      for (const { status, text, headers } of answers) {
        expect([status, text]).toEqual([200, answers[0].text]);
        expect([headers['content-length'], headers['set-cookie']]).toEqual([
          answers[0].headers['content-length'],
          undefined,
        ]);
      }
      expect((await outboxOf(server, disabled.id)).map(({ kind }) => kind)).toEqual(['invitation']);
    });

    it('looks nothing up before the answer is on its way', async () => {
      const before = await count(server, 'outbox_message');
      const { status } = await browser.post('/forgot-password', { identifier: ANNA.email });
      expect(status).toBe(200);
      await server.get(LateLinks).settled();
      expect(await count(server, 'outbox_message')).toBe(before + 1);
    });

    it('a pending account gets its invitation again', async () => {
      const email = newEmail();
      const { accountId: id } = await invited(server, { Identifier: email, FamilyName: 'The Smiths' });
      server.clock.advance({ days: 8 });
      await ask(email);
      const { kind, path } = await sentTo(id);
      expect([kind, path]).toEqual(['invitation', expect.stringMatching(/^\/invitation\//)]);
      expect((await browser.get(path)).text).toContain('Join The Smiths');
    });
  });

  it('not within five minutes of the last, five a day while the last works; the page is unchanged', async () => {
    const who = await newMember(server);
    const sent = () => count(server, 'outbox_message', `account_id = ${who.id} AND kind = 'reset'`);
    const expected = [1, 1, 2, 3, 4, 5, 5];
    for (const [i, n] of expected.entries()) {
      if (i !== 1) server.clock.advance({ minutes: 20 });
      expect((await ask(who.email)).status).toBe(200);
      expect(await sent()).toBe(n);
    }
  });

  it('the reader of the mailbox always has a working link, however often strangers ask', async () => {
    const who = await newMember(server);
    for (let i = 0; i < 40; i++) {
      server.clock.advance({ minutes: 16 }); // so that the network is not slowed down
      await ask(who.email);
      const { path } = await newestMessage(server, who.id);
      expect([i, (await browser.get(path)).status]).toEqual([i, 200]);
    }
    const sent = await count(server, 'outbox_message', `account_id = ${who.id} AND kind = 'reset'`);
    expect([sent > 5, sent < 20]).toEqual([true, true]);
  });

  it('of several at once one is sent', async () => {
    const who = await newMember(server);
    await Promise.all([1, 2, 3, 4, 5].map(() => ask(who.email)));
    await server.get(LateLinks).settled();
    expect(await count(server, 'outbox_message', `account_id = ${who.id} AND kind = 'reset'`)).toBe(1);
  });

  it('more than five in a quarter of an hour are slowed down, known or not; signing in is not (D40)', async () => {
    const who = await newMember(server);
    for (const identifier of [who.email, 'nobody@nowhere.example']) {
      for (let i = 0; i < 5; i++) expect((await ask(identifier)).status).toBe(200);
      const { status, headers, text } = await ask(identifier);
      expect([status, headers['retry-after']]).toEqual([429, '1']);
      expect(text).toContain('Wait a while, then try again.');
    }
    expect(await signIn(who)).toBe(303);
  });
});
