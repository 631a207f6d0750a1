import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin, sendJson, type Admin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { from, request } from '../../support/http.js';
import { pageRoutes } from '../../support/routes.js';
import { startApp, type TestServer } from '../../support/start-app.js';

type Surface = 'api' | 'console';

describe('an administration session belongs to the console or to the API (D320)', () => {
  let server: TestServer;
  let admin: Admin;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    admin = await newAdmin(server);
    api = await AdminApi.signIn(server, admin);
  });

  const named = (name: string, cookie: string) => `${name}=${cookie.slice(cookie.indexOf('=') + 1)}`;
  const inApi = async (cookie: string) =>
    (await sendJson(server, 'GET', '/session', { headers: { Cookie: cookie } })).status === 200;
  const inConsole = async (cookie: string) =>
    (await request(server, { path: '/admin', headers: { Cookie: cookie, Accept: 'text/html' } })).status ===
    200;

  /** The answer of each route of a surface. */
  async function answersOf(surface: Surface, cookie: string): Promise<Set<string>> {
    const routes = pageRoutes(server).filter(
      ({ operation }) => operation.administration?.surface === surface,
    );
    expect(routes.length).toBeGreaterThan(40);
    const found = new Set<string>();
    for (const { method, path } of routes) {
      const headers = { Cookie: cookie, Accept: surface === 'api' ? 'application/json' : 'text/html' };
      const { status, headers: answered } = await request(server, { method, path, headers });
      found.add(`${status} ${answered.location?.split('?')[0] ?? ''}`.trim());
    }
    return found;
  }

  it('no page of the console accepts that of the API, nor under the name of its own cookie', async () => {
    expect(await inApi(api.cookie)).toBe(true);
    for (const cookie of [api.cookie, named('hearth-admin', api.cookie)])
      expect(await answersOf('console', cookie)).toEqual(new Set(['303 /admin/sign-in']));
    expect(await inApi(api.cookie)).toBe(true);
  });

  it('no route of the API accepts that of the console, nor under the name of its own cookie', async () => {
    const cookie = await api.consoleCookie();
    expect(await inConsole(cookie)).toBe(true);
    for (const each of [cookie, named('hearth-admin-api', cookie)])
      expect(await answersOf('api', each)).toEqual(new Set(['401']));
    expect(await inConsole(cookie)).toBe(true);
  });

  it('that of the API has a cookie with its own name, limited to this host and to TLS', async () => {
    const body = { identifier: admin.email, password: admin.password };
    const headers = from('203.0.113.9');
    const answer = await sendJson(server, 'POST', '/session', { body, headers });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-hearth-admin-api=api\.[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    const cookie = (answer.headers['set-cookie']?.[0] ?? '').split(';')[0];
    const got = await sendJson(server, 'GET', '/session', { headers: { ...headers, Cookie: cookie } });
    expect(got.status).toBe(200);
  });

  it('that of the API works there under the name of 0.2 too, for programs that send it', async () => {
    expect(await inApi(named('hearth-admin', api.cookie))).toBe(true);
  });

  it('next to a console cookie its own counts, and ending it keeps the other', async () => {
    const cookie = await api.consoleCookie();
    const both = `${cookie}; ${api.cookie}`;
    expect(await inApi(both)).toBe(true);
    const ended = await sendJson(server, 'DELETE', '/session', { headers: { Cookie: both } });
    expect(ended.status).toBe(204);
    expect(ended.headers['set-cookie']).toEqual([expect.stringMatching(/^hearth-admin-api=;/)]);
    expect([await inApi(both), await inConsole(both)]).toEqual([false, true]);
  });

  it('one opened by a node of 0.2 counts for both until it ends', async () => {
    const id = randomBytes(32).toString('base64url');
    const sql = `INSERT INTO admin_session (digest, account_id, created_at, confirmed_at, expires_at)
                 VALUES ($1, $2, $3, $3, $3::timestamptz + interval '30 minutes')`;
    const digest = createHash('sha256').update(id).digest();
    await rows(server, sql, [digest, admin.id, server.clock.now()]);
    const cookie = `hearth-admin=${id}`;
    expect([await inApi(cookie), await inConsole(cookie)]).toEqual([true, true]);
    server.clock.advance({ days: 1 });
    expect([await inApi(cookie), await inConsole(cookie)]).toEqual([false, false]);
  });
});
