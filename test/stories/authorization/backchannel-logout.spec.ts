import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { Database } from '../../../src/platform/database/database.js';
import { basic, call, post, type Body } from '../../support/a01.js';
import { AdminApi, newAdmin, type Admin } from '../../support/admin-api.js';
import {
  CookieBrowser,
  exchange,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { clientRowId, outdate, rows } from '../../support/database-rows.js';
import {
  askForReset,
  newestMessage,
  newMember,
  NEXT_PASSWORD,
  type Member,
} from '../../support/forgotten-password.js';
import { request } from '../../support/http.js';
import { deliver } from '../../support/invitations.js';
import { LogoutReceiver } from '../../support/logout-receiver.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, garden } = THIRD_PARTIES;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

type Tokens = Body & { readonly id_token: string };

const KNOWN = { reason: 'known', password: NEXT_PASSWORD };

describe('a client learns that a sign-in is over (OpenID Connect Back-Channel Logout 1.0, D214)', () => {
  let server: TestServer;
  let receiver: LogoutReceiver;
  let administrator: Admin;
  let admin: AdminApi;
  let mia: Member;
  let browser: CookieBrowser;
  beforeAll(async () => {
    receiver = await LogoutReceiver.start();
    server = await startWithThirdParties({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
    administrator = await newAdmin(server);
    await rows(server, 'UPDATE client SET backchannel_logout_uri = $1 WHERE client_id = $2', [
      receiver.url,
      shop.id,
    ]);
    await outdate(server, `client:${await clientRowId(server, shop.id)}`);
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
  });
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    receiver.tokens.length = 0;
    receiver.status = 200;
    admin = await AdminApi.signIn(server, administrator);
    mia = await newMember(server);
    browser = new CookieBrowser(server);
  });

  async function connected(at = browser, party: typeof shop | typeof garden = shop): Promise<Tokens> {
    const { code } = await at.connect(mia, party, { scope: 'openid' });
    return (await exchange(server, party, code)).body as Tokens;
  }
  const sidOf = ({ id_token: idToken }: Tokens): unknown => decodeJwt(idToken).sid;
  /** Messages for this test's person; some for the previous person may still arrive. */
  async function arrived(): Promise<string[]> {
    await deliver(server);
    return receiver.tokens.splice(0).filter((token) => decodeJwt(token).sub === mia.id);
  }
  const told = async (): Promise<{ sub: unknown; sid: unknown }[]> =>
    (await arrived()).map((token) => decodeJwt(token)).map(({ sub, sid }) => ({ sub, sid }));

  it('by a signed logout token, which no other client gets', async () => {
    const tokens = await connected();
    await connected(browser, garden); // which named no address
    await browser.post('/sign-out');
    const [token, ...more] = await arrived();
    expect(more).toEqual([]);
    const { payload, protectedHeader } = await jwtVerify(
      token,
      createRemoteJWKSet(new URL(`${server.url}/jwks`)),
      { issuer: server.url, audience: shop.id, typ: 'logout+jwt', currentDate: server.clock.now() },
    );
    expect(protectedHeader.alg).toBe('RS256');
    const iat = Math.floor(server.clock.millis() / 1000);
    expect(payload).toEqual({
      iss: server.url,
      aud: shop.id,
      sub: mia.id,
      sid: sidOf(tokens),
      iat,
      exp: iat + 120,
      jti: expect.stringMatching(/^[\w-]{36}$/),
      events: { [EVENT]: {} },
    });
  });

  it('sid is one per browser sign-in, whatever the client, and stays when the password is given again', async () => {
    const first = sidOf(await connected());
    expect(first).toMatch(/^[\w-]{22}$/);
    expect(sidOf(await connected(browser, garden))).toBe(first);
    const tab = await browser.begin(shop, { scope: 'openid', prompt: 'login' });
    await tab.signIn(mia);
    expect(sidOf((await exchange(server, shop, (await tab.allow()).code)).body as Tokens)).toBe(first);
    expect(sidOf(await connected(new CookieBrowser(server)))).not.toBe(first);
    await browser.post('/sign-out');
    expect(await told()).toEqual([{ sub: mia.id, sid: first }]);
  });

  it('a refresh keeps sid until the sign-in is over', async () => {
    const tokens = await connected();
    const refreshed = async ({ refresh_token }: Tokens): Promise<Tokens> =>
      (await post(server, '/token', { grant_type: 'refresh_token', refresh_token }, basic(shop)))
        .body as Tokens;
    const next = await refreshed(tokens);
    expect(sidOf(next)).toBe(sidOf(tokens));
    await browser.post('/sign-out');
    expect(sidOf(await refreshed(next))).toBeUndefined();
  });

  type End = readonly [what: string, end: () => Promise<unknown>];
  const api = (method: string, path: () => string, body?: object): (() => Promise<unknown>) => {
    return async () => {
      const { headers } = await admin.send('GET', `/accounts/${mia.id}`);
      const sent = await admin.send(method, `/accounts/${mia.id}${path()}`, { body, ifMatch: headers.etag });
      expect(sent.status).toBeLessThan(300);
    };
  };
  it.each<End>([
    ['signing out', () => browser.post('/sign-out')],
    ['signing everything else out elsewhere', () => elsewhere('/account/end-others')],
    [
      'a change of the password elsewhere',
      () => elsewhere('/account/password', { ...KNOWN, current: mia.password }),
    ],
    ['ending what the client was allowed', () => browser.post('/account/disconnect', { client: shop.id })],
    ['a password reset', () => reset()],
    ['disabling the account', () => server.get(AccountService).disable(mia.id)],
    ['deleting the account', () => remove()],
    ['an administrator who ends the sessions', api('DELETE', () => '/sessions')],
    ['an administrator who ends all grants', api('DELETE', () => '/grants')],
    ['an administrator who ends the consent', api('DELETE', () => `/consents/${shop.id}`)],
    ['log2out of the session', () => browser.post('/api/log2/out')],
  ])('by %s: once', async (_what, end) => {
    const tokens = await connected();
    await end();
    expect(await told()).toEqual([{ sub: mia.id, sid: sidOf(tokens) }]);
    await server.get(AccountService).disable(mia.id);
    expect(await told()).toEqual([]);
  });

  async function elsewhere(path: string, form = {}): Promise<unknown> {
    const other = new CookieBrowser(server);
    await other.signIn(mia);
    return other.post(path, form);
  }
  async function reset(): Promise<void> {
    await askForReset(server, new CookieBrowser(server), mia.email);
    const { path } = await newestMessage(server, mia.id);
    const { status } = await new CookieBrowser(server).post(path, { password: NEXT_PASSWORD });
    expect(status).toBe(303);
  }
  function remove(): Promise<unknown> {
    return server.get(Database).transaction((tx) => server.get(AccountService).remove(tx, mia.id));
  }

  it('another browser of that person stays signed in', async () => {
    const other = new CookieBrowser(server);
    const [here, there] = [await connected(), await connected(other)];
    await other.post('/sign-out');
    expect(await told()).toEqual([{ sub: mia.id, sid: sidOf(there) }]);
    await browser.post('/account/end-others');
    expect(await told()).toEqual([]);
    await browser.post('/sign-out');
    expect(await told()).toEqual([{ sub: mia.id, sid: sidOf(here) }]);
  });

  const cipher = 'c'.repeat(32);
  it.each<readonly [how: string, signIn: (who: Member) => Promise<unknown>]>([
    ['on the sign-in page', (who) => browser.signIn(who)],
    ['for a client', (who) => browser.connect(who, garden, { prompt: 'login', scope: 'openid' })],
    ['by log2in', ({ email, password }) => browser.post('/api/log2/in', { identifier: email, password })],
    ['by the form of the web flow', ({ email, password }) => webLogin(email, password)],
  ])('when another account signs in there %s', async (_how, signIn) => {
    const tokens = await connected();
    const open = await browser.codeFor(garden, { scope: 'openid' });
    await signIn(await newMember(server));
    expect(await told()).toEqual([{ sub: mia.id, sid: sidOf(tokens) }]);
    const late = (await exchange(server, garden, open)).body as Tokens; // another tab's: it goes on (D72)
    expect(decodeJwt(late.id_token).sub).toBe(mia.id);
  });

  async function webLogin(login: string, password: string): Promise<void> {
    await call(server, 'webgeneratestatesecret', { stateRandomCipher: cipher });
    const form = { login, password, stateRandomCipher: cipher };
    expect((await browser.post('/api/web/login', form)).status).toBe(200);
  }

  it('an unredeemed code of the sign-in is void', async () => {
    const { code } = await browser.connect(mia, shop, { scope: 'openid' });
    await browser.post('/sign-out');
    expect((await exchange(server, shop, code)).body.error).toBe('invalid_grant');
  });

  it('retries until it is accepted, with one token newly signed, after the requested delay (row 40)', async () => {
    await connected();
    [receiver.status, receiver.retryAfter] = [503, '600'];
    await remove();
    await deliver(server);
    const [{ id }] = await rows<{ id: string }>(server, `SELECT max(id) AS id FROM outbox_message`);
    const message = await admin.send('GET', `/outbox/${id}`);
    expect(message.body).toMatchObject({
      ...{ kind: 'logout', channel: 'backchannel', recipient: receiver.url, accountId: null },
      ...{ state: 'waiting', attempts: 1, lastError: 'it answered 503 instead of 2xx' },
    });
    const [first] = (await arrived()).map((token) => decodeJwt(token));
    [receiver.status, receiver.retryAfter] = [204, ''];
    server.clock.advance({ seconds: 599 });
    expect(await arrived()).toEqual([]);
    server.clock.advance({ seconds: 1 });
    const [second] = (await arrived()).map((token) => decodeJwt(token));
    expect(second).toEqual({ ...first, iat: (first.iat ?? 0) + 600, exp: (first.exp ?? 0) + 600 });
    expect((await admin.send('GET', `/outbox/${id}`)).body).toMatchObject({ state: 'sent' });
  });

  it('sends nothing to read back, and never into an internal network that is not named', async () => {
    receiver.status = 410; // gone: it is not tried again (row 40)
    await connected();
    await browser.post('/sign-out');
    await deliver(server);
    const [{ id }] = await rows<{ id: string }>(server, `SELECT max(id) AS id FROM outbox_message`);
    expect((await admin.send('GET', `/outbox/${id}`)).body.state).toBe('failed');
    expect((await admin.send('GET', `/outbox/${id}/text`)).status).toBe(409);
    const inside = 'https://127.0.0.2/logged-out';
    const made = await admin.send('PATCH', `/clients/${garden.id}`, {
      body: { backchannelLogoutUri: inside },
      ifMatch: (await admin.send('GET', `/clients/${garden.id}`)).headers.etag,
    });
    expect([made.status, made.body.backchannelLogoutUri]).toEqual([200, inside]);
    expect((await admin.send('POST', `/clients/${garden.id}/logout-test`)).body).toEqual({
      delivered: false,
      reason: 'The logout token was not delivered: its host leads to an address inside the network.',
    });
  });

  it('can be tested: by the API and in the console, with a sign-in of no account', async () => {
    const path = `/clients/${shop.id}/logout-test`;
    expect((await admin.send('POST', path)).body).toEqual({
      delivered: true,
      reason: 'It took the logout token.',
    });
    expect(receiver.tokens.map((token) => decodeJwt(token).sub)).toContain('0');
    receiver.status = 400;
    const headers = { Cookie: await admin.consoleCookie(), 'Sec-Fetch-Site': 'same-origin' };
    const { headers: sent } = await request(server, { path: `/admin${path}`, form: {}, headers });
    const page = await request(server, { path: sent.location?.replace(/#.*/, '') ?? '', headers });
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining('<strong>No.</strong> The logout token was not delivered: it answered 400'),
    ]);
  });

  it('a logout token is no id_token_hint', async () => {
    await connected();
    await browser.post('/sign-out');
    const [id_token_hint] = await arrived();
    const query = new URLSearchParams({ id_token_hint, post_logout_redirect_uri: shop.redirectUri });
    expect((await browser.get(`/logout?${query.toString()}`)).text).not.toContain(
      'name="post_logout_redirect_uri"',
    );
  });

  it.each(['http://shop.example/x', 'https://user@shop.example/', 'https://shop.example/#x', 'x'])(
    'refuses %s as its address',
    async (backchannelLogoutUri) => {
      const ifMatch = (await admin.send('GET', `/clients/${shop.id}`)).headers.etag;
      const { status } = await admin.send('PATCH', `/clients/${shop.id}`, {
        body: { backchannelLogoutUri },
        ifMatch,
      });
      expect(status).toBe(422);
    },
  );

  it('the metadata announces it', async () => {
    const { body } = await request(server, { path: '/.well-known/openid-configuration' });
    expect(body).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      claims_supported: expect.arrayContaining(['sid']),
    });
  });
});
