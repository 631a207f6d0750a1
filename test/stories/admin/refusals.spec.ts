import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, bearer, post, tokensFor } from '../../support/a01.js';
import { AdminApi, newAdmin, sendJson } from '../../support/admin-api.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { openApi } from '../../support/openapi-document.js';
import { request } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

interface Route {
  readonly method: string;
  readonly path: string;
  /** The lowest role; undefined: open to everyone, as signing in is. */
  readonly role: string | undefined;
}

/** Requests open to everyone: they require a password or a code themselves. */
const OPEN = ['POST /session', 'POST /setup'];

/** Each route of the administration API, as the OpenAPI document lists it: a new one is included automatically. */
describe('every administration route refuses', () => {
  let server: TestServer;
  let routes: Route[];
  let cookies: Record<'administrator' | 'support', string>;
  beforeAll(async () => {
    server = await startApp();
    const [administrator, support] = await Promise.all(
      (['administrator', 'support'] as const).map(async (role) =>
        AdminApi.signIn(server, await newAdmin(server, role)),
      ),
    );
    cookies = { administrator: administrator.cookie, support: support.cookie };
    const { paths } = (await openApi(server)) as {
      paths: Record<string, Record<string, { 'x-role'?: string }>>;
    };
    routes = Object.entries(paths).flatMap(([path, methods]) =>
      path.startsWith('/admin/api')
        ? Object.entries(methods).map(([method, operation]) => ({
            method: method.toUpperCase(),
            path: path.slice('/admin/api'.length).replace(/\{\w+\}/g, '1'),
            role: operation['x-role'],
          }))
        : [],
    );
  });
  afterAll(() => server.close());

  /** The routes that answered differently. */
  const unlike = async (
    statuses: readonly number[],
    chosen: readonly Route[],
    headers: Readonly<Record<string, string>>,
  ): Promise<string[]> => {
    const wrong: string[] = [];
    for (const { method, path } of chosen) {
      const { status } = await sendJson(server, method, path, { headers, ifMatch: '*' });
      if (!statuses.includes(status)) wrong.push(`${method} ${path}: ${status}`);
    }
    return wrong;
  };
  const closed = () => routes.filter(({ role }) => role !== undefined);

  it('control: routes exist, and only signing in and setting up are open', () => {
    const open = routes
      .filter(({ role }) => role === undefined)
      .map(({ method, path }) => `${method} ${path}`);
    expect(open.sort()).toEqual(OPEN);
    expect(closed().length).toBeGreaterThanOrEqual(8);
  });

  it('a stranger', async () => {
    expect(await unlike([401], closed(), {})).toEqual([]);
  });

  it('an invalid session cookie, and an unknown token', async () => {
    expect(await unlike([401], closed(), { Cookie: `hearth-admin-api=${'x'.repeat(43)}` })).toEqual([]);
    expect(await unlike([401], closed(), { Authorization: `Bearer ${'x'.repeat(43)}` })).toEqual([]);
  });

  it('a user: by the session of the own account, and by a token of a privileged client', async () => {
    const form = { a01identifier: ANNA.email, a01password: ANNA.password };
    const signedIn = await request(server, { path: '/api/log2/in', form });
    const [cookie] = signedIn.headers['set-cookie'] ?? [''];
    expect(cookie).toContain('JSESSIONID');
    expect(await unlike([401], closed(), { Cookie: cookie.split(';')[0] })).toEqual([]);
    const { access_token: token } = await tokensFor(server, ANNA);
    expect(await unlike([403], closed(), bearer(token))).toEqual([]);
  });

  it('client credentials without a token, and a privileged client of another ruleset', async () => {
    expect(await unlike([403], closed(), basic(CLIENTS.app))).toEqual([]);
    const answer = await post(server, '/token', { grant_type: 'client_credentials' }, basic(CLIENTS.app));
    expect(await unlike([403], closed(), bearer(answer.body.access_token))).toEqual([]);
  });

  it('a support role on routes for administrators', async () => {
    const forAdministrators = closed().filter(({ role }) => role === 'administrator');
    expect(forAdministrators.length).toBeGreaterThan(4);
    expect(await unlike([403], forAdministrators, { Cookie: cookies.support })).toEqual([]);
  });

  it('anyone over remote plain HTTP, even before a password is sent', async () => {
    const far = { Cookie: cookies.administrator, 'X-Forwarded-For': '203.0.113.9' };
    expect(await unlike([400], routes, far)).toEqual([]);
    const headers = { ...far, 'X-Forwarded-Proto': 'https' };
    expect((await sendJson(server, 'GET', '/session', { headers })).body).toMatchObject({
      status: 400,
      detail: expect.stringContaining('TRUST_PROXY'),
    });
  });

  it('a form or a script of another site, with an administrator’s cookie', async () => {
    const writes = closed().filter(({ method }) => method !== 'GET');
    const cookie = { Cookie: cookies.administrator };
    for (const [name, value] of [
      ['Sec-Fetch-Site', 'cross-site'],
      ['Sec-Fetch-Site', 'same-site'],
      ['Origin', 'https://evil.example'],
      ['Origin', 'null'],
    ])
      expect(await unlike([403], writes, { ...cookie, [name]: value })).toEqual([]);
  });
});
