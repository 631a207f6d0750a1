import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { accountId, rows } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { newMember } from '../../support/forgotten-password.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('families by the administration API', () => {
  let server: TestServer;
  let api: AdminApi;
  let id: string;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
    const { body } = await api.send('GET', '/families?query=the%20k');
    [{ familyId: id }] = body.items as [{ familyId: string }];
  });
  afterAll(() => server.close());
  const put = (account: string, accountType: number, family = id) =>
    api.send('PUT', `/families/${family}/members/${account}`, { body: { accountType } });

  it('lists them by the beginning of their name, page by page', async () => {
    for (const name of ['Zoe 1', 'zoe 2', 'Zoe 3'])
      await rows(server, 'INSERT INTO family (name, created_at) VALUES ($1, now())', [name]);
    const names: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const { body }: { body: Readonly<Record<string, unknown>> } = await api.send(
        'GET',
        `/families?query=ZOE&limit=2${after}`,
      );
      names.push(...(body.items as { name: string }[]).map(({ name }) => name));
      after = body.next === null ? null : `&after=${body.next as string}`;
    }
    expect(names).toEqual(['Zoe 1', 'zoe 2', 'Zoe 3']);
    expect((await api.send('GET', '/families?query=%25')).body.items).toEqual([]);
  });

  it('shows the members of one, the founder first', async () => {
    const { body } = await api.send('GET', `/families/${id}`);
    expect(body).toMatchObject({
      name: 'The Ks',
      premiumType: 2,
      members: [
        { name: 'Anna K.', accountType: 2 },
        { name: 'Ben', accountType: 0 },
      ],
    });
    for (const unknown of ['999999', 'x'])
      expect((await api.send('GET', `/families/${unknown}`)).status).toBe(404);
  });

  it('changes name and premium type; the audit has the old values, but not the name', async () => {
    const { headers } = await api.send('GET', `/families/${id}`);
    const body = { name: 'The Kays', premiumType: 1 };
    const changed = await api.send('PATCH', `/families/${id}`, { body, ifMatch: headers.etag });
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(body)]);
    const late = await api.send('PATCH', `/families/${id}`, { body: { name: 'X' }, ifMatch: headers.etag });
    expect(late.status).toBe(412);
    const sql = `SELECT details FROM audit_event WHERE action = 'family.updated' AND target = $1`;
    const [{ details }] = await rows<{ details: object }>(server, sql, [`family:${id}`]);
    expect(details).toMatchObject({ before: { premiumType: 2 }, after: { premiumType: 1 } });
    expect(JSON.stringify(details)).not.toContain('The K');
  });

  it('adds, changes and removes members by the rules of provisioning', async () => {
    const [anna, ben] = [await accountId(server, ANNA.email), await accountId(server, BEN.email)];
    const { id: mia } = await newMember(server);
    expect((await put(mia, 1)).body.members).toEqual(
      expect.arrayContaining([expect.objectContaining({ accountId: mia, accountType: 1 })]),
    );
    expect((await put(ben, 2)).status).toBe(409); // one founder
    expect((await api.send('DELETE', `/families/${id}/members/${anna}`)).status).toBe(409); // with others there
    expect((await put('999999', 0)).status).toBe(404);
    expect((await put(mia, 0, '999999')).status).toBe(404);
    expect((await put(mia, 3)).status).toBe(422);
    expect((await api.send('DELETE', `/families/${id}/members/${mia}`)).status).toBe(204);
    expect((await api.send('DELETE', `/families/${id}/members/x`)).status).toBe(404);
    const sql = `SELECT action FROM audit_event WHERE target = $1 AND action LIKE 'member.%' ORDER BY id`;
    expect(await rows(server, sql, [`family:${id}`])).toEqual([
      { action: 'member.put' },
      { action: 'member.removed' },
    ]);
  });

  it('refuses to delete one with members, and deletes an empty one', async () => {
    const full = await api.send('DELETE', `/families/${id}`, { ifMatch: '*' });
    expect([full.status, full.body.detail]).toEqual([409, expect.stringContaining('members')]);
    const [{ id: empty }] = await rows<{ id: string }>(
      server,
      `INSERT INTO family (name, created_at) VALUES ('Nobody', now()) RETURNING id`,
    );
    expect((await api.send('DELETE', `/families/${empty}`, { ifMatch: '*' })).status).toBe(204);
  });

  it.each([
    { name: '' },
    { name: null },
    { premiumType: null },
    { name: '\u202ex' },
    { premiumType: 7 },
    { premiumType: '1' },
    { picture: 'x' },
  ])('refuses %j', async (body) => {
    expect((await api.send('PATCH', `/families/${id}`, { body, ifMatch: '*' })).status).toBe(422);
  });
});
