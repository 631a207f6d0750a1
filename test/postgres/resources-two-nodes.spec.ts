import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import { basic, post, refresh } from '../support/a01.js';
import { registerThirdParties, THIRD_PARTIES } from '../support/authorization.js';
import { eventually } from '../support/eventually.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { introspected, registerResources, RESOURCES, SERVERS, statusesAt } from '../support/resources.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';
import { withoutAgeing } from '../support/without-ageing.js';

const ANY = '*';
const { strict } = THIRD_PARTIES;
const { reports, ledger } = RESOURCES;

describe('resources on two nodes (D400, D403)', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  let api: AdminApi;
  beforeAll(async () => {
    ({ a, b, close } = await startNodes());
    await registerThirdParties(a);
    await registerResources(a);
    api = await AdminApi.signIn(a, await newAdmin(a));
  });
  afterAll(() => close());

  const own = async (node: TestServer, resource: string, scope: string) =>
    post(node, '/token', { grant_type: 'client_credentials', resource, scope }, basic(strict));
  const isActive = async (node: TestServer, token: string, by: { id: string; secret: string }) =>
    ((await introspected(node, token, by)) as unknown as { active: boolean }).active;

  it('a token of one node is refused and introspected by the other, opaque or a JWT', async () => {
    const opaque = (await own(a, reports, 'reports:read')).body.access_token;
    const jwt = (await own(a, ledger, 'ledger:read')).body.access_token;
    expect(await statusesAt(b, opaque)).toEqual([401, 401]);
    expect(await statusesAt(b, jwt)).toEqual([401, 401]);
    expect(await isActive(b, opaque, SERVERS.reports)).toBe(true);
    expect(await isActive(b, jwt, SERVERS.ledger)).toBe(true);
    expect(await isActive(b, jwt, SERVERS.reports)).toBe(false);
  });

  it('a JWT that is ended on one node is inactive on the other, which had it in memory', async () => {
    const jwt = (await own(a, ledger, 'ledger:read')).body.access_token;
    expect(await isActive(b, jwt, SERVERS.ledger)).toBe(true);
    await withoutAgeing(async () => {
      await post(a, '/revoke', { token: jwt }, basic(strict));
      await eventually(async () => ((await isActive(b, jwt, SERVERS.ledger)) ? null : true));
    });
  });

  it('a refresh on the other node keeps what the grant is for', async () => {
    const typed = { grant_type: 'password', username: ANNA.email, password: ANNA.password };
    const { body } = await post(a, '/token', { ...typed, resource: reports }, basic(CLIENTS.app));
    const next = (await refresh(b, body.refresh_token, CLIENTS.app)).body;
    expect(await introspected(a, next.access_token, SERVERS.reports)).toMatchObject({
      ...{ active: true, aud: reports, scope: 'reports:read' },
    });
    const narrowed = { grant_type: 'refresh_token', refresh_token: next.refresh_token, resource: ledger };
    const refused = await post(b, '/token', narrowed, basic(CLIENTS.app));
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_target']);
  });

  it('a resource that is deleted on one node is gone on the other at once', async () => {
    const token = (await own(a, reports, 'reports:read')).body.access_token;
    expect(await isActive(b, token, SERVERS.reports)).toBe(true);
    await withoutAgeing(async () => {
      expect((await api.send('DELETE', '/resources/reports', { ifMatch: ANY })).status).toBe(204);
      await eventually(async () => ((await isActive(b, token, strict)) ? null : true));
      await eventually(async () => ((await own(b, reports, 'reports:read')).status === 400 ? true : null));
    });
  });
});
