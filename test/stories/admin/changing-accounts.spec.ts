import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tokensFor } from '../../support/a01.js';
import { ADMIN_PASSWORD, AdminApi, newAdmin, type AdminAnswer } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { invited, linkOf, newEmail, newPhone, outboxOf, submit } from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';

interface Identifier {
  readonly identifierId: string;
  readonly type: string;
  readonly value: string;
  readonly isValidated: boolean;
}

describe("an administrator's changes to an account (D208)", () => {
  let server: TestServer;
  let admin: AdminApi;
  let support: AdminApi;
  let trail: AuditTrail;
  let member: Member;
  beforeAll(async () => {
    server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:1' }); // people get a mail
    trail = new AuditTrail(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    admin = await AdminApi.signIn(server, await newAdmin(server));
    support = await AdminApi.signIn(server, await newAdmin(server, 'support'));
    member = await newMember(server);
  });

  const identifiersOf = async (id: string): Promise<readonly Identifier[]> =>
    (await support.send('GET', `/accounts/${id}`)).body.identifiers as Identifier[];
  const add = (id: string, type: string, value: string): Promise<AdminAnswer> =>
    admin.send('POST', `/accounts/${id}/identifiers`, { body: { type, value } });
  const remove = (id: string, identifierId: string): Promise<AdminAnswer> =>
    admin.send('DELETE', `/accounts/${id}/identifiers/${identifierId}`);
  const kindsTo = async (id: string): Promise<string[]> =>
    (await outboxOf(server, id)).map(({ kind, recipient }) => `${kind} ${recipient}`);
  const addLogin = async (id: string): Promise<Identifier> => {
    const login = `login-${newEmail().replace(/\W/g, '-')}`;
    const { body } = await add(id, 'Login', login);
    return { identifierId: String(body.identifierId), type: 'Login', value: login, isValidated: true };
  };

  describe('profile', () => {
    const change = (body: object, ifMatch = '*', by = admin) =>
      by.send('PATCH', `/accounts/${member.id}`, { body, ifMatch });

    it('changes name, country and language, with an audit event that hides the name', async () => {
      const found = await trail.of(() => change({ name: 'Maja', countryCode: 'fr', locale: 'ES' }));
      const { body } = await support.send('GET', `/accounts/${member.id}`);
      expect(body).toMatchObject({ name: 'Maja', countryCode: 'FR', locale: 'es' });
      expect(found).toEqual([
        expect.objectContaining({
          action: 'account.updated',
          target: `account:${member.id}`,
          details: {
            before: { name: '(not recorded)', countryCode: 'DE', locale: 'en' },
            after: { name: '(not recorded)', countryCode: 'FR', locale: 'es' },
          },
        }),
      ]);
      expect((await change({ countryCode: null, locale: null })).body).toMatchObject({
        name: 'Maja',
        countryCode: null,
        locale: null,
      });
    });

    it('a change that changes nothing is no event', async () => {
      expect(await trail.of(() => change({ name: 'Mia', countryCode: 'de' }))).toEqual([]);
    });

    it('shows every problem at once, and changes nothing', async () => {
      const { status, body } = await change({
        name: '\u0007',
        countryCode: 'XX',
        locale: 'xx',
        status: 'pending',
      });
      expect(status).toBe(422);
      const fields = (body.errors as { field: string }[]).map(({ field }) => field);
      expect(fields.sort()).toEqual(['countryCode', 'locale', 'name', 'status']);
      expect((await admin.send('GET', `/accounts/${member.id}`)).body.name).toBe('Mia');
    });

    it('two administrators don’t overwrite each other', async () => {
      const { headers } = await admin.send('GET', `/accounts/${member.id}`);
      const answers = await Promise.all([
        change({ name: 'One' }, headers.etag),
        change({ name: 'Two' }, headers.etag),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      expect((await admin.send('PATCH', `/accounts/${member.id}`, { body: { name: 'X' } })).status).toBe(428);
    });

    it('an app sees it with its existing token', async () => {
      const { access_token: token } = await tokensFor(server, member);
      await change({ name: 'Maja' });
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(`${server.url}/api/acc/getloggedaccount`, { headers });
      expect(await answer.text()).toContain('"Maja"');
    });

    it('refuses support', async () => {
      expect((await change({ name: 'X' }, '*', support)).status).toBe(403);
    });
  });

  describe('adding an identifier', () => {
    it('an address belongs to the account after its link was used; the other one gets a notice', async () => {
      const value = newEmail();
      const found = await trail.of(async () => {
        const { status, body } = await add(member.id, 'Email', value.toUpperCase());
        expect([status, body]).toEqual([201, { outcome: 'asked', value, identifierId: null }]);
      });
      expect(found).toEqual([
        expect.objectContaining({
          action: 'account.identifier_asked',
          target: `account:${member.id}`,
          details: { type: 'Email' },
        }),
      ]);
      expect((await identifiersOf(member.id)).map((each) => each.value)).toEqual([member.email]);
      expect((await admin.send('GET', `/accounts/${member.id}`)).body.waitingLinks).toEqual([
        expect.objectContaining({ kind: 'addition', sentTo: value }),
      ]);
      await submit(server, await linkOf(server, member.id), {});
      expect(await identifiersOf(member.id)).toContainEqual(
        expect.objectContaining({ type: 'Email', value, isValidated: true }),
      );
      expect(await kindsTo(member.id)).toContain(`identifierAdded ${member.email}`);
      const signedIn = await new CookieBrowser(server).signIn({ email: value, password: member.password });
      expect(signedIn.status).toBe(303);
    });

    it('a phone number as written in the account’s country', async () => {
      const phone = newPhone();
      const { body } = await add(member.id, 'Msisdn', `0${phone.slice(3)}`);
      expect(body).toEqual({ outcome: 'asked', value: phone, identifierId: null });
      await admin.send('PATCH', `/accounts/${member.id}`, { body: { countryCode: null }, ifMatch: '*' });
      const refused = await add(member.id, 'Msisdn', `0${newPhone().slice(3)}`);
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        [{ field: 'value', message: expect.stringContaining('needs the code of its country') }],
      ]);
    });

    it('a login works at once, and the account gets a notice', async () => {
      const { value, identifierId } = await addLogin(member.id);
      expect(await identifiersOf(member.id)).toContainEqual({
        identifierId,
        type: 'Login',
        value,
        issuer: null,
        isValidated: true,
      });
      expect(await kindsTo(member.id)).toContain(`identifierAdded ${member.email}`);
      const signedIn = await new CookieBrowser(server).signIn({ email: value, password: member.password });
      expect(signedIn.status).toBe(303);
    });

    it('a pending account gets it with a further invitation, which completes it', async () => {
      const { accountId: id } = await invited(server);
      const value = newEmail();
      expect((await add(id, 'Email', value)).body).toMatchObject({ outcome: 'invited', value });
      expect((await outboxOf(server, id))[0]).toMatchObject({ kind: 'invitation', recipient: value });
      await submit(server, await linkOf(server, id));
      expect((await admin.send('GET', `/accounts/${id}`)).body.status).toBe('active');
      const own = await identifiersOf(id);
      expect(own.map(({ isValidated }) => isValidated)).toEqual([false, true]);
    });

    it.each([
      ['another account has', () => ANNA.email, 'belongs to account '],
      ['the account has', () => member.email, 'has this identifier already'],
    ])('says that %s it, and sends nothing', async (_, value, said) => {
      const before = (await outboxOf(server, member.id)).length;
      const { status, body } = await add(member.id, 'Email', value());
      expect([status, body.detail]).toEqual([409, expect.stringContaining(said)]);
      expect(await outboxOf(server, member.id)).toHaveLength(before);
    });

    it('refuses a second link within five minutes, and a disabled account', async () => {
      const value = newEmail();
      expect((await add(member.id, 'Email', value)).status).toBe(201);
      const again = await add(member.id, 'Email', value);
      expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('5 minutes')]);
      await admin.send('PATCH', `/accounts/${member.id}`, { body: { status: 'disabled' }, ifMatch: '*' });
      expect((await add(member.id, 'Login', 'somebody-else')).status).toBe(409);
    });

    it.each([
      ['Email', 'no address'],
      ['Msisdn', '12'],
      ['Login', 'an@address.example'],
      ['Login', '+4915112345678'],
      ['ExternalId', '4711'],
    ])('refuses the %s "%s"', async (type, value) => {
      expect((await add(member.id, type, value)).status).toBe(422);
    });

    it('of two accounts that get one login at once, one has it', async () => {
      const other = await newMember(server);
      const login = `both-${member.id}`;
      const answers = await Promise.all([add(member.id, 'Login', login), add(other.id, 'Login', login)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(await count(server, 'account_identifier', `normalized = '${login}'`)).toBe(1);
    });

    it('two requests at once send one link', async () => {
      const value = newEmail();
      const answers = await Promise.all([add(member.id, 'Email', value), add(member.id, 'Email', value)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(await kindsTo(member.id)).toEqual([`addition ${value}`, expect.anything()]);
    });
  });

  describe('removing an identifier', () => {
    const first = async (): Promise<string> => (await identifiersOf(member.id))[0].identifierId;

    it('notifies the account there, and ends the links that were sent to it', async () => {
      await addLogin(member.id);
      await admin.send('POST', `/accounts/${member.id}/password-reset`);
      const reset = await linkOf(server, member.id);
      const found = await trail.of(async () => {
        expect((await remove(member.id, await first())).status).toBe(204);
      });
      expect(found).toEqual([expect.objectContaining({ action: 'account.identifier_removed' })]);
      expect(await kindsTo(member.id)).toContain(`identifierRemoved ${member.email}`);
      expect((await submit(server, reset, { password: 'another-long-one-7' })).status).toBe(404);
      expect((await new CookieBrowser(server).signIn(member)).status).not.toBe(303);
      expect(await count(server, 'account_identifier', `normalized = '${member.email}'`)).toBe(0);
    });

    it('keeps the last one, even if two are removed at once', async () => {
      const last = await remove(member.id, await first());
      expect([last.status, last.body.detail]).toEqual([
        409,
        expect.stringContaining('Add another one first'),
      ]);
      const login = await addLogin(member.id);
      const answers = await Promise.all([
        remove(member.id, await first()),
        remove(member.id, login.identifierId),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
      expect(await identifiersOf(member.id)).toHaveLength(1);
    });

    it('does not find that of another account, an ExternalId, or an unknown one', async () => {
      const other = await newMember(server);
      const body = { issuer: 'https://portal.example', value: member.id };
      const connected = await admin.send('POST', `/accounts/${member.id}/external-ids`, { body });
      const [{ identifierId }] = await identifiersOf(other.id);
      for (const id of [identifierId, String(connected.body.identifierId), '999999', 'x'])
        expect((await remove(member.id, id)).status).toBe(404);
      expect((await remove('999999', identifierId)).status).toBe(404);
    });
  });

  it('identifiers require the password once more, and support may not', async () => {
    const [{ identifierId }] = await identifiersOf(member.id);
    const path = `/accounts/${member.id}/identifiers`;
    const body = { type: 'Login', value: `support-${member.id}` };
    expect((await support.send('POST', path, { body })).status).toBe(403);
    expect((await support.send('DELETE', `${path}/${identifierId}`)).status).toBe(403);
    server.clock.advance({ minutes: 6 });
    for (const answer of [await add(member.id, 'Login', body.value), await remove(member.id, identifierId)])
      expect(answer.body.type).toBe('urn:hearth:problem:confirmation-required');
    await admin.send('POST', '/session/confirm', { body: { password: ADMIN_PASSWORD } });
    expect((await add(member.id, 'Login', body.value)).status).toBe(201);
  });
});
