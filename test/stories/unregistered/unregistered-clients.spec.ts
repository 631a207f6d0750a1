import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { Database } from '../../../src/platform/database/database.js';
import { OutsideFetchError } from '../../../src/platform/security/outside-fetch.js';
import { AuditTrail } from '../../support/audit-trail.js';
import {
  authorizePath,
  CookieBrowser,
  exchange,
  pkceOf,
  redirectOf,
  VERIFIER,
} from '../../support/authorization.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import { NOTES, PublishedDocuments } from '../../support/published-documents.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const ASKED = { scope: 'openid profile', ...pkceOf() };
const LOCAL = { ...NOTES, redirectUri: 'http://127.0.0.1:4711/cb' };

describe('an application that nobody registered', () => {
  let server: TestServer;
  let published: PublishedDocuments;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startApp({ UNREGISTERED_CLIENTS: 'on' });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.clock.advance({ minutes: 31 });
    published = new PublishedDocuments(server);
    browser = new CookieBrowser(server);
  });

  const rows = (sql: string): Promise<Record<string, unknown>[]> =>
    server.get(Database).dataSource.query(sql);
  const stored = () =>
    rows(`SELECT client_id, name, kind, redirect_urls FROM client WHERE kind = 'document'`);
  const tokensOf = async (code: string, party: typeof LOCAL | typeof NOTES = NOTES) => {
    const answer = await exchange(server, party, code, { code_verifier: VERIFIER });
    expect(answer.status).toBe(200);
    return answer.body as unknown as { access_token: string; refresh_token: string; scope: string };
  };
  const disconnect = (party: { id: string }) => browser.post('/account/disconnect', { client: party.id });

  it('goes from its URL to tokens, and is stored only by the consent', async () => {
    const tab = await browser.begin(NOTES, ASKED);
    await tab.signIn(ANNA);
    const page = await tab.show();
    expect(page.text).toContain('notes.example');
    expect(await stored()).toEqual([]);
    const { code, target, parameters } = await tab.allow();
    expect({ target, state: parameters.state }).toEqual({ target: NOTES.redirectUri, state: 'st' });
    expect(await stored()).toEqual([
      {
        client_id: NOTES.id,
        name: 'notes.example',
        kind: 'document',
        redirect_urls: [NOTES.redirectUri],
      },
    ]);
    const { access_token: token, refresh_token: refresh, scope } = await tokensOf(code);
    expect(scope).toBe('openid profile');
    const user = await request(server, { path: '/userinfo', headers: { Authorization: `Bearer ${token}` } });
    expect(user).toMatchObject({ status: 200, body: { name: 'Anna K.' } });
    const form = { grant_type: 'refresh_token', refresh_token: refresh, client_id: NOTES.id };
    expect(await request(server, { path: '/token', form })).toMatchObject({ status: 200 });
    expect(published.fetched).toEqual([NOTES.id]);
  });

  it('leaves nothing behind that names it without a consent', async () => {
    const stranger = { ...NOTES, id: 'https://stranger.example/client.json' };
    published.publish({ ...stranger, redirectUri: 'http://127.0.0.1/cb' });
    const local = { ...stranger, redirectUri: 'http://127.0.0.1:4711/cb' };
    await browser.get(authorizePath(stranger, ASKED)); // refused: not its redirect_uri
    await browser.get(authorizePath(local, pkceOf())); // refused: no scope
    const tab = await browser.begin(local, ASKED);
    await tab.trySignIn({ ...ANNA, password: 'wrong' });
    await tab.signIn(ANNA);
    await tab.show();
    await tab.deny();
    server.clock.advance({ minutes: 11 });
    await server.get(CleanUp).run();
    expect(await new AuditTrail(server).text()).not.toContain('stranger.example');
    const tables = await rows(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    for (const { name } of tables) {
      const whole = await rows(`SELECT * FROM "${String(name)}"`);
      expect([name, JSON.stringify(whole).includes('stranger.example')]).toEqual([name, false]);
    }
  });

  it('is asked for each time, as any public client', async () => {
    await browser.connect(ANNA, NOTES, ASKED);
    const again = await (await browser.begin(NOTES, ASKED)).show();
    expect(again).toMatchObject({ status: 200 });
    const quiet = await browser.get(authorizePath(NOTES, { ...ASKED, prompt: 'none' }));
    expect(redirectOf(quiet).parameters.error).toBe('consent_required');
  });

  it('pushes its request first', async () => {
    const form = { client_id: NOTES.id, redirect_uri: NOTES.redirectUri, response_type: 'code', ...ASKED };
    const pushed = await request(server, { path: '/par', form });
    expect(pushed.status).toBe(201);
    const { request_uri: uri } = pushed.body as unknown as { request_uri: string };
    await browser.signIn(ANNA);
    const path = `/authorize?${new URLSearchParams({ client_id: NOTES.id, request_uri: uri }).toString()}`;
    const begun = await browser.get(path);
    expect(begun.headers.location).toMatch(/\/challenge\?session_id=/);
    expect((await browser.get(path)).status).toBe(400);
  });

  it('must push where its document says so', async () => {
    const other = { ...NOTES, id: 'https://notes.example/pushing.json' };
    published.publish(other, { require_pushed_authorization_requests: true });
    const answer = redirectOf(await browser.get(authorizePath(other, ASKED)));
    expect(answer.parameters).toMatchObject({ error: 'invalid_request' });
  });

  it('gets tokens bound to a key where its document says so', async () => {
    const other = { ...NOTES, id: 'https://notes.example/bound.json' };
    published.publish(other, { dpop_bound_access_tokens: true });
    const { code } = await browser.connect(ANNA, other, ASKED);
    const answer = await exchange(server, other, code, { code_verifier: VERIFIER });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_dpop_proof' } });
  });

  it.each([
    ['no PKCE', { scope: 'openid' }, { error: 'invalid_request' }],
    [
      'no scope',
      pkceOf(),
      {
        error: 'invalid_scope',
        error_description:
          'This client must send a scope. It may ask for: openid, profile, email, phone, family.',
      },
    ],
    ['the scope account', { ...pkceOf(), scope: 'account' }, { error: 'invalid_scope' }],
    ['family.manage', { ...pkceOf(), scope: 'family.manage' }, { error: 'invalid_scope' }],
    ['another resource', { ...ASKED, resource: 'https://other.example' }, { error: 'invalid_target' }],
  ])('is refused with %s', async (_what, parameters, expected) => {
    const answer = redirectOf(await browser.get(authorizePath(NOTES, parameters)));
    expect(answer.parameters).toMatchObject(expected);
  });

  it('gets no more than it names of what its ruleset allows', async () => {
    const { code } = await browser.connect(ANNA, NOTES, { ...pkceOf(), scope: 'openid account' });
    const { access_token: token, scope } = await tokensOf(code);
    expect(scope).toBe('openid');
    const headers = { Authorization: `Bearer ${token}` };
    expect((await request(server, { path: '/api/acc/getloggedaccount', headers })).status).not.toBe(200);
  });

  it.each([
    ['https://notes.example/callback/', 'another path'],
    ['https://notes.example/callback?x=1', 'a query'],
    ['https://evil.example/callback', 'another host'],
    ['http://127.0.0.1:4711/cb', 'loopback that is not listed'],
  ])('is answered at no other address: %s (%s)', async (redirectUri) => {
    const answer = await browser.get(authorizePath({ ...NOTES, redirectUri }, ASKED));
    expect(answer.status).toBe(400);
    expect(answer.headers.location).toBeUndefined();
  });

  it('is answered at any port of this machine, and people are told so', async () => {
    published.publish({ ...NOTES, redirectUri: 'http://127.0.0.1/cb' });
    const tab = await browser.begin(LOCAL, ASKED);
    await tab.signIn(ANNA);
    expect((await tab.show()).text).toContain('a program on this device');
    const { code, target } = await tab.allow();
    expect(target).toBe(LOCAL.redirectUri);
    await tokensOf(code, LOCAL);
  });

  it('loses an open request when its document no longer has the redirect_uri', async () => {
    const tab = await browser.begin(NOTES, ASKED);
    await tab.signIn(ANNA);
    const form = await tab.consentForm();
    server.clock.advance({ minutes: 6 });
    published.publish({ ...NOTES, redirectUri: 'https://notes.example/other' });
    expect((await tab.decide({ ...form, decision: 'allow' })).status).toBe(410);
  });

  it('stays while its host fails', async () => {
    await browser.connect(ANNA, NOTES, ASKED);
    server.clock.advance({ minutes: 6 });
    published.documents.set(NOTES.id, new OutsideFetchError('there was no answer in time'));
    await expect(browser.connect(ANNA, NOTES, ASKED)).resolves.toMatchObject({ target: NOTES.redirectUri });
  });

  it('is no client before a consent', async () => {
    const stranger = { ...NOTES, id: 'https://notes.example/nobody.json' };
    published.publish(stranger);
    const answer = await exchange(server, stranger, 'x', { code_verifier: VERIFIER });
    expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const form = { client_id: stranger.id };
    expect(await request(server, { path: '/device_authorization', form })).toMatchObject({ status: 401 });
    expect(published.fetched).toEqual([]);
  });

  it('authorizes no device, also after a consent', async () => {
    await browser.connect(ANNA, NOTES, ASKED);
    const answer = await request(server, { path: '/device_authorization', form: { client_id: NOTES.id } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).toMatchObject({ error: 'unauthorized_client' });
  });

  it('is told what is wrong with its document, and nothing of the network', async () => {
    const bad = { ...NOTES, id: 'https://notes.example/bad.json' };
    published.documents.set(bad.id, { client_id: NOTES.id, redirect_uris: [] });
    const page = await browser.get(authorizePath(bad, ASKED));
    expect(page.status).toBe(400);
    expect(page.text).toContain('must have its own URL as client_id');
    const inside = { ...NOTES, id: 'https://inside.example/client.json' };
    published.documents.set(
      inside.id,
      new OutsideFetchError('its host leads to an address inside the network'),
    );
    const hidden = await browser.get(authorizePath(inside, ASKED));
    expect(hidden.status).toBe(400);
    expect(hidden.text).not.toContain('inside the network');
  });

  it('spends the budgets of its network and its host', async () => {
    const of = (each: number) => ({ ...NOTES, id: `https://many.example/${each}` });
    for (let each = 0; each < 60; each++) {
      published.publish(of(each));
      await browser.get(authorizePath({ ...of(each), redirectUri: 'http://127.0.0.1/cb' }, ASKED));
    }
    const refused = await browser.get(authorizePath(of(60), ASKED));
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBeDefined();
    expect(published.fetched).toHaveLength(60);
  });

  it('is removed with its last consent and grant', async () => {
    await browser.connect(ANNA, NOTES, ASKED);
    const ben = new CookieBrowser(server);
    await tokensOf((await ben.connect(BEN, NOTES, ASKED)).code);
    await server.get(CleanUp).run();
    expect(await stored()).toContainEqual(expect.objectContaining({ client_id: NOTES.id }));
    await browser.confirm(ANNA);
    await disconnect(NOTES);
    await server.get(CleanUp).run();
    expect(await stored()).toContainEqual(expect.objectContaining({ client_id: NOTES.id }));
    browser = ben;
    const trail = new AuditTrail(server);
    const ended = await trail.of(() => disconnect(NOTES));
    expect(ended).toContainEqual(expect.objectContaining({ action: 'consent.ended', client: NOTES.id }));
    server.clock.advance({ days: 2 }); // ended grants are kept for a day
    const cleaned = await trail.of(() => server.get(CleanUp).run());
    expect(cleaned).toEqual([]); // the events of its consents and grants tell all
    expect(await stored()).not.toContainEqual(expect.objectContaining({ client_id: NOTES.id }));
  });

  it('shows its host where people see what they connected', async () => {
    await browser.connect(ANNA, NOTES, ASKED);
    const page = await browser.get('/account/applications');
    expect(page.text).toContain('notes.example');
    expect(page.text).not.toContain('>Notes<');
  });

  it('is in the metadata', async () => {
    const { body } = await request(server, { path: '/.well-known/oauth-authorization-server' });
    expect(body).toMatchObject({ client_id_metadata_document_supported: true });
  });
});
