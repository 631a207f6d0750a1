import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { CookieBrowser } from '../../support/authorization.js';
import { clientRowId, count } from '../../support/database-rows.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import {
  headingOf,
  linkOf,
  newEmail,
  newPhone,
  outboxOf,
  page,
  PASSWORD,
  provision,
  submit,
  validated,
} from '../../support/invitations.js';
import { LegacyClient } from '../../support/legacy-client.js';
import { acceptAs, decide, signInFor } from '../../support/proposals.js';
import { setDisabled } from '../../support/record-changes.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('an identifier that provisioning adds to an account with a password waits for its owner (D23, D156)', () => {
  let server: TestServer;
  let me: Member;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    me = await newMember(server);
  });

  const ask = (Type: string, Identifier: string, changes: Record<string, string> = {}) =>
    provision(server, 'updateaccount', { accountId: me.id, Type, Identifier, ...changes });
  /** @returns the path of the link */
  async function add(
    Type: string,
    Identifier: string,
    changes: Record<string, string> = {},
  ): Promise<string> {
    expect((await ask(Type, Identifier, changes)).status).toBe(200);
    return linkOf(server, me.id);
  }
  const identifiers = async (): Promise<readonly Record<string, string>[]> => {
    const { body } = await provision(server, 'getaccount', { accountId: me.id });
    return (body.a01.r.r as { identifiers: Record<string, string>[] }).identifiers;
  };

  it.each([
    ['Email', newEmail(), 'email'],
    ['phone', newPhone(), 'sms'],
    ['login', 'second.name', 'handover'],
  ])(
    '%s: a message goes there; the owner who signs in and accepts has it from then on',
    async (type, value, channel) => {
      const path = await add(type, value);
      const [message] = await outboxOf(server, me.id);
      expect(message).toMatchObject({ kind: 'confirmation', channel });
      expect(message.recipient).toBe(channel === 'handover' ? '' : value);
      const browser = new CookieBrowser(server);
      for (let i = 0; i < 3; i++) {
        const answer = await browser.get(path);
        expect([answer.status, headingOf(answer)]).toEqual([200, 'Sign in']);
        expect(answer.text).not.toContain('Mia'); // nothing about the account, to the reader of the mailbox
      }
      expect((await signInFor(browser, path, me)).headers.location).toBe(path);
      const asked = await browser.get(path);
      expect(headingOf(asked)).toBe(`Add ${value} to your account?`);
      expect(asked.text).toContain('Operator asks for it.');
      expect(asked.headers['cache-control']).toBe('no-store');
      expect(await identifiers()).toHaveLength(1); // looking changes nothing
      const done = await decide(browser, path);
      expect([done.status, headingOf(done)]).toEqual([200, 'Confirmed']);
      expect(await identifiers()).toMatchObject([{ value: me.email }, { value, validated: 'true' }]);
      expect((await new LegacyClient(server).signIn({ email: value, password: PASSWORD })).status).toBe(200);
      const again = await browser.get(path);
      expect([again.status, headingOf(again)]).toEqual([410, 'This link is no longer valid']);
    },
  );

  it('until then it is nowhere: no sign-in, no search, no information, and free for its real owner', async () => {
    const value = newEmail();
    await add('Email', value);
    expect((await new LegacyClient(server).signIn({ email: value, password: PASSWORD })).status).toBe(401);
    expect((await provision(server, 'search', { identifier: value })).status).toBe(404);
    expect(await identifiers()).toHaveLength(1);
    const owner = await newMember(server, { Identifier: value });
    expect(owner.id).not.toBe(me.id);
    const taken = await acceptAs(server, await proposalOf(me), me);
    expect([taken.status, headingOf(taken)]).toEqual([409, 'This address belongs to another account']);
  });
  const proposalOf = async ({ id }: Member): Promise<string> => {
    const message = (await outboxOf(server, id)).findIndex(({ kind }) => kind === 'confirmation');
    expect(message).toBe(0);
    return linkOf(server, id);
  };

  it('the link by itself, another account, an old session or another site decide nothing', async () => {
    const path = await add('Email', newEmail());
    const other = await newMember(server);
    const nobody = new CookieBrowser(server);
    expect((await decide(nobody, path)).headers.location).toBe(path);
    const somebody = new CookieBrowser(server);
    await signInFor(somebody, path, other);
    expect((await somebody.get(path)).text).toContain('signed in to a different account');
    expect((await decide(somebody, path)).headers.location).toBe(path);
    const old = new CookieBrowser(server);
    await signInFor(old, path, me);
    server.clock.advance({ minutes: 10 });
    expect(headingOf(await old.get(path))).toBe('Sign in');
    expect((await decide(old, path)).headers.location).toBe(path);
    await signInFor(old, path, me);
    const foreign = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await old.post(`${path}/decision`, { decision: 'accept' }, foreign)).status).toBe(403);
    expect(await identifiers()).toHaveLength(1);
  });

  it('nor does a session from before the request', async () => {
    const early = new CookieBrowser(server);
    await early.signIn(me);
    server.clock.advance({ seconds: 1 });
    const path = await add('Email', newEmail());
    expect(headingOf(await early.get(path))).toBe('Sign in');
    expect((await decide(early, path)).headers.location).toBe(path);
    expect(await identifiers()).toHaveLength(1);
  });

  it('a wrong password is throttled and recorded like any other', async () => {
    const path = await add('Email', newEmail());
    const browser = new CookieBrowser(server);
    for (let i = 0; i < 5; i++)
      expect((await signInFor(browser, path, { ...me, password: `not the one ${i}` })).status).toBe(401);
    expect((await signInFor(browser, path, me)).status).toBe(429);
  });

  it('of several at once one confirms, and it is recorded once', async () => {
    const path = await add('Email', newEmail());
    const browser = new CookieBrowser(server);
    await signInFor(browser, path, me);
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide(browser, path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410]);
    expect(
      await count(server, 'audit_event', `action = 'identifier.confirmed' AND account_id = ${me.id}`),
    ).toBe(1);
  });

  it('the reader of the link may decline, signed in or not', async () => {
    const path = await add('Email', newEmail());
    const declined = await decide(new CookieBrowser(server), path, 'decline');
    expect([declined.status, headingOf(declined)]).toEqual([200, 'Declined']);
    expect((await acceptAs(server, path, me)).status).toBe(410);
    expect(await identifiers()).toHaveLength(1);
    expect(
      await count(server, 'audit_event', `action = 'proposal.declined' AND target = 'account:${me.id}'`),
    ).toBe(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['seven days passed', () => Promise.resolve(server.clock.advance({ days: 7 }))],
    ['the account was disabled', () => server.get(AccountService).disable(me.id)],
    [
      'the client was disabled',
      async () => setDisabled(server, await clientRowId(server, CLIENTS.provisioning.id), true),
    ],
  ])('%s: the link is void, and sends no other', async (_what, happens) => {
    const path = await add('Email', newEmail());
    const messages = await count(server, 'outbox_message');
    await happens();
    try {
      const over = await acceptAs(server, path, me);
      expect([over.status, headingOf(over)]).toEqual([410, 'This link is no longer valid']);
      expect((await submit(server, `${path.replace('proposal', 'invitation')}/resend`, {})).status).toBe(404);
      expect(await validated(server, me.id)).toEqual([true]);
      expect(await count(server, 'outbox_message')).toBe(messages);
    } finally {
      await setDisabled(server, await clientRowId(server, CLIENTS.provisioning.id), false);
    }
  });

  it('an earlier mailed link, to the page of an invitation, leads to the page that asks to sign in', async () => {
    const path = await add('Email', newEmail());
    const old = path.replace('/proposal/', '/invitation/');
    const { status, headers } = await page(server, old);
    expect([status, headers.location]).toEqual([303, path]);
    expect((await submit(server, old, {})).status).toBe(404);
    expect(await validated(server, me.id)).toEqual([true]);
  });

  it('an identifier in use sends nothing', async () => {
    const before = await count(server, 'outbox_message');
    for (const taken of [ANNA.email, me.email]) {
      const { status, body } = await ask('Email', taken);
      expect([status, body.a01.ex.value]).toEqual([409, '2']);
    }
    expect(await count(server, 'outbox_message')).toBe(before);
  });

  it('not twice within five minutes, and five a day for an account', async () => {
    const value = newEmail();
    await add('Email', value);
    const soon = await ask('Email', value);
    expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, '300']);
    expect(soon.body.a01.ex.message).toContain('its link works');
    server.clock.advance({ minutes: 5 });
    await add('Email', value);
    for (let i = 0; i < 3; i++) await add('Email', newEmail());
    expect((await ask('Email', newEmail(), { UserName: 'Not' })).status).toBe(429);
    expect((await provision(server, 'getaccount', { accountId: me.id })).body.a01.r.r).toMatchObject({
      name: 'Mia',
    });
  });

  it("refuses ten digits that are no number of the account's country, whatever they are elsewhere (D372)", async () => {
    const { body } = await ask('phone', '9990000001');
    expect(body.a01.ex.name).toBe('AFizInvalidMSISDNException');
    expect(await identifiers()).toHaveLength(1);
  });

  it('is shown under the account as waiting', async () => {
    const value = newEmail();
    await add('Email', value);
    const browser = new CookieBrowser(server);
    await browser.signIn(me);
    expect((await browser.get('/account/sign-in')).text).toMatch(
      new RegExp(`${value} <small>waiting to be confirmed`),
    );
  });
});
