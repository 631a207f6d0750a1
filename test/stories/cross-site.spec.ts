import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bearer, basic, tokensFor } from '../support/a01.js';
import { count } from '../support/database-rows.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { LegacyClient } from '../support/legacy-client.js';
import { startApp, type TestServer } from '../support/start-app.js';

const EVIL = 'https://evil.example';

describe("page of another site can't act with the user's session cookie (D43)", () => {
  let server: TestServer;
  let client: LegacyClient;
  beforeAll(async () => {
    server = await startApp();
    client = new LegacyClient(server);
    await client.signIn(ANNA);
  });
  afterAll(() => server.close());

  const signOut = (method: string, headers: Record<string, string>) =>
    request(server, {
      method,
      path: '/api/log2/out',
      headers: { Cookie: client.cookie as string, ...headers },
    });

  // I3.1-17
  it.each([
    ['POST', 'Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['GET', 'Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['POST', 'Sec-Fetch-Site: same-site', { 'Sec-Fetch-Site': 'same-site' }],
    ['GET', 'Sec-Fetch-Site: same-site', { 'Sec-Fetch-Site': 'same-site' }],
    ['POST', 'both headers', { 'Sec-Fetch-Site': 'cross-site', Origin: EVIL }],
    ['POST', 'an Origin of another site', { Origin: EVIL }],
    ['POST', 'an opaque Origin', { Origin: 'null' }],
    ['POST', "an Origin that begins like the server's", { Origin: 'http://127.0.0.1.evil.example' }],
    ['POST', 'an Origin of another port', { Origin: 'http://127.0.0.1:1' }],
  ])('%s log2out with %s is refused and the session stays', async (method, _what, headers) => {
    const { status, body } = await signOut(method, headers);
    expect(status).toBe(403);
    expect(body.a01.ex).toMatchObject({
      name: 'FizApiCrossSiteRequestException',
      type: 'Un',
      value: '403',
    });
    expect(await client.status()).toBe(200);
  });

  // I4.3-08
  it.each([{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }, { Origin: EVIL }])(
    'log2in is refused too: nobody is signed in to an account chosen by the page (%j)',
    async (headers) => {
      const before = await count(server, 'session');
      const answer = await new LegacyClient(server).signIn(
        ANNA,
        headers as unknown as Record<string, string>,
      );
      expect(answer.status).toBe(403);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(await count(server, 'session')).toBe(before);
    },
  );

  it.each(['same-origin', 'none'])('Sec-Fetch-Site: %s is accepted', async (site) => {
    const own = new LegacyClient(server);
    expect((await own.signIn(ANNA, { 'Sec-Fetch-Site': site })).status).toBe(200);
    expect((await own.signOut({ 'Sec-Fetch-Site': site })).status).toBe(200);
  });

  it("the server's own Origin is accepted, and a non-browser caller sends none", async () => {
    const own = new LegacyClient(server);
    expect((await own.signIn(ANNA, { Origin: server.url })).status).toBe(200);
    expect((await own.signOut({ Origin: server.url })).status).toBe(200);
    expect((await own.signIn(ANNA)).status).toBe(200);
  });

  it('a call that changes nothing is answered: the page cannot read the answer anyway', async () => {
    expect((await client.account({ 'Sec-Fetch-Site': 'cross-site', Origin: EVIL })).status).toBe(200);
  });

  it('a caller by token or client credentials may come from anywhere: it sends no cookie', async () => {
    const { access_token, refresh_token } = await tokensFor(server, ANNA);
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: EVIL };
    const path = '/api/acc/getloggedaccount';
    expect((await request(server, { path, headers: { ...headers, ...bearer(access_token) } })).status).toBe(
      200,
    );
    const form = { grant_type: 'refresh_token', refresh_token };
    const renewed = { path: '/token', headers: { ...headers, ...basic(CLIENTS.app) }, form };
    expect((await request(server, renewed)).status).toBe(200);
  });
});
