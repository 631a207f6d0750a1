import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OwnData } from '../../../src/account/data/own-data.js';
import { Devices } from '../../../src/oauth/tokens/devices.js';
import { basic } from '../../support/a01.js';
import { AdminApi, consoleCookieOf, newAdmin } from '../../support/admin-api.js';
import { CookieBrowser, THIRD_PARTIES } from '../../support/authorization.js';
import { CLIENTS } from '../../support/fixtures.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { request } from '../../support/http.js';
import { memberOf, RESOURCES, startWithResources, tokensOf } from '../../support/resources.js';
import type { TestServer } from '../../support/start-app.js';
import { unzip } from '../../support/unzip.js';

const { reports, photos } = RESOURCES;
const { strict, shop } = THIRD_PARTIES;
/** Hebrew, which runs from right to left, and as long as a name can be. */
const LONG = 'דוחות '.repeat(10).trim();
const ANY = '*';
const withoutBreaks = (html: string): string => html.replaceAll('<wbr/>', '');

describe('what an application may reach at the servers of others, as people and administrators read it', () => {
  let server: TestServer;
  let api: AdminApi;
  let consoleCookie: string;
  let me: Member;
  let browser: CookieBrowser;
  let token: string;
  beforeAll(async () => {
    server = await startWithResources();
    const admin = await newAdmin(server);
    api = await AdminApi.signIn(server, admin);
    consoleCookie = await consoleCookieOf(server, admin);
    me = await newMember(server);
    const asked = { resource: reports, scope: 'reports:write openid email' };
    token = memberOf((await tokensOf(server, me, { asked })).body, 'access_token');
    await tokensOf(server, me, { party: shop, asked: { resource: photos, scope: 'openid' } });
    browser = new CookieBrowser(server);
    await browser.signIn(me);
  });
  afterAll(() => server.close());

  const page = async (path: string) => (await browser.get(path)).text;
  const consolePage = async (path: string) =>
    (await request(server, { path: `/admin${path}`, headers: { Cookie: consoleCookie } })).text;
  const archive = async () => {
    const reader = { language: 'en', timeZone: 'UTC', path: '/account/data' } as const;
    const parts = await (await server.get(OwnData).archive(me.id, reader)).toArray();
    return unzip(Buffer.concat(parts as Buffer[]));
  };
  const listIn = (files: Map<string, Buffer>, name: string) =>
    JSON.parse(String(files.get(`${name}.json`))) as Record<string, unknown>[];

  it('is under "Connected apps", in the words of the consent', async () => {
    const apps = await page('/account/applications');
    expect(apps).toMatch(/At <bdi>Reports<\/bdi> it may:.*<bdi>Change your reports<\/bdi>/s);
    expect(apps).not.toContain('See your reports');
    expect(apps).toContain('It may use <bdi>Photos</bdi> for you.');
    expect(apps).not.toContain(reports);
  });

  it('is in the file that a person downloads: names, no numbers', async () => {
    const files = await archive();
    const index = String(files.get('index.html'));
    expect(index).toContain('At Reports it may: Change your reports');
    expect(index).toContain('It may use Photos for you.');
    expect(index).toContain('<dt>May use</dt><dd>Reports</dd>');
    expect(listIn(files, 'grants').map(({ resources }) => resources)).toEqual(
      expect.arrayContaining([[{ name: 'Reports', identifier: reports }]]),
    );
    expect(listIn(files, 'consents').map(({ resources }) => resources)).toEqual(
      expect.arrayContaining([[{ name: 'Reports', identifier: reports }]]),
    );
  });

  it('is at each device that no page asked about', async () => {
    const grant = { grant_type: 'password', username: me.email, password: me.password };
    const form = new URLSearchParams({ ...grant, resource: server.url, scope: 'account reports:read' });
    form.append('resource', reports);
    const asked = { method: 'POST', body: form, headers: basic(CLIENTS.app) };
    expect((await fetch(`${server.url}/token`, asked)).status).toBe(200);
    expect(await server.get(Devices).of(me.id)).toHaveLength(1);
    expect(await page('/account/devices')).toContain('It may use <bdi>Reports</bdi> for you.');
    const { body } = await api.send('GET', `/grants?account=${me.id}&client=${CLIENTS.app.id}`);
    const target = [
      { identifier: server.url, name: null },
      { identifier: reports, name: 'Reports' },
    ];
    expect(body.items).toMatchObject([{ resources: target }]);
    const own = listIn(await archive(), 'grants').find(({ client_id: id }) => id === CLIENTS.app.id);
    expect(own?.resources).toEqual([
      { identifier: 'this server', name: null },
      { identifier: reports, name: 'Reports' },
    ]);
  });

  it('is in the lists of grants and consents, and of a pasted token', async () => {
    const { body } = await api.send('GET', `/grants?account=${me.id}&client=${strict.id}`);
    expect(body.items).toMatchObject([{ resources: [{ identifier: reports, name: 'Reports' }] }]);
    const consents = await api.send('GET', `/accounts/${me.id}/consents`);
    expect(consents.body.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          clientId: strict.id,
          scopes: ['openid', 'email'],
          resources: [
            {
              identifier: reports,
              name: 'Reports',
              scopes: [{ name: 'reports:write', text: 'Change your reports' }],
            },
          ],
        }),
      ]),
    );
    const inspected = await api.send('POST', '/tokens/inspect', { body: { token } });
    expect(inspected.body).toMatchObject({ resources: [{ identifier: reports, name: 'Reports' }] });
    for (const path of [`/grants?account=${me.id}`, `/accounts/${me.id}/applications`])
      expect(await consolePage(path)).toMatch(
        /for <bdi title="https:\/\/reports.example\/api">Reports<\/bdi>/,
      );
    for (const path of ['applications', 'ways'])
      expect(withoutBreaks(await consolePage(`/accounts/${me.id}/${path}`))).toContain(
        'openid email · Reports: reports:write',
      );
  });

  it('takes any name as text, in its own direction', async () => {
    const body = { name: LONG, scopes: ['reports:write <b>שינוי</b>'], defaultScopes: [] };
    expect(await api.send('PATCH', '/resources/reports', { body, ifMatch: ANY })).toMatchObject({
      status: 200,
    });
    const apps = await page('/account/applications');
    expect(apps).toContain(`At <bdi>${LONG}</bdi> it may:`);
    expect(apps).toContain('<bdi>&lt;b>שינוי&lt;/b></bdi>');
    const twice = await api.send('PATCH', '/resources/reports', {
      body: { name: `${LONG}xx` },
      ifMatch: ANY,
    });
    expect(twice.status).toBe(422);
  });

  it('says of a scope that is gone nothing, and of a client that may no longer ask that it may not', async () => {
    const body = { scopes: ['reports:read See your reports'], defaultScopes: [], name: 'Reports' };
    await api.send('PATCH', '/resources/reports', { body, ifMatch: ANY });
    expect(await page('/account/applications')).toContain('It may use <bdi>Reports</bdi> for you.');
    await api.send('PATCH', '/resources/reports', { body: { clients: [CLIENTS.app.id] }, ifMatch: ANY });
    expect(await page('/account/applications')).toContain(
      `<bdi>${reports}</bdi> is no longer available to it.`,
    );
  });

  it('says of a resource that was deleted that it is no longer available', async () => {
    expect((await api.send('DELETE', '/resources/reports', { ifMatch: ANY })).status).toBe(204);
    const apps = await page('/account/applications');
    expect(apps).toContain(`<bdi>${reports}</bdi> is no longer available to it.`);
    expect(apps).not.toContain('Reports</bdi>');
    const files = await archive();
    expect(String(files.get('index.html'))).toContain('<dd>no longer available</dd>');
    expect(listIn(files, 'grants').map(({ resources }) => resources)).toContainEqual([
      { name: null, identifier: null },
    ]);
    const { body } = await api.send('GET', `/grants?account=${me.id}&client=${strict.id}`);
    expect(body.items).toMatchObject([{ resources: [{ identifier: null, name: null }] }]);
    expect(await consolePage(`/grants?account=${me.id}`)).toContain('a deleted resource');
    expect(await page('/account/devices')).not.toContain('It may use');
  });
});
