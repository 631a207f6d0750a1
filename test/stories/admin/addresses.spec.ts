import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { CLIENTS } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import { pageRoutes, type Route } from '../../support/routes.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('addresses of the console', () => {
  let server: TestServer;
  let api: AdminApi;
  let pages: Route[];
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
    pages = pageRoutes(server).filter(
      ({ operation: { administration } }) => administration?.surface === 'console',
    );
  });
  afterAll(() => server.close());

  const ask = async (path: string, form?: Record<string, string>) =>
    request(server, { path, form, headers: { Cookie: await api.consoleCookie(), Accept: 'text/html' } });
  const isThere = (method: string, path: string) =>
    pages.some((page) => page.method === method && page.pattern === path);

  it('each form for something new is at /new below the list of its kind, and is sent there', () => {
    const forms = pages.filter(({ operation: { name } }) => name.endsWith('newpage'));
    expect(forms.map(({ pattern }) => pattern).sort()).toEqual([
      '/admin/accounts/new',
      '/admin/clients/new',
      '/admin/families/new',
      '/admin/providers/new',
      '/admin/resources/new',
      '/admin/rulesets/new',
      '/admin/webhooks/new',
    ]);
    for (const { pattern } of forms) {
      expect(isThere('GET', pattern.replace(/\/new$/, ''))).toBe(true);
      expect(isThere('POST', pattern)).toBe(true);
    }
  });

  it.each([
    ['/admin/new-client', '/admin/clients/new'],
    ['/admin/new-client?kind=page', '/admin/clients/new?kind=page'],
    ['/admin/new-family', '/admin/families/new'],
    ['/admin/tokens', '/admin/grants'],
    [
      `/admin/tokens?client=${CLIENTS.app.id}&account=1&after=a%2Fb`,
      `/admin/grants?client=${CLIENTS.app.id}&account=1&after=a%2Fb`,
    ],
    ['/admin/tokens?done=ended', '/admin/grants?done=ended'],
  ])('%s leads to %s', async (before, now) => {
    const { status, headers } = await ask(before);
    expect([status, headers.location]).toEqual([308, now]);
  });

  it('an old address leads on after signing in', async () => {
    const asked = '/admin/tokens?client=shop';
    const { headers } = await request(server, { path: asked, headers: { Accept: 'text/html' } });
    expect(new URL(headers.location ?? '', server.url).searchParams.get('next')).toBe(asked);
    expect((await ask('/admin/grants?client=shop')).text).toContain('<h1>Grants</h1>');
  });

  it('a client called "new" has a page of its own, beside the form for a new one', async () => {
    const body = { clientId: 'new', name: 'Novelties', ruleset: 'WEB', clientType: 'public' };
    expect((await api.send('POST', '/clients', { body })).status).toBe(201);
    const [, address = ''] =
      /href="(\/admin\/clients\/[^"/]*)"><code>new</.exec((await ask('/admin/clients')).text) ?? [];
    const page = await ask(address);
    expect(page.text).toContain('<h1>Novelties</h1>');
    expect((await ask('/admin/clients/new')).text).toContain('<h1>New client</h1>');
    const [, etag = ''] = /name="etag" value="([^"]*)"/.exec(page.text) ?? [];
    const saved = await ask(address, {
      etag: etag.replaceAll('&quot;', '"'),
      name: 'News',
      ruleset: 'WEB',
      profile: 'strict',
      idTokenSigningAlg: 'RS256',
    });
    expect([saved.status, saved.headers.location]).toEqual([303, `${address}?done=saved`]);
    expect((await ask(address)).text).toContain('<h1>News</h1>');
  });
});
