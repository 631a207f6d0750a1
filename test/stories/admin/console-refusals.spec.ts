import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { consoleCookieOf, newAdmin, type Admin } from '../../support/admin-api.js';
import { request } from '../../support/http.js';
import { pageRoutes } from '../../support/routes.js';
import { startApp, type TestServer } from '../../support/start-app.js';

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly role: string;
}

/** Each page and form of the console, as its controllers declare it: a new one is included automatically. */
describe('every page of the console refuses', () => {
  let server: TestServer;
  let routes: Route[];
  let cookies: Record<'administrator' | 'support', string>;
  let admin: Admin;
  beforeAll(async () => {
    server = await startApp();
    routes = consoleRoutes(server);
    admin = await newAdmin(server);
    const [administrator, support] = await Promise.all(
      (['administrator', 'support'] as const).map(async (role) =>
        consoleCookieOf(server, await newAdmin(server, role)),
      ),
    );
    cookies = { administrator, support };
  });
  afterAll(() => server.close());

  const answers = async (chosen: readonly Route[], headers: Readonly<Record<string, string>>) => {
    const found: string[] = [];
    for (const { method, path } of chosen) {
      const body = method === 'POST' ? '' : undefined;
      const answer = await request(server, {
        method,
        path,
        body,
        headers: { Accept: 'text/html', ...headers },
      });
      found.push(`${answer.status} ${answer.headers.location?.split('?')[0] ?? ''}`.trim());
    }
    return new Set(found);
  };

  it('control: each kind of route exists', () => {
    expect(routes.filter(({ method }) => method === 'GET').length).toBeGreaterThan(3);
    expect(routes.filter(({ method }) => method === 'POST').length).toBeGreaterThan(3);
  });

  it('a stranger: redirects to the sign-in page', async () => {
    expect(await answers(routes, {})).toEqual(new Set(['303 /admin/sign-in']));
  });

  it('a stranger who accepts anything, as curl does: likewise', async () => {
    expect(await answers(routes, { Accept: '*/*' })).toEqual(new Set(['303 /admin/sign-in']));
    expect(await answers(routes, { Accept: 'application/json' })).toEqual(new Set(['401']));
  });

  it('a form after its session expired: the sign-in then leads to an existing page', async () => {
    const pages = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path));
    const { email: identifier, password } = admin;
    for (const { path } of routes) {
      const form = { identifier, password, next: path };
      const { headers } = await request(server, { path: '/admin/sign-in', form });
      const { location = '' } = headers;
      expect([path, pages.has(location) && (path === location || path.startsWith(`${location}/`))]).toEqual([
        path,
        true,
      ]);
    }
  });

  it.each([
    ['/admin/clients?query=a&state=enabled', '/admin/clients?query=a&state=enabled'],
    ['/admin/clients/shop/secrets/4/end', '/admin/clients/shop/secrets/4/end'],
    ['/admin/clients/shop/secrets', '/admin/clients/shop'],
    ['/admin/clients/', '/admin/clients'],
    ['/admin/sign-out', '/admin'],
    ['/adminer', '/admin'],
    ['//evil.example/admin', '/admin'],
    ['https://evil.example/admin/clients', '/admin'],
    ['/admin/../account', '/admin'],
    ['', '/admin'],
  ])('signing in with next=%s leads to %s', async (next, location) => {
    const form = { identifier: admin.email, password: admin.password, next };
    expect((await request(server, { path: '/admin/sign-in', form })).headers.location).toBe(location);
  });

  it('a support role on routes for administrators', async () => {
    const forAdministrators = routes.filter(({ role }) => role === 'administrator');
    expect(await answers(forAdministrators, { Cookie: cookies.support })).toEqual(new Set(['403']));
  });

  it('anyone over remote plain HTTP, even before a password is typed', async () => {
    const open = ['/admin/sign-in', '/admin/setup'].flatMap((path) =>
      (['GET', 'POST'] as const).map((method) => ({ method, path, role: '' })),
    );
    const far = { Cookie: cookies.administrator, 'X-Forwarded-For': '203.0.113.9' };
    expect(await answers([...open, ...routes], far)).toEqual(new Set(['400']));
  });

  it('a NUL in a path, which the database can’t store', async () => {
    const broken = pageRoutes(server).flatMap(({ method, pattern, operation }): Route[] => {
      const isOfConsole = operation.administration?.surface === 'console' && pattern.includes(':');
      const path = pattern.replace(/:\w+/g, '%00');
      return isOfConsole ? [{ method: method === 'GET' ? 'GET' : 'POST', path, role: '' }] : [];
    });
    expect(broken.length).toBeGreaterThan(50);
    expect(await answers(broken, { Cookie: cookies.administrator })).toEqual(new Set(['422']));
  });

  it('a form of another site, with an administrator’s cookie', async () => {
    const forms = routes.filter(({ method }) => method === 'POST');
    for (const [name, value] of [
      ['Sec-Fetch-Site', 'cross-site'],
      ['Sec-Fetch-Site', 'same-site'],
      ['Origin', 'https://evil.example'],
    ])
      expect(await answers(forms, { Cookie: cookies.administrator, [name]: value })).toEqual(
        new Set(['403']),
      );
  });
});

function consoleRoutes(server: TestServer): Route[] {
  return pageRoutes(server).flatMap(({ method, path, operation: { administration } }) =>
    administration?.surface === 'console'
      ? [{ method: method === 'GET' ? 'GET' : 'POST', path, role: administration.role }]
      : [],
  );
}
