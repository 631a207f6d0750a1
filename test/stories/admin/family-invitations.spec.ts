import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { accountId, rows } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { invite, linkOf, newEmail, outboxOf, PASSWORD, submit } from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';

interface Invitation {
  readonly invitationId: string;
  readonly accountId: string;
  readonly sentTo: string;
}

describe('new family and its invitations, by the administration API', () => {
  let server: TestServer;
  let api: AdminApi;
  let support: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
    support = await AdminApi.signIn(server, await newAdmin(server, 'support'));
  });
  afterAll(() => server.close());

  const create = (body: object) => api.send('POST', '/families', { body });
  const family = async (founder?: string): Promise<string> =>
    (await create({ name: 'The Ns', founder })).body.familyId as string;
  const ask = (id: string, changes: object = {}) => {
    const body = { email: newEmail(), name: 'Mia', accountType: 0, ...changes };
    return api.send('POST', `/families/${id}/invitations`, { body });
  };
  const pending = async (id: string) =>
    (await support.send('GET', `/families/${id}/invitations`)).body.items as Invitation[];
  const recorded = (id: string) =>
    rows<{ action: string; details: Readonly<Record<string, unknown>> | null }>(
      server,
      'SELECT action, details FROM audit_event WHERE target = $1 ORDER BY id',
      [`family:${id}`],
    );
  const link = (account: string) => linkOf(server, account);

  it('is created with a founder found by address or number, or without members', async () => {
    const anna = await accountId(server, ANNA.email);
    for (const founder of [ANNA.email.toUpperCase(), anna]) {
      const { status, body, headers } = await create({ name: 'The Ns', premiumType: 1, founder });
      expect([status, body]).toEqual([
        201,
        expect.objectContaining({
          name: 'The Ns',
          premiumType: 1,
          members: [expect.objectContaining({ accountId: anna, accountType: 2 })],
        }),
      ]);
      expect(headers.etag).toBeDefined();
      expect((await recorded(body.familyId as string)).map(({ action }) => action)).toEqual([
        'family.created',
        'member.put',
      ]);
    }
    expect((await create({ name: 'Empty' })).body).toMatchObject({ premiumType: 0, members: [] });
  });

  it('reports every problem of a new family at once, and creates none', async () => {
    const before = await rows(server, 'SELECT id FROM family');
    const { status, body } = await create({ name: '', premiumType: 9, founder: 7 });
    expect([status, (body.errors as { field: string }[]).map(({ field }) => field).sort()]).toEqual([
      422,
      ['founder', 'name', 'premiumType'],
    ]);
    const { body: nobody } = await create({ name: 'X', founder: 'nobody@nowhere.example' });
    expect(nobody.errors).toEqual([
      { field: 'founder', message: expect.stringContaining('existing account') },
    ]);
    expect(await rows(server, 'SELECT id FROM family')).toEqual(before);
  });

  it('a person invited by e-mail appears as pending, completes the account and is a member', async () => {
    const id = await family(ANNA.email);
    const email = newEmail();
    const { status, body } = await ask(id, { email, accountType: 1, locale: 'de' });
    const account = body.accountId as string;
    expect([status, body]).toMatchObject([
      201,
      { sentTo: email, name: 'Mia', accountType: 1, kind: 'invitation' },
    ]);
    expect(await pending(id)).toEqual([body]);
    const [{ recipient, kind, locale }] = await outboxOf(server, account);
    expect([recipient, kind, locale]).toEqual([email, 'invitation', 'de']);
    const accepted = await submit(server, await link(account), { name: 'Mia N.', password: PASSWORD });
    expect(accepted.status).toBe(303);
    expect(await pending(id)).toEqual([]);
    const { members } = (await api.send('GET', `/families/${id}`)).body;
    expect(members).toContainEqual({ accountId: account, name: 'Mia N.', status: 'active', accountType: 1 });
    expect(await recorded(id)).toContainEqual({
      action: 'member.invited',
      details: { account, accountType: 1 },
    });
  });

  it('a withdrawn invitation has a dead link, and its address is free again', async () => {
    const id = await family();
    const email = newEmail();
    const { body } = await ask(id, { email });
    const address = `/families/${id}/invitations/${body.invitationId as string}`;
    const path = await link(body.accountId as string);
    expect((await support.send('DELETE', address)).status).toBe(403);
    expect((await api.send('DELETE', address)).status).toBe(204);
    expect((await api.send('DELETE', address)).status).toBe(404);
    expect(await pending(id)).toEqual([]);
    expect((await submit(server, path, { name: 'Mia', password: PASSWORD })).status).toBe(404);
    expect((await api.send('GET', `/accounts/${body.accountId as string}`)).status).toBe(404);
    expect((await recorded(id)).at(-1)).toEqual({
      action: 'member.invitation_withdrawn',
      details: { account: body.accountId },
    });
    expect((await ask(id, { email })).status).toBe(201);
  });

  it('an account made by provisioning is kept when its invitation is withdrawn, outside the family', async () => {
    const account = await invite(server);
    const [{ family_id: id }] = await rows<{ family_id: string }>(
      server,
      'SELECT family_id FROM family_member WHERE account_id = $1',
      [account],
    );
    const [{ invitationId }] = await pending(id);
    expect((await api.send('DELETE', `/families/${id}/invitations/${invitationId}`)).status).toBe(204);
    const { status, body } = await api.send('GET', `/accounts/${account}`);
    expect([status, body.families]).toEqual([200, []]);
  });

  it('does not invite an existing account; allows one founder; support only views', async () => {
    const id = await family(ANNA.email);
    const taken = await ask(id, { email: BEN.email });
    expect(taken.status).toBe(422);
    expect(taken.body.errors).toEqual([
      { field: 'email', message: expect.stringContaining(`account ${await accountId(server, BEN.email)}`) },
    ]);
    expect((await ask(id, { accountType: 2 })).status).toBe(409);
    expect((await ask('999999')).status).toBe(404);
    expect((await ask('x')).status).toBe(404);
    const { body } = await ask(id, { email: 'x', name: '', accountType: 7, locale: 'xx' });
    expect((body.errors as { field: string }[]).map(({ field }) => field).sort()).toEqual([
      'accountType',
      'email',
      'locale',
      'name',
    ]);
    expect(await pending(id)).toEqual([]);
    for (const path of [`/families/${id}/invitations`, '/families'])
      expect((await support.send('POST', path, { body: {} })).status).toBe(403);
    expect((await api.send('DELETE', `/families/${id}/invitations/x`)).status).toBe(404);
    expect((await api.send('GET', '/families/999999/invitations')).status).toBe(404);
  });
});
