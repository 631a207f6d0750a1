import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { basic, post, refresh, tokensFor } from '../../support/a01.js';
import { CookieBrowser, pkceOf, THIRD_PARTIES } from '../../support/authorization.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import {
  introspected,
  redeemed,
  RESOURCES,
  SERVERS,
  startWithResources,
  statusesAt,
  tokensOf,
} from '../../support/resources.js';
import type { TestServer } from '../../support/start-app.js';

const ANY = '*';
const { strict } = THIRD_PARTIES;
const { reports, photos } = RESOURCES;
const INACTIVE = { active: false };

describe('who takes and who sees tokens for resources (D403)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startWithResources();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());

  const forReports = async () =>
    (await tokensOf(server, ANNA, { asked: { resource: reports, scope: 'openid reports:read' } })).body;

  it("this server's own API refuses them: 401 invalid_token", async () => {
    const { access_token } = await forReports();
    expect(await statusesAt(server, access_token)).toEqual([401, 401]);
    for (const path of ['/userinfo', '/api/acc/getloggedaccount']) {
      const { headers } = await request(server, {
        path,
        headers: { Authorization: `Bearer ${access_token}` },
      });
      expect(headers['www-authenticate']).toContain('error="invalid_token"');
      expect(headers['www-authenticate']).toContain('for another resource');
    }
  });

  it('a client that is tied to a resource sees its access tokens, and none of others or of this server', async () => {
    const { access_token, refresh_token } = await forReports();
    expect(await introspected(server, access_token, SERVERS.reports)).toEqual({
      ...{ active: true, aud: reports, scope: 'reports:read', client_id: strict.id, token_type: 'Bearer' },
      ...{ iss: server.url, sub: expect.any(String), exp: expect.any(Number) },
      ...{ acr: expect.any(String), auth_time: expect.any(Number) },
    });
    expect(await introspected(server, refresh_token, SERVERS.reports)).toEqual(INACTIVE);
    expect(await introspected(server, access_token, SERVERS.photos)).toEqual(INACTIVE);
    const here = await tokensFor(server, ANNA);
    expect(await introspected(server, here.access_token, SERVERS.reports)).toEqual(INACTIVE);
    const own = await post(server, '/token', { grant_type: 'client_credentials' }, basic(SERVERS.reports));
    expect(await introspected(server, own.body.access_token, SERVERS.reports)).toEqual(INACTIVE);
  });

  it('of a token for several it sees what concerns its own', async () => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'photos reports:read' });
    form.append('resource', reports);
    form.append('resource', photos);
    const headers = { ...basic(strict), 'Content-Type': 'application/x-www-form-urlencoded' };
    const { body } = await request(server, { path: '/token', body: form.toString(), headers });
    const token = String(body.access_token);
    expect(await introspected(server, token, SERVERS.photos)).toMatchObject({ aud: photos, scope: 'photos' });
    expect(await introspected(server, token, strict)).toMatchObject({
      ...{ aud: [reports, photos], scope: 'photos reports:read' },
    });
  });

  it('other clients see what they saw: their own, privileged ones all', async () => {
    const { access_token } = await forReports();
    expect(await introspected(server, access_token, strict)).toMatchObject({ active: true, aud: reports });
    expect(await introspected(server, access_token, CLIENTS.app)).toMatchObject({ active: true });
    expect(await introspected(server, access_token, THIRD_PARTIES.shop)).toEqual(INACTIVE);
  });

  it('ends by /revoke, by itself or with its grant', async () => {
    const { access_token, refresh_token } = await forReports();
    await post(server, '/revoke', { token: access_token }, basic(strict));
    expect(await introspected(server, access_token, SERVERS.reports)).toEqual(INACTIVE);
    const next = (await refresh(server, refresh_token, strict)).body;
    expect(await introspected(server, next.access_token, SERVERS.reports)).toMatchObject({ active: true });
    await post(server, '/revoke', { token: next.refresh_token }, basic(strict));
    expect(await introspected(server, next.access_token, SERVERS.reports)).toEqual(INACTIVE);
  });

  it('a deleted resource ends its tokens, codes and refreshes; one made anew brings none back', async () => {
    const { body: made } = await api.send('GET', '/resources/photos');
    const asked = { resource: photos, scope: 'photos' };
    const { body: tokens } = await tokensOf(server, ANNA, { asked });
    const browser = new CookieBrowser(server);
    const { code } = await browser.connect(ANNA, strict, { ...pkceOf(), ...asked, prompt: 'consent' });
    await api.send('DELETE', '/resources/photos', { ifMatch: ANY });
    const isOver = async () => {
      expect(await introspected(server, tokens.access_token, SERVERS.photos)).toEqual(INACTIVE);
      expect(await introspected(server, tokens.access_token, strict)).toEqual(INACTIVE);
      expect(await statusesAt(server, tokens.access_token)).toEqual([401, 401]);
    };
    await isOver();
    expect((await api.send('POST', '/resources', { body: made })).status).toBe(201);
    await isOver();
    expect((await redeemed(server, code)).body.error).toBe('invalid_grant');
    expect((await refresh(server, tokens.refresh_token, strict)).body.error).toBe('invalid_grant');
  });

  it('a client that may no longer ask gets no more tokens', async () => {
    const { refresh_token } = await forReports();
    const { body } = await api.send('GET', '/resources/reports');
    const change = async (clients: unknown) => {
      const sent = await api.send('PATCH', '/resources/reports', { body: { clients }, ifMatch: ANY });
      expect(sent.status).toBe(200);
    };
    await change([CLIENTS.app.id]);
    expect((await refresh(server, refresh_token, strict)).body.error).toBe('invalid_grant');
    await change(body.clients);
  });
});
