import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { accountId, rows } from '../../support/database-rows.js';
import { ANNA, BEN, PENDING } from '../../support/fixtures.js';
import { tokensFor, tokenStatus } from '../../support/a01.js';
import { newMember } from '../../support/forgotten-password.js';
import { startApp, type TestServer } from '../../support/start-app.js';

interface Item {
  readonly accountId: string;
  readonly name: string;
  readonly identifiers: readonly string[];
}

describe('accounts by the administration API', () => {
  let server: TestServer;
  let api: AdminApi;
  let support: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
    support = await AdminApi.signIn(server, await newAdmin(server, 'support'));
  });
  afterAll(() => server.close());

  const listed = async (query: string): Promise<string[]> => {
    const { status, body } = await api.send('GET', `/accounts?${query}`);
    expect(status).toBe(200);
    return (body.items as Item[]).map(({ name }) => name);
  };

  describe('finding them', () => {
    it.each([
      ['the name, whatever its case', 'ANNA', ['Anna K.']],
      ['an e-mail address', 'ben@fam', ['Ben']],
      ['a phone number as people write it', '+49 151 12', ['Anna K.']],
      ['a phone number with 00', '0049151', ['Anna K.']],
      ['a login', 'anna.', ['Anna K.']],
      ['nothing that is there', 'zzz', []],
      ['wildcards, which are none', '%', []],
    ])('by the beginning of %s', async (_, query, names) => {
      expect(await listed(`query=${encodeURIComponent(query)}`)).toEqual(names);
    });

    it('by status and role, together with a beginning too', async () => {
      expect(await listed('status=pending')).toEqual(['Pending']);
      expect(await listed('status=pending&query=p')).toEqual(['Pending']);
      expect(await listed('status=active&query=p')).toEqual([]);
      expect(await listed('role=support')).toEqual(['support']);
      expect(await listed('role=support&query=SUPP&status=active')).toEqual(['support']);
      expect(await listed('role=support&query=anna')).toEqual([]);
    });

    it('page by page, each account once: by the first match', async () => {
      for (const name of ['Page A', 'Page B', 'Page C', 'Page D'])
        await newMember(server, { UserName: name, Identifier: `${name.replace(' ', '.')}@pages.example` });
      const names: string[] = [];
      let after: string | null = '';
      while (after !== null) {
        const { body }: { body: Readonly<Record<string, unknown>> } = await api.send(
          'GET',
          `/accounts?query=page&limit=1${after}`,
        );
        names.push(...(body.items as Item[]).map(({ name }) => name));
        after = body.next === null ? null : `&after=${body.next as string}`;
      }
      expect(names).toEqual(['Page A', 'Page B', 'Page C', 'Page D']);
      const all = await api.send('GET', '/accounts?limit=3');
      const rest = await api.send('GET', `/accounts?limit=200&after=${String(all.body.next)}`);
      const total = await rows<{ n: number }>(server, 'SELECT count(*)::int AS n FROM account');
      expect((all.body.items as Item[]).length + (rest.body.items as Item[]).length).toBe(total[0].n);
    });

    it.each([
      'after=nonsense',
      `after=${Buffer.from('["x","y"]').toString('base64url')}&query=a`,
      'status=gone',
    ])('refuses %s', async (query) => {
      expect((await api.send('GET', `/accounts?${query}`)).status).toBe(422);
    });
  });

  it('one account: identifiers, families, and how many sessions and grants', async () => {
    const { access_token: token } = await tokensFor(server, ANNA);
    expect(await tokenStatus(server, token)).toBe(200);
    const id = await accountId(server, ANNA.email);
    const { body, headers } = await support.send('GET', `/accounts/${id}`);
    expect(headers.etag).toMatch(/^"[\w-]{22}"$/);
    expect(body).toMatchObject({
      accountId: id,
      name: 'Anna K.',
      status: 'active',
      role: null,
      families: [{ name: 'The Ks', accountType: 2 }],
      grants: 1,
      sessions: 0,
      waitingLinks: [],
    });
    expect(body.identifiers).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'Email', value: ANNA.email, issuer: null })]),
    );
    expect(JSON.stringify(body)).not.toContain('$2');
    for (const unknown of ['999999', 'x', '99999999999999999999'])
      expect((await api.send('GET', `/accounts/${unknown}`)).status).toBe(404);
  });

  describe('changing them', () => {
    let id: string;
    let who: { email: string; password: string };
    beforeEach(async () => {
      const member = await newMember(server);
      [id, who] = [member.id, member];
    });
    const change = (body: object, ifMatch = '*') => api.send('PATCH', `/accounts/${id}`, { body, ifMatch });

    it('disabling ends sessions at once; enabling lets the person in again', async () => {
      const { access_token: token } = await tokensFor(server, who);
      const disabled = await change({ status: 'disabled' });
      expect([disabled.status, disabled.body.status]).toEqual([200, 'disabled']);
      expect(await tokenStatus(server, token)).toBe(401);
      expect((await change({ status: 'active' })).body.status).toBe('active');
      await tokensFor(server, who);
      const sql = 'SELECT action, account_id FROM audit_event WHERE target = $1 ORDER BY id';
      const found = await rows<{ action: string; account_id: string | null }>(server, sql, [`account:${id}`]);
      const byAdmin = found.filter(({ action }) => /disabled|enabled/.test(action));
      expect(byAdmin.map(({ action }) => action)).toEqual(['account.disabled', 'account.enabled']);
      expect(byAdmin.every(({ account_id: by }) => by !== null && by !== id)).toBe(true);
    });

    it('two administrators don’t overwrite each other', async () => {
      const { headers } = await api.send('GET', `/accounts/${id}`);
      const answers = await Promise.all([
        change({ status: 'disabled' }, headers.etag),
        change({ role: 'support' }, headers.etag),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    });

    it('a role requires the password once more, and is audited', async () => {
      server.clock.advance({ minutes: 6 });
      expect((await change({ role: 'support' })).body).toMatchObject({
        type: 'urn:hearth:problem:confirmation-required',
      });
      expect((await change({ status: 'active' })).status).toBe(200); // nothing that needs it
      await api.send('POST', '/session/confirm', { body: { password: 'a long admin word' } });
      expect((await change({ role: 'support' })).body.role).toBe('support');
      const session = await AdminApi.signIn(server, { id, ...who });
      expect((await change({ role: null })).body.role).toBeNull();
      expect((await session.send('GET', '/accounts')).status).toBe(401);
      const sql = `SELECT details FROM audit_event WHERE action = 'account.role_changed' AND target = $1 ORDER BY id`;
      expect(await rows(server, sql, [`account:${id}`])).toEqual([
        { details: { before: { role: null }, after: { role: 'support' } } },
        { details: { before: { role: 'support' }, after: { role: null } } },
      ]);
    });

    it('deleting removes everything except the family', async () => {
      const { access_token: token } = await tokensFor(server, who);
      const { body } = await api.send('GET', `/accounts/${id}`);
      const [family] = body.families as { familyId: string }[];
      expect((await api.send('DELETE', `/accounts/${id}`, { ifMatch: '"old"' })).status).toBe(412);
      expect((await api.send('DELETE', `/accounts/${id}`, { ifMatch: '*' })).status).toBe(204);
      expect(await tokenStatus(server, token)).toBe(401);
      expect((await api.send('GET', `/accounts/${id}`)).status).toBe(404);
      const left = await api.send('GET', `/families/${family.familyId}`);
      expect(left.body).toMatchObject({ members: [] });
    });

    it('a pending account is not activated: it has no password', async () => {
      const pending = await accountId(server, PENDING.email);
      const answer = await api.send('PATCH', `/accounts/${pending}`, {
        body: { status: 'active' },
        ifMatch: '*',
      });
      expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining('invitation')]);
    });

    it.each([{ status: 'pending' }, { role: 'owner' }, { password: 'X' }])('refuses %j', async (body) => {
      expect((await change(body)).status).toBe(422);
    });
  });

  it('support can read, but not change, delete or connect', async () => {
    const id = await accountId(server, BEN.email);
    const statuses = [
      await support.send('GET', '/accounts?query=ben'),
      await support.send('PATCH', `/accounts/${id}`, { body: { status: 'disabled' }, ifMatch: '*' }),
      await support.send('DELETE', `/accounts/${id}`, { ifMatch: '*' }),
      await support.send('POST', `/accounts/${id}/external-ids`, {
        body: { issuer: 'https://x', value: '1' },
      }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 403, 403, 403]);
  });
});

describe('last administrator (D141)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  it('can’t be disabled, deleted or lose the role, and a disabled one does not count', async () => {
    const admin = await newAdmin(server);
    const api = await AdminApi.signIn(server, admin);
    const other = await newAdmin(server);
    await api.send('PATCH', `/accounts/${other.id}`, { body: { status: 'disabled' }, ifMatch: '*' });
    const path = `/accounts/${admin.id}`;
    const answers = [
      await api.send('PATCH', path, { body: { status: 'disabled' }, ifMatch: '*' }),
      await api.send('PATCH', path, { body: { role: 'support' }, ifMatch: '*' }),
      await api.send('PATCH', path, { body: { role: null }, ifMatch: '*' }),
      await api.send('DELETE', path, { ifMatch: '*' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect(answers[0].body.detail).toContain('last administrator');
    await api.send('DELETE', `/accounts/${other.id}`, { ifMatch: '*' });
  });

  it.each(['PATCH', 'DELETE'])('of two who %s each other at once, one remains', async (method) => {
    for (let round = 0; round < 5; round++) {
      await rows(server, `UPDATE account SET role = NULL WHERE role = 'administrator'`);
      const admins = [await newAdmin(server), await newAdmin(server)];
      const apis = await Promise.all(admins.map((admin) => AdminApi.signIn(server, admin)));
      const body = method === 'PATCH' ? { role: null } : undefined;
      const answers = await Promise.all(
        apis.map((api, index) =>
          api.send(method, `/accounts/${admins[1 - index].id}`, { body, ifMatch: '*' }),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      // The second one gets the rule, or was no administrator any more when it came.
      expect([200, 204]).toContain(statuses[0]);
      expect([401, 409]).toContain(statuses[1]);
      const left = await rows(
        server,
        `SELECT FROM account WHERE role = 'administrator' AND status = 'active'`,
      );
      expect(left).toHaveLength(1);
    }
  });
});
