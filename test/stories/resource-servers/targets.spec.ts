import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, post, refresh } from '../../support/a01.js';
import {
  authorizePath,
  challengeOf,
  CookieBrowser,
  pkceOf,
  redirectOf,
  Tab,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { ANNA, BEN, CLIENTS } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import {
  introspected,
  memberOf,
  redeemed,
  RESOURCES,
  SERVERS,
  startWithResources,
  statusesAt,
  tokensOf,
} from '../../support/resources.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, strict } = THIRD_PARTIES;
const { reports, photos, ledger, closed } = RESOURCES;

describe('tokens for resource servers of others (RFC 8707, D400 to D403)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithResources();
  });
  afterAll(() => server.close());

  const errorAt = async (party: typeof shop | typeof strict, more: Record<string, string>, rest = '') =>
    redirectOf(await request(server, { path: `${authorizePath(party, { ...pkceOf(), ...more })}${rest}` }))
      .parameters;

  describe('at /authorize', () => {
    it('shows on the consent page the name of the resource and the texts of its scopes, as text', async () => {
      const browser = new CookieBrowser(server);
      await browser.signIn(BEN);
      const asked = { ...pkceOf(), resource: reports, scope: 'reports:write openid' };
      const tab = await browser.begin(shop, asked);
      const { text } = await tab.show();
      expect(text).toContain('At <bdi>Reports</bdi> it may:');
      expect(text).toContain('Change your reports');
      expect(text).not.toContain('See your reports');
      const { code } = await tab.allow();
      expect((await redeemed(server, code, shop)).body).toMatchObject({ scope: 'openid reports:write' });
    });

    it('remembers what was allowed for this resource, and asks again for another scope or resource', async () => {
      const browser = new CookieBrowser(server);
      await browser.signIn(BEN);
      const begin = async (more: Record<string, string>) =>
        (await (await browser.begin(strict, { ...pkceOf(), ...more })).show()).status;
      await browser.codeFor(strict, { ...pkceOf(), resource: reports, scope: 'reports:read' });
      expect(await begin({ resource: reports, scope: 'reports:read' })).toBe(302);
      expect(await begin({ resource: reports, scope: 'reports:write' })).toBe(200);
      expect(await begin({ resource: photos, scope: 'photos' })).toBe(200);
    });

    it('grants the default scopes where none is named, or says what can be asked for', async () => {
      const { body } = await tokensOf(server, ANNA, { asked: { resource: reports } });
      expect(body).toMatchObject({ scope: 'reports:read' });
      expect(await errorAt(strict, { resource: photos })).toMatchObject({
        error: 'invalid_scope',
        error_description: expect.stringContaining('photos'),
      });
    });

    it('gives no scope of this server with a token for another, but for who the user is', async () => {
      const asked = { resource: reports, scope: 'openid account reports:read' };
      expect((await tokensOf(server, ANNA, { asked })).body).toMatchObject({ scope: 'openid reports:read' });
      expect(await errorAt(strict, { resource: reports, scope: 'account' })).toMatchObject({
        error: 'invalid_scope',
      });
    });

    it.each([
      ['one that is unknown', strict, { resource: 'https://nowhere.example' }],
      ['one that lists no client', strict, { resource: closed }],
      ['a fragment', strict, { resource: `${reports}#x` }],
      ['JWTs for a client of profile interface', shop, { resource: ledger }],
    ])('refuses %s: invalid_target', async (_what, party, more) => {
      expect(await errorAt(party, more)).toMatchObject({ error: 'invalid_target' });
    });

    it('names why a client of profile interface gets no JWT', async () => {
      const { error_description: why } = await errorAt(shop, { resource: ledger });
      expect(why).toContain('profile interface');
    });

    it('takes several opaque ones, but only one with JWTs', async () => {
      const more = `&resource=${encodeURIComponent(photos)}`;
      const answer = await request(server, {
        path: `${authorizePath(strict, { ...pkceOf(), resource: reports, scope: 'photos reports:read' })}${more}`,
      });
      expect(challengeOf(answer.headers.location)).not.toBeNull();
      for (const other of [reports, server.url])
        expect(
          await errorAt(strict, { resource: ledger }, `&resource=${encodeURIComponent(other)}`),
        ).toMatchObject({ error: 'invalid_target', error_description: expect.stringContaining('alone') });
    });

    it('refuses scopes of a resource that the request does not name', async () => {
      expect(await errorAt(strict, { scope: 'reports:read' })).toMatchObject({ error: 'invalid_scope' });
      expect(await errorAt(strict, { resource: photos, scope: 'reports:read' })).toMatchObject({
        error: 'invalid_scope',
      });
    });
  });

  it('/par takes several, and /authorize has them all', async () => {
    const form = new URLSearchParams([
      ...Object.entries({ response_type: 'code', redirect_uri: strict.redirectUri, ...pkceOf() }),
      ...Object.entries({ scope: 'photos reports:write', resource: reports }),
      ['resource', photos],
    ]);
    const { status, body } = await request(server, {
      path: '/par',
      body: form.toString(),
      headers: { ...basic(strict), 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(201);
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    const query = new URLSearchParams({ client_id: strict.id, request_uri: memberOf(body, 'request_uri') });
    const begun = await browser.get(`/authorize?${query.toString()}`);
    const { code } = await new Tab(browser, challengeOf(begun.headers.location) ?? '').allow();
    const tokens = (await redeemed(server, code)).body;
    expect(await introspected(server, tokens.access_token, strict)).toMatchObject({
      ...{ active: true, aud: [reports, photos], scope: 'photos reports:write' },
    });
    const refused = await post(server, '/par', { resource: closed, ...pkceOf() }, basic(strict));
    expect([refused.status]).toEqual([400]);
  });

  describe('at /token', () => {
    const both = async () => {
      const browser = new CookieBrowser(server);
      await browser.signIn(ANNA);
      const asked = { ...pkceOf(), resource: reports, scope: 'openid account photos reports:read' };
      const path = `${authorizePath(strict, asked)}${[photos, server.url].map((each) => `&resource=${encodeURIComponent(each)}`).join('')}`;
      const begun = await browser.get(path);
      return (await new Tab(browser, challengeOf(begun.headers.location) ?? '').allow()).code;
    };
    const seen = (token: string) => introspected(server, token, strict);

    it('narrows at the exchange and at each refresh, and the grant keeps what it is for', async () => {
      const first = (await redeemed(server, await both(), strict, { resource: photos })).body;
      expect(first).toMatchObject({ scope: 'openid photos' });
      expect(await seen(first.access_token)).toMatchObject({ aud: photos, scope: 'openid photos' });
      const again = (more: Record<string, string>) =>
        post(server, '/token', { grant_type: 'refresh_token', refresh_token: last, ...more }, basic(strict));
      let last = first.refresh_token;
      const other = await again({ resource: reports });
      expect(await seen(other.body.access_token)).toMatchObject({
        aud: reports,
        scope: 'openid reports:read',
      });
      last = other.body.refresh_token;
      const here = (await again({ resource: server.url })).body;
      expect(await statusesAt(server, here.access_token)).toEqual([200, 200]);
      expect(await seen(here.access_token)).toMatchObject({ aud: server.url, scope: 'account openid' });
      last = here.refresh_token;
      const beyond = await again({ resource: ledger });
      expect([beyond.status, beyond.body.error]).toEqual([400, 'invalid_target']); // and spends nothing
      const all = (await again({})).body;
      expect(await seen(all.access_token)).toMatchObject({ aud: [server.url, reports, photos] });
    });

    it('narrows the scope at a refresh to a scope of a resource', async () => {
      const { body } = await tokensOf(server, ANNA, {
        asked: { resource: reports, scope: 'reports:read reports:write' },
      });
      const form = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
      const wide = await post(server, '/token', { ...form, scope: 'photos' }, basic(strict));
      expect([wide.status, wide.body.error]).toEqual([400, 'invalid_scope']);
      const narrow = await post(server, '/token', { ...form, scope: 'reports:read' }, basic(strict));
      expect(narrow.body).toMatchObject({ scope: 'reports:read' });
      expect(await seen(narrow.body.access_token)).toMatchObject({ scope: 'reports:read', aud: reports });
    });

    it('refuses at the exchange what the user did not allow, and the code still works', async () => {
      const code = await both();
      const refused = await redeemed(server, code, strict, { resource: ledger });
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_target']);
      const mac = await redeemed(server, code, strict, { token_type: 'mac' });
      expect([mac.status, mac.body.error]).toEqual([400, 'invalid_target']);
      expect((await redeemed(server, code)).status).toBe(200);
    });

    it('answers a repeated refresh alike', async () => {
      const { body } = await tokensOf(server, ANNA, { asked: { resource: reports } });
      const first = await refresh(server, body.refresh_token, strict);
      const second = await refresh(server, body.refresh_token, strict);
      expect(second.body).toEqual(first.body);
      expect(await seen(second.body.access_token)).toMatchObject({ aud: reports, scope: 'reports:read' });
    });

    it('issues tokens for a client itself, with each grant type that makes one', async () => {
      const form = { resource: reports, scope: 'reports:write' };
      const own = await post(server, '/token', { grant_type: 'client_credentials', ...form }, basic(strict));
      expect(own.body).toMatchObject({ scope: 'reports:write' });
      expect(await introspected(server, own.body.access_token, SERVERS.reports)).toMatchObject({
        ...{ active: true, aud: reports, scope: 'reports:write', client_id: strict.id },
      });
      const typed = { grant_type: 'password', username: ANNA.email, password: ANNA.password };
      const { body } = await post(server, '/token', { ...typed, ...form }, basic(CLIENTS.app));
      expect(await introspected(server, body.access_token, SERVERS.reports)).toMatchObject({
        active: true,
        aud: reports,
      });
      const without = await post(server, '/token', { ...typed, resource: photos }, basic(CLIENTS.app));
      expect([without.status, without.body.error]).toEqual([400, 'invalid_scope']);
      const mac = await post(server, '/token', { ...typed, ...form, token_type: 'mac' }, basic(CLIENTS.app));
      expect([mac.status, mac.body.error]).toEqual([400, 'invalid_target']);
    });

    it('tokens live as long as the resource says', async () => {
      const { body } = await tokensOf(server, ANNA, { asked: { resource: photos, scope: 'photos' } });
      expect(body.expires_in).toBe(120);
    });
  });

  it('a device asks for a resource, and its user reads which', async () => {
    const begin = (more: Record<string, string>) =>
      post(server, '/device_authorization', more, basic(CLIENTS.app));
    const refused = await begin({ resource: ledger });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_target']);
    const { body: begun } = await begin({ resource: reports });
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    const question = await browser.post('/device', { user_code: memberOf(begun, 'user_code') });
    expect(question.text).toContain('At <bdi>Reports</bdi> it may:');
    expect(question.text).toContain('See your reports');
    const account = /name="account" value="(\d+)"/.exec(question.text)?.[1] ?? '';
    await browser.post('/device/decision', {
      user_code: memberOf(begun, 'user_code'),
      decision: 'allow',
      account,
    });
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: memberOf(begun, 'device_code'),
    };
    const other = await post(server, '/token', { ...form, resource: photos }, basic(CLIENTS.app));
    expect([other.status, other.body.error]).toEqual([400, 'invalid_target']);
    const { body } = await post(server, '/token', form, basic(CLIENTS.app));
    expect(await introspected(server, body.access_token, SERVERS.reports)).toMatchObject({
      ...{ active: true, aud: reports, scope: 'reports:read' },
    });
  });
});
