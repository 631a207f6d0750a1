import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_PASSWORD, AdminApi, newAdmin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('rulesets by the administration API (D35)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());

  it('an administrator adds, changes and deletes one; each step is audited with the old values', async () => {
    const created = await api.send('POST', '/rulesets', { body: { name: 'PARTNER', rules: ['prov*'] } });
    expect([created.status, created.body]).toEqual([
      201,
      { name: 'PARTNER', description: '', rules: ['prov*'], isShipped: false, clients: 0 },
    ]);
    const ifMatch = created.headers.etag;
    const rules = ['prov*', '!provdeleteaccount'];
    const changed = await api.send('PATCH', '/rulesets/PARTNER', { body: { rules }, ifMatch });
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining({ rules })]);
    const removed = await api.send('DELETE', '/rulesets/PARTNER', { ifMatch: changed.headers.etag });
    expect(removed.status).toBe(204);
    const sql = `SELECT action, details FROM audit_event WHERE target = 'ruleset:PARTNER' ORDER BY id`;
    expect(await rows(server, sql)).toEqual([
      { action: 'ruleset.created', details: { after: { description: '', rules: ['prov*'] } } },
      {
        action: 'ruleset.updated',
        details: { before: { rules: ['prov*'] }, after: { rules } },
      },
      { action: 'ruleset.deleted', details: { before: { description: '', rules } } },
    ]);
  });

  it('two administrators don’t overwrite each other', async () => {
    await api.send('POST', '/rulesets', { body: { name: 'SHARED', rules: ['acc*'] } });
    const { headers } = await api.send('GET', '/rulesets/SHARED');
    const change = (rule: string) =>
      api.send('PATCH', '/rulesets/SHARED', { body: { rules: [rule] }, ifMatch: headers.etag });
    const answers = await Promise.all([change('prov*'), change('web*')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const without = await api.send('PATCH', '/rulesets/SHARED', { body: { rules: ['*'] } });
    expect(without.status).toBe(428);
    const anyway = await api.send('PATCH', '/rulesets/SHARED', { body: { rules: ['log2*'] }, ifMatch: '*' });
    expect(anyway.status).toBe(200);
  });

  it.each(['rules', 'description'])('refuses null as %s', async (field) => {
    const answer = await api.send('PATCH', '/rulesets/WEB', { body: { [field]: null }, ifMatch: '*' });
    expect([answer.status, answer.body.errors]).toEqual([422, [{ field, message: expect.any(String) }]]);
  });

  it.each([
    [{ name: 'lower', rules: [] }, 'name'],
    [{ name: 'GOOD', rules: ['no rule'] }, 'rules'],
    [{ name: 'GOOD', rules: 'prov*' }, 'rules'],
    [{ name: 'GOOD' }, 'rules'],
    [{ name: 'GOOD', rules: [], more: 1 }, 'more'],
    [{ name: 'GOOD', rules: [], description: null }, 'description'],
    [{ name: 'GOOD', rules: [], description: 'a\0b' }, 'body'],
  ])('refuses %j, naming what is wrong', async (body, field) => {
    const answer = await api.send('POST', '/rulesets', { body });
    expect([answer.status, answer.headers['content-type']]).toEqual([
      422,
      expect.stringContaining('application/problem+json'),
    ]);
    expect(answer.body).toMatchObject({ errors: [{ field }] });
  });

  it('says which rule is wrong', async () => {
    const { body } = await api.send('POST', '/rulesets', {
      body: { name: 'GOOD', rules: ['acc*', '/token'] },
    });
    const message = 'has a rule that is not a call name, prefix* or !rule: "/token" (line 2)';
    expect(body.errors).toEqual([{ field: 'rules', message }]);
  });

  describe('with rules about the sign-in (D252)', () => {
    const MFA = 'requires acr https://refeds.org/profile/mfa';

    it('accepts them, and says what is wrong with one', async () => {
      const rules = ['acc*', `accping ${MFA} max_age 60`];
      const good = await api.send('POST', '/rulesets', { body: { name: 'CAREFUL', rules } });
      expect([good.status, good.body.rules]).toEqual([201, rules]);
      const silver = ['acc* requires acr silver'];
      const { status, body } = await api.send('POST', '/rulesets', {
        body: { name: 'SILVER', rules: silver },
      });
      const message = expect.stringMatching(
        /^has a rule that requires the unknown sign-in strength "silver"; use one of: urn:.+: "acc\* /,
      );
      expect([status, body.errors]).toEqual([422, [{ field: 'rules', message }]]);
    });

    it('previews which calls require another sign-in', async () => {
      const asked = {
        name: 'WEB',
        rules: ['log2*', 'acc*', 'web*', 'oauth2*', `accget* ${MFA}`, '!accping'],
      };
      const { body } = await api.send('POST', '/rulesets/preview', { body: asked });
      expect(body).toMatchObject({ asking: ['accgetloggedaccount'], changed: ['accping'], idle: [] });
    });

    it('requires the password if the administration becomes less protected', async () => {
      const strict = ['admin*', `adminaccount* ${MFA} max_age 60`];
      await api.send('POST', '/rulesets', { body: { name: 'OFFICE', rules: strict } });
      const change = async (rules: string[]) => {
        const { headers } = await api.send('GET', '/rulesets/OFFICE');
        const asked = { body: { rules }, ifMatch: headers.etag };
        return (await api.send('PATCH', '/rulesets/OFFICE', asked)).status;
      };
      server.clock.advance({ minutes: 6 });
      expect(await change(['admin*'])).toBe(403);
      expect(await change(['admin*', `adminaccount* ${MFA}`])).toBe(403);
      expect(await change([...strict, '!adminexport'])).toBe(200);
      await api.send('POST', '/session/confirm', { body: { password: ADMIN_PASSWORD } });
      expect(await change(['admin*'])).toBe(200);
    });
  });

  it('refuses a taken name, an unknown one, and deleting a shipped or used one', async () => {
    const taken = await api.send('POST', '/rulesets', { body: { name: 'WEB', rules: [] } });
    const unknown = await api.send('GET', '/rulesets/NONE');
    const shipped = await api.send('DELETE', '/rulesets/WEB', { ifMatch: '*' });
    expect([taken.status, unknown.status, shipped.status]).toEqual([409, 404, 409]);
    await api.send('POST', '/rulesets', { body: { name: 'USED', rules: [] } });
    const user = { clientId: 'user', name: 'User', ruleset: 'USED', clientType: 'confidential' };
    expect((await api.send('POST', '/clients', { body: user })).status).toBe(201);
    const used = await api.send('DELETE', '/rulesets/USED', { ifMatch: '*' });
    expect([used.status, used.body.detail]).toEqual([
      409,
      'USED is the ruleset of 1 client. Choose another one there first.',
    ]);
    await api.send('DELETE', '/clients/user', { ifMatch: '*' });
    expect((await api.send('DELETE', '/rulesets/USED', { ifMatch: '*' })).status).toBe(204);
  });

  it('lists by the beginning of the name, page by page', async () => {
    for (const name of ['PAGE_A', 'PAGE_B', 'PAGE_C'])
      await api.send('POST', '/rulesets', { body: { name, rules: [] } });
    const first = await api.send('GET', '/rulesets?query=page_&limit=2');
    const second = await api.send('GET', `/rulesets?query=page_&limit=2&after=${String(first.body.next)}`);
    const names = [first, second].map(({ body }) =>
      (body.items as { name: string }[]).map(({ name }) => name),
    );
    expect(names).toEqual([['PAGE_A', 'PAGE_B'], ['PAGE_C']]);
    expect(second.body.next).toBeNull();
    expect((await api.send('GET', '/rulesets?after=nonsense')).status).toBe(422);
  });
});
