import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { recordedAs } from '../../support/elsewhere.js';
import { request } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const ANY = '*';
const SECRET = 'a secret of the portal';
const PORTAL = { id: 'portal', name: 'Portal', issuer: 'https://idp.portal.example', clientId: 'hearth' };

describe('providers by the administration (D257, D259)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await api.send('DELETE', '/providers/portal', { ifMatch: ANY });
  });

  const signInPage = async () =>
    (await request(server, { method: 'GET', path: '/sign-in', headers: { Accept: 'text/html' } })).text;
  const create = (more: object = {}) => api.send('POST', '/providers', { body: { ...PORTAL, ...more } });

  it('is created, offered, changed, hidden again, and deleted; the secret is never shown', async () => {
    const created = await create({ clientSecret: SECRET });
    expect(created).toMatchObject({
      status: 201,
      body: {
        ...PORTAL,
        scopes: ['profile'],
        buttonText: null,
        isEnabled: true,
        hasSecret: true,
        accounts: 0,
        redirectUri: `${server.url}/sign-in/provider/portal/callback`,
      },
    });
    expect(await signInPage()).toContain('Continue with Portal');
    const change = { buttonText: 'Use the portal', scopes: [] };
    expect((await api.send('PATCH', '/providers/portal', { body: change, ifMatch: ANY })).status).toBe(200);
    expect(await signInPage()).toContain('Use the portal');
    await api.send('PATCH', '/providers/portal', { body: { isEnabled: false }, ifMatch: ANY });
    expect(await signInPage()).not.toContain('Use the portal');
    const secret = (clientSecret: string | null) =>
      api.send('PUT', '/providers/portal/secret', { body: { clientSecret }, ifMatch: ANY });
    expect((await secret(null)).body).toMatchObject({ hasSecret: false });
    expect((await secret('another')).body).toMatchObject({ hasSecret: true });
    expect(await recordedAs(server, 'provider.secret_set')).toMatchObject([
      { details: { isSet: false } },
      { details: { isSet: true } },
    ]);
    const listed = await api.send('GET', '/providers');
    expect(listed.body).toMatchObject({ items: [{ id: 'portal', isEnabled: false, scopes: [] }] });
    const stored = JSON.stringify(await rows(server, 'SELECT * FROM identity_provider'));
    const kept = JSON.stringify(await rows(server, 'SELECT details FROM audit_event'));
    for (const text of [listed.text, stored, kept, server.log.join('')]) expect(text).not.toContain(SECRET);
    expect((await api.send('DELETE', '/providers/portal', { ifMatch: ANY })).status).toBe(204);
    const done = await Promise.all(
      ['provider.created', 'provider.changed', 'provider.removed'].map((action) =>
        recordedAs(server, action),
      ),
    );
    expect(done.map((events) => events.length > 0)).toEqual([true, true, true]);
  });

  it.each<[string, object, RegExp]>([
    ['an id of a path', { id: 'a/b' }, /id must be 2 to 40/],
    ['an issuer without https', { issuer: 'http://idp.example' }, /issuer must be an https URL/],
    [
      'the address of its metadata',
      { issuer: 'https://a.example/.well-known/openid-configuration' },
      /comes before/,
    ],
    ['an issuer with a query', { issuer: 'https://a.example/?b' }, /query/],
    ['two scopes in one', { scopes: ['profile email'] }, /scope/],
    ['an empty secret', { clientSecret: '' }, /clientSecret/],
    ['a name that can’t be read', { name: '\u202e' }, /name must be visible/],
  ])('refuses %s', async (_what, changed, message) => {
    const { status, text } = await create(changed);
    expect(status).toBe(422);
    expect(text).toMatch(message);
  });

  it('refuses a taken id or issuer, a change of either, and a conflicting change', async () => {
    await create();
    expect((await create()).status).toBe(409);
    expect((await create({ id: 'other' })).status).toBe(409);
    const issuer = await api.send('PATCH', '/providers/portal', {
      body: { issuer: 'https://b.example' },
      ifMatch: ANY,
    });
    expect(issuer.status).toBe(422);
    expect(
      (await api.send('PATCH', '/providers/portal', { body: { name: 'Q' }, ifMatch: '"old"' })).status,
    ).toBe(412);
    expect((await api.send('GET', '/providers/nobody')).status).toBe(404);
  });

  it('is exported with its sealed secret, which this server accepts and another refuses', async () => {
    await create({ clientSecret: SECRET });
    const { body: document } = await api.send('GET', '/configuration');
    const [exported] = document.providers as { sealedSecret: string }[];
    expect(exported).toMatchObject({ ...PORTAL, sealedSecret: expect.any(String) as unknown });
    const again = await api.send('POST', '/configuration', { body: document });
    expect(again.body).toMatchObject({ changes: [] });

    await api.send('DELETE', '/providers/portal', { ifMatch: ANY });
    const back = await api.send('POST', '/configuration', { body: { providers: [exported] } });
    expect(back).toMatchObject({
      status: 200,
      body: { changes: [{ kind: 'provider', name: 'portal', action: 'create' }] },
    });
    expect(back.text).not.toContain(exported.sealedSecret);
    expect((await api.send('GET', '/providers/portal')).body).toMatchObject({ hasSecret: true });

    const foreign = { ...exported, sealedSecret: Buffer.alloc(80, 1).toString('base64') };
    const refused = await api.send('POST', '/configuration', { body: { providers: [foreign] } });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('another MASTER_KEY');
    const moved = { ...exported, issuer: 'https://elsewhere.example' };
    expect((await api.send('POST', '/configuration', { body: { providers: [moved] } })).status).toBe(422);

    const gone = await api.send('POST', '/configuration?prune=true&dryRun=true', {
      body: { ...document, providers: [] },
    });
    expect(gone.body).toMatchObject({ changes: [{ kind: 'provider', name: 'portal', action: 'delete' }] });
  });
});
