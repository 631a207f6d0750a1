import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { recordedAs } from '../../support/elsewhere.js';
import { CLIENTS } from '../../support/fixtures.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const ANY = '*';
const REPORTS = {
  id: 'reports',
  name: 'Reports',
  identifier: 'https://reports.example/api',
  scopes: ['reports:read See your reports', 'reports:write Change your reports'],
  defaultScopes: ['reports:read'],
  clients: [CLIENTS.app.id],
};

describe('resources by the administration (D400)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await api.send('DELETE', '/resources/reports', { ifMatch: ANY });
  });

  const create = (more: object = {}) => api.send('POST', '/resources', { body: { ...REPORTS, ...more } });

  it('is created, changed and deleted, each in the audit', async () => {
    const created = await create({ identifier: ' HTTPS://Reports.example/api ' });
    expect(created).toMatchObject({
      status: 201,
      body: {
        ...REPORTS,
        introspectionClients: [],
        tokenFormat: 'opaque',
        accessLifetimeSeconds: null,
        signingAlg: 'RS256',
      },
    });
    const change = { tokenFormat: 'jwt', accessLifetimeSeconds: 300, introspectionClients: [CLIENTS.app.id] };
    const changed = await api.send('PATCH', '/resources/reports', { body: change, ifMatch: ANY });
    expect(changed).toMatchObject({ status: 200, body: change });
    const listed = await api.send('GET', '/resources');
    expect(listed.body).toMatchObject({ items: [{ ...REPORTS, ...change }] });
    expect((await api.send('DELETE', '/resources/reports', { ifMatch: ANY })).status).toBe(204);
    expect((await api.send('GET', '/resources/reports')).status).toBe(404);
    for (const action of ['resource.created', 'resource.changed', 'resource.removed'])
      expect(await recordedAs(server, action)).not.toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['an id of a path', { id: 'a/b' }, /id must be 2 to 40/],
    ['an identifier that is a path', { identifier: '/api' }, /identifier must be an absolute URI/],
    ['an identifier with a fragment', { identifier: 'https://a.example/#x' }, /fragment/],
    ['a script as an identifier', { identifier: 'javascript:alert(1)' }, /absolute URI/],
    ['a scope without a text', { scopes: ['reports:read'] }, /what users read/],
    ['a scope of this server', { scopes: ['openid Everything'] }, /openid/],
    ['a scope twice', { scopes: ['a:b One', 'a:b Two'], defaultScopes: [] }, /twice/],
    ['a default that is no scope', { defaultScopes: ['reports:admin'] }, /reports:admin is none/],
    ['a client that there is not', { clients: ['nobody'] }, /nobody is none/],
    ['every client as its own server', { introspectionClients: ['*'] }, /client_ids/],
    ['an hour for JWTs', { tokenFormat: 'jwt', accessLifetimeSeconds: 3600 }, /900 at most/],
    ['a name that can’t be read', { name: '\u202e' }, /name must be visible/],
  ])('refuses %s', async (_what, changed, message) => {
    const { status, text } = await create(changed);
    expect(status).toBe(422);
    expect(text).toMatch(message);
  });

  it('refuses a taken id or identifier, another identifier, and a conflicting change', async () => {
    await create();
    expect((await create({ identifier: 'https://other.example' })).status).toBe(409);
    expect((await create({ id: 'other' })).status).toBe(409);
    const patch = (body: object, ifMatch = ANY) => api.send('PATCH', '/resources/reports', { body, ifMatch });
    expect((await patch({ identifier: 'https://b.example' })).status).toBe(422);
    expect((await patch({ name: 'Q' }, '"old"')).status).toBe(412);
    expect((await patch({ tokenFormat: 'jwt', accessLifetimeSeconds: 901 })).status).toBe(422);
  });

  it('is exported, imported, changed and deleted by an import', async () => {
    await create();
    const { body: document } = await api.send('GET', '/configuration');
    const [exported] = document.resources as object[];
    expect(exported).toMatchObject(REPORTS);
    const send = (body: object, query = '') => api.send('POST', `/configuration${query}`, { body });
    expect((await send(document)).body).toMatchObject({ changes: [] });
    await api.send('DELETE', '/resources/reports', { ifMatch: ANY });
    expect(await send({ resources: [exported] })).toMatchObject({
      status: 200,
      body: { changes: [{ kind: 'resource', name: 'reports', action: 'create' }] },
    });
    expect((await send({ resources: [{ ...exported, name: 'All reports' }] })).status).toBe(200);
    expect((await api.send('GET', '/resources/reports')).body).toMatchObject({ name: 'All reports' });
    const moved = await send({ resources: [{ ...exported, identifier: 'https://moved.example' }] });
    expect([moved.status, moved.text]).toEqual([422, expect.stringContaining('delete it first')]);
    const unknown = await send({ resources: [{ ...exported, clients: ['nobody'] }] });
    expect([unknown.status, unknown.text]).toEqual([
      422,
      expect.stringContaining('resources.reports.clients'),
    ]);
    const gone = await send({ ...document, resources: [] }, '?prune=true');
    expect(gone.body).toMatchObject({ changes: [{ kind: 'resource', name: 'reports', action: 'delete' }] });
  });
});
