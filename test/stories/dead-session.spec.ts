import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, bearer, post } from '../support/a01.js';
import { count } from '../support/database-rows.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { cookieOf, LegacyClient } from '../support/legacy-client.js';
import { startApp, type TestServer } from '../support/start-app.js';

describe('session that has ended (§3.1, D38)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  async function signedIn(): Promise<LegacyClient> {
    const client = new LegacyClient(server);
    expect((await client.signIn(ANNA)).status).toBe(200);
    return client;
  }

  // I3.1-15
  it('gets a new JSESSIONID with its 501 (§3.1), which is worth nothing until log2in renews it', async () => {
    const client = await signedIn();
    const dead = client.cookie as string;
    server.clock.advance({ minutes: 30, seconds: 1 });
    const before = await count(server, 'session');
    const first = cookieOf(await client.account());
    expect(first?.attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Lax']);
    client.cookie = first?.pair as string;
    expect(client.cookie).not.toBe(dead);
    expect(await count(server, 'session')).toBe(before); // strangers with old cookies cannot fill a table

    const planted = client.copy();
    expect(await client.status()).toBe(501);
    await client.signIn(ANNA);
    expect(client.cookie).not.toBe(planted.cookie);
    expect([await client.status(), await planted.status()]).toEqual([200, 501]);
  });

  // I3.1-15
  it('gets it beside the credentials of a client too, which were checked with the session', async () => {
    const client = await signedIn();
    const Cookie = client.cookie as string;
    const path = '/api/acc/getloggedaccount';
    const headers = { Cookie, ...basic(CLIENTS.app) };
    expect((await request(server, { path, headers })).status).toBe(200);
    server.clock.advance({ minutes: 30, seconds: 1 });
    const answer = await request(server, { path, headers });
    expect(answer.status).toBe(501);
    client.cookie = cookieOf(answer)?.pair ?? '';
    expect(client.cookie).not.toBe(Cookie);
    expect(await client.status()).toBe(501);
  });

  it('stays, with its cookie, when a call beside it came with the token of a client itself', async () => {
    const client = await signedIn();
    const form = { grant_type: 'client_credentials' };
    const { access_token: token } = (await post(server, '/token', form, basic(CLIENTS.app))).body;
    const headers = { Cookie: client.cookie as string, ...bearer(token) };
    const { status, headers: answer } = await request(server, {
      path: '/api/acc/getloggedaccount',
      headers,
    });
    expect(status).toBe(501);
    expect(answer['set-cookie']).toBeUndefined();
    expect(await client.status()).toBe(200);
  });
});
