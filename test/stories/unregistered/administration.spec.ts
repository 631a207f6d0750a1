import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser, exchange, pkceOf, VERIFIER } from '../../support/authorization.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import { NOTES, PublishedDocuments } from '../../support/published-documents.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const ASKED = { scope: 'openid', ...pkceOf() };
const PATH = `/unregistered-clients/${encodeURIComponent(NOTES.id)}`;

describe('applications that nobody registered, for administrators', () => {
  let server: TestServer;
  let api: AdminApi;
  let token: string;
  beforeAll(async () => {
    server = await startApp({ UNREGISTERED_CLIENTS: 'on' });
    new PublishedDocuments(server);
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const { code } = await new CookieBrowser(server).connect(ANNA, NOTES, ASKED);
    const { body } = await exchange(server, NOTES, code, { code_verifier: VERIFIER });
    token = String((body as unknown as Record<string, unknown>).access_token);
  });
  const userInfo = () =>
    request(server, { path: '/userinfo', headers: { Authorization: `Bearer ${token}` } });

  it('are listed with their accounts', async () => {
    await new CookieBrowser(server).connect(BEN, NOTES, ASKED);
    const { body } = await api.send('GET', '/unregistered-clients');
    const one = { clientId: NOTES.id, host: 'notes.example', accounts: 2, isWelcome: true };
    expect(body).toMatchObject({ items: [one], next: null });
    expect((await api.send('GET', '/unregistered-clients?host=notes.')).body).toMatchObject({ items: [one] });
    expect((await api.send('GET', '/unregistered-clients?host=other.')).body).toMatchObject({ items: [] });
  });

  it('are in no list, export or record of clients', async () => {
    expect((await api.send('GET', '/clients?query=https')).body).toMatchObject({ items: [] });
    expect((await api.send('GET', `/clients/${encodeURIComponent(NOTES.id)}`)).status).toBe(404);
    expect((await api.send('GET', '/configuration')).text).not.toContain('notes.example');
    expect((await api.send('GET', '/rulesets/UNREGISTERED')).body).toMatchObject({ name: 'UNREGISTERED' });
  });

  it('end with all that accounts allowed them', async () => {
    expect((await userInfo()).status).toBe(200);
    const events = await new AuditTrail(server).of(async () => {
      expect((await api.send('DELETE', PATH)).status).toBe(204);
    });
    expect(events).toContainEqual(
      expect.objectContaining({ action: 'client.deleted', target: `client:${NOTES.id}` }),
    );
    expect((await userInfo()).status).toBe(401);
    expect((await api.send('DELETE', PATH)).status).toBe(404);
    expect((await api.send('GET', '/unregistered-clients')).body).toMatchObject({ items: [] });
  });

  it('end by the button of the console, which leads back to the list', async () => {
    const headers = { Cookie: await api.consoleCookie() };
    const ended = await request(server, { path: `/admin${PATH}/end`, form: {}, headers });
    expect([ended.status, ended.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/admin\/unregistered-clients(\?|$)/),
    ]);
    expect((await userInfo()).status).toBe(401);
  });

  it('don’t include registered clients', async () => {
    expect((await api.send('DELETE', '/unregistered-clients/shop')).status).toBe(404);
    expect((await api.send('GET', '/clients/shop')).status).toBe(200);
  });
});
