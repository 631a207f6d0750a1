import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClientDirectory } from '../../../src/oauth/clients/client-directory.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { CLIENTS } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const PATH = `/clients/${CLIENTS.keeper.id}`;
const NETWORKS = ['203.0.113.7', '2001:db8:1::/48'];

describe('networks of a client’s servers, in its record (D171)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());

  const change = (body: object) => api.send('PATCH', PATH, { body, ifMatch: '*' });
  const inForce = async () =>
    (await server.get(ClientDirectory).findByClientId(CLIENTS.keeper.id))?.serverNetworks;

  it('are stored, apply at once, are audited, and can be removed', async () => {
    expect((await change({ serverNetworks: NETWORKS })).body).toMatchObject({ serverNetworks: NETWORKS });
    expect(await inForce()).toEqual(NETWORKS);
    expect((await change({ name: 'Old app, still' })).body).toMatchObject({ serverNetworks: NETWORKS });
    expect((await change({ serverNetworks: [] })).body).toMatchObject({ serverNetworks: [] });
    expect(await inForce()).toEqual([]);
    const [first] = await rows<{ details: object }>(
      server,
      `SELECT details FROM audit_event WHERE target = $1 AND action = 'client.updated' ORDER BY id`,
      [`client:${CLIENTS.keeper.id}`],
    );
    expect(first.details).toEqual({ before: { serverNetworks: [] }, after: { serverNetworks: NETWORKS } });
  });

  it.each([
    [['example.com'], 'must be an address or a network'],
    [['203.0.113.7/24'], 'must be written 203.0.113.0/24'],
    [['0.0.0.0/0'], 'must not be wider than /16'],
    [null, ''],
    ['203.0.113.7', ''],
    [[1], ''],
  ])('refuses %j, naming the field', async (serverNetworks, message) => {
    const { status, body } = await change({ serverNetworks });
    const named = { field: 'serverNetworks', message: expect.stringContaining(message) as unknown };
    expect([status, body.errors]).toEqual([422, [expect.objectContaining(named)]]);
    expect(await inForce()).toEqual([]);
  });

  it('are exported; an older document leaves them unchanged', async () => {
    await change({ serverNetworks: NETWORKS });
    const { body } = await api.send('GET', '/configuration');
    const clients = body.clients as Record<string, unknown>[];
    const exported = clients.find(({ clientId }) => clientId === CLIENTS.keeper.id) ?? {};
    expect(exported.serverNetworks).toEqual(NETWORKS);
    await change({ serverNetworks: [] });
    const before = { ...exported, serverNetworks: undefined };
    await api.send('POST', '/configuration', { body: { clients: [before] } });
    expect(await inForce()).toEqual([]);
    await api.send('POST', '/configuration', { body: { clients: [exported] } });
    expect(await inForce()).toEqual(NETWORKS);
  });

  it('are a field of the console’s form, one per line, with errors beside it', async () => {
    await change({ serverNetworks: NETWORKS });
    const inConsole = await api.consoleCookie();
    const send = (form?: Record<string, string>) =>
      request(server, {
        path: `/admin${PATH}`,
        form,
        headers: { Cookie: inConsole, 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' },
      });
    const page = await send();
    expect(page.text).toMatch(
      /<textarea[^>]*name="serverNetworks"[^>]*>203\.0\.113\.7\n2001:db8:1::\/48<\/textarea>/,
    );
    const etag = /name="etag" value="([^"]+)"/.exec(page.text)?.[1].replaceAll('&quot;', '"') ?? '';
    const chosen = { ruleset: 'WEB', profile: 'interface', idTokenSigningAlg: 'RS256' };
    const form = { etag, name: 'Old app', ...chosen, rotatesRefreshToken: 'on' };
    const refused = await send({ ...form, serverNetworks: '203.0.113.7\n10.0.0.1/8' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('must be written 10.0.0.0/8');
    await send({ ...form, serverNetworks: '198.51.100.0/24\r\n\r\n203.0.113.7\r\n' });
    expect(await inForce()).toEqual(['198.51.100.0/24', '203.0.113.7']);
  });
});
