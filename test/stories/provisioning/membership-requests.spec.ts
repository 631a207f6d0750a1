import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { newAdmin } from '../../support/admin-api.js';
import { CookieBrowser } from '../../support/authorization.js';
import { census } from '../../support/census.js';
import { count, rows } from '../../support/database-rows.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import {
  headingOf,
  invited,
  linkOf,
  newEmail,
  newPhone,
  outboxOf,
  submit,
} from '../../support/invitations.js';
import { Partner, type Fields } from '../../support/partner.js';
import { acceptAs, decide, signInFor } from '../../support/proposals.js';
import { newPartner } from '../../support/provisioning-clients.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('addaccount2family by an identifier: its owner decides (D159)', () => {
  let server: TestServer;
  let partner: Partner;
  let familyId: string;
  let guest: Member;
  beforeAll(async () => {
    server = await startApp();
    partner = await newPartner(server, 'asking-partner', { provisions: 'own' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    familyId = await partner.family({ FamilyName: 'The Askers' });
    guest = await newMember(server);
  });

  const ask = async (fields: Fields, by = partner) => {
    const answer = await by.call('addaccount2family', { familyId, ...fields });
    await server.get(LateLinks).settled();
    return answer;
  };
  const asked = async (email: string, more: Fields = {}, by = partner) => {
    const { status, body } = await ask({ Type: 'Email', Identifier: email, ...more }, by);
    expect([status, body.a01]).toEqual([200, { r: { r: 'true' }, cn: 'provaddaccount2family' }]);
  };
  const requests = async (accountId: string) =>
    (await outboxOf(server, accountId)).filter(({ kind }) => kind === 'membership');
  const membersOf = async (id = familyId) =>
    rows(
      server,
      'SELECT account_id::text AS id, member_type AS type FROM family_member WHERE family_id = $1',
      [id],
    );

  // I4.5-53
  it('a message goes to that account, which signs in, reads the explanation, and joins', async () => {
    await asked(guest.email, { AccountType: '1' });
    expect(await membersOf()).toEqual([]);
    expect(await requests(guest.id)).toMatchObject([{ channel: 'email', recipient: guest.email }]);
    const path = await linkOf(server, guest.id);
    const browser = new CookieBrowser(server);
    const first = await browser.get(path);
    expect(headingOf(first)).toBe('Sign in');
    expect(first.text).toContain('asking-partner has sent a request about your account');
    expect(first.text).not.toMatch(/Mia|The Askers/);
    await signInFor(browser, path, guest);
    const page = await browser.get(path);
    expect(headingOf(page)).toBe('Join The Askers?');
    expect(await membersOf()).toEqual([]);
    const done = await decide(browser, path);
    expect([done.status, headingOf(done)]).toEqual([200, 'You have joined']);
    expect(await membersOf()).toEqual([{ id: guest.id, type: 1 }]);
    expect((await browser.get('/account/families')).text).toContain('The Askers');
    expect((await decide(browser, path)).status).toBe(410);
    // The account is still not the client's own.
    expect((await partner.call('getaccount', { accountId: guest.id })).status).toBe(507);
  });

  it.each<[string, () => Promise<Fields>]>([
    ['an account', () => Promise.resolve({ Type: 'Email', Identifier: guest.email })],
    [
      'an account with a recent message',
      async () => {
        await asked(guest.email);
        return { Type: 'Email', Identifier: guest.email };
      },
    ],
    [
      'a member already',
      async () => {
        const email = newEmail();
        await partner.account(familyId, { Identifier: email });
        return { Type: 'Email', Identifier: email };
      },
    ],
    [
      'a disabled account',
      async () => {
        await server.get(AccountService).disable(guest.id);
        return { Type: 'Email', Identifier: guest.email };
      },
    ],
    ['an administrator', async () => ({ Type: 'Email', Identifier: (await newAdmin(server)).email })],
    ['nobody, by address', () => Promise.resolve({ Type: 'Email', Identifier: 'nobody@nowhere.example' })],
    ['nobody, by number', () => Promise.resolve({ Type: 'phone', Identifier: newPhone() })],
    ['nobody, by login', () => Promise.resolve({ Type: 'login', Identifier: 'nobody.here' })],
  ])('the answer is equal for %s, and nothing happened when it comes', async (_who, fields) => {
    const given = await fields();
    const late = server.get(LateLinks);
    await late.settled();
    const members = await membersOf();
    let before: unknown;
    const send = late.send.bind(late);
    late.send = (work) => {
      late.send = send;
      send(async () => {
        before = await census(server); // nothing was looked up before the answer
        await work();
      });
    };
    const unchanged = await census(server);
    const { status, body, headers } = await partner.call('addaccount2family', { familyId, ...given });
    await late.settled();
    expect([status, JSON.stringify(body), headers.get('content-length')]).toEqual([
      200,
      '{"a01":{"r":{"r":"true"},"cn":"provaddaccount2family"}}',
      '55',
    ]);
    expect(before).toEqual(unchanged);
    expect(await membersOf()).toEqual(members);
  });

  it('a second founder is refused by the family only, for any account', async () => {
    await partner.account(familyId, { AccountType: '2' });
    for (const Identifier of [guest.email, 'nobody@nowhere.example']) {
      const answer = await ask({ Type: 'Email', Identifier, AccountType: '2' });
      expectError(answer, ERRORS.founderAlreadyExists, 'provaddaccount2family');
    }
    expect(await requests(guest.id)).toEqual([]);
  });

  it('a founder where one exists by now: says so, and joins nothing', async () => {
    await asked(guest.email, { AccountType: '2' });
    const founder = await partner.account(familyId, { AccountType: '2' });
    const path = await linkOf(server, guest.id);
    const taken = await acceptAs(server, path, guest);
    expect([taken.status, headingOf(taken)]).toEqual([409, 'This family already has a founder']);
    await partner.result('deleteaccount', { accountId: founder });
    expect((await acceptAs(server, path, guest)).status).toBe(200); // the link was not used up
    expect(await membersOf()).toEqual([{ id: guest.id, type: 2 }]);
  });

  it('declining, or not answering: nobody joins', async () => {
    await asked(guest.email);
    const path = await linkOf(server, guest.id);
    expect(headingOf(await decide(new CookieBrowser(server), path, 'decline'))).toBe('Declined');
    expect((await acceptAs(server, path, guest)).status).toBe(410);
    expect(await membersOf()).toEqual([]);
  });

  it('a deleted family ends its requests', async () => {
    await asked(guest.email);
    const path = await linkOf(server, guest.id);
    await partner.result('deletefamily', { familyId });
    expect((await acceptAs(server, path, guest)).status).toBe(410);
  });

  it('an account with a role decides for itself', async () => {
    const admin = await newAdmin(server);
    await asked(admin.email);
    expect((await acceptAs(server, await linkOf(server, admin.id), admin)).status).toBe(200);
    expect(await membersOf()).toEqual([{ id: admin.id, type: 0 }]);
  });

  it('a pending account completes itself first', async () => {
    const email = newEmail();
    const { accountId, path: invitation } = await invited(server, { Identifier: email });
    await asked(email);
    const path = await linkOf(server, accountId);
    expect((await acceptAs(server, path, { email, password: guest.password })).status).toBe(303);
    await submit(server, invitation, { name: 'Mia', password: guest.password });
    expect((await acceptAs(server, path, { email, password: guest.password })).status).toBe(200);
    expect(await membersOf()).toEqual([{ id: accountId, type: 0 }]);
  });

  it('goes to a confirmed address, whichever was given; a login’s is handed over (D25)', async () => {
    const phone = newPhone();
    await rows(
      server,
      `INSERT INTO account_identifier (account_id, type, value, normalized) VALUES ($1, 'Msisdn', $2, $2)`,
      [guest.id, phone],
    );
    expect((await ask({ Type: 'phone', Identifier: phone })).status).toBe(200);
    expect(await requests(guest.id)).toMatchObject([{ recipient: guest.email }]);
    const login = await invited(server, { Type: 'login', Identifier: 'only.login' });
    await submit(server, login.path);
    expect((await ask({ Type: 'login', Identifier: 'only.login' })).status).toBe(200);
    expect(await requests(login.accountId)).toMatchObject([{ channel: 'handover', recipient: '' }]);
  });

  it('for each family one in five minutes, and five a day for a person', async () => {
    await asked(guest.email);
    await asked(guest.email);
    expect(await requests(guest.id)).toHaveLength(1);
    for (let i = 0; i < 5; i++) {
      familyId = await partner.family();
      await asked(guest.email);
    }
    expect(await requests(guest.id)).toHaveLength(5);
    server.clock.advance({ days: 1, minutes: 1 });
    await asked(guest.email);
    expect(await requests(guest.id)).toHaveLength(6);
  });

  it('a newer request for a family ends the earlier one, and those for other families stay', async () => {
    await asked(guest.email);
    const first = await linkOf(server, guest.id);
    server.clock.advance({ minutes: 6 });
    await asked(guest.email);
    const second = await linkOf(server, guest.id);
    const earlier = familyId;
    familyId = await partner.family();
    await asked(guest.email);
    expect((await acceptAs(server, first, guest)).status).toBe(410);
    expect((await acceptAs(server, second, guest)).status).toBe(200);
    expect(await membersOf(earlier)).toHaveLength(1);
  });

  it('a client that may provision all asks likewise', async () => {
    const all = new Partner(server);
    await asked(guest.email, {}, all);
    expect(await membersOf()).toEqual([]);
    expect(await requests(guest.id)).toHaveLength(1);
  });

  it('by accountId its own account joins at once, whatever other parameters come', async () => {
    const accountId = await partner.account(await partner.family());
    expect((await ask({ accountId, Type: 'Email', Identifier: guest.email })).status).toBe(200);
    expect(await requests(guest.id)).toEqual([]);
    expect(await membersOf()).toEqual([{ id: accountId, type: 0 }]);
  });

  it('records the request, and the acceptance', async () => {
    await asked(guest.email);
    await acceptAs(server, await linkOf(server, guest.id), guest);
    expect(
      await count(server, 'audit_event', `action = 'member.asked' AND target = 'account:${guest.id}'`),
    ).toBe(1);
    expect(
      await count(server, 'audit_event', `action = 'membership.accepted' AND target = 'family:${familyId}'`),
    ).toBe(1);
  });

  it.each<[string, Fields, string]>([
    ['neither', {}, 'accountId (or Type and Identifier) is required'],
    ['only Type', { Type: 'Email' }, 'Type and Identifier belong together: give both'],
    ['only Identifier', { Identifier: 'a@b.example' }, 'Type and Identifier belong together: give both'],
  ])('refuses %s with the reason', async (_what, fields, message) => {
    const answer = await ask(fields);
    expectError(answer, ERRORS.invalidParameter, 'provaddaccount2family');
    expect(answer.body.a01.ex.message).toContain(message);
  });

  it.each([
    ['Email', 'no address', 'emailInvalid'],
    ['phone', '12', 'msisdnInvalid'],
    ['login', 'a@b', 'identifierInvalid'],
  ] as const)('refuses an invalid %s as such', async (Type, Identifier, error) => {
    expectError(await ask({ Type, Identifier }), ERRORS[error], 'provaddaccount2family');
  });
});
