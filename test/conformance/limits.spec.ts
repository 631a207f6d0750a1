import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, bearer, loggedAccount, post, refresh, send, tokensFor } from '../support/a01.js';
import { ANNA, BEN, CLIENTS } from '../support/fixtures.js';
import { macHeader } from '../support/mac-signer.js';
import { startApp, type TestServer } from '../support/start-app.js';

const ACCOUNT_CALL = '/api/acc/getloggedaccount';

describe('limits (§8, D40, D48)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  const signIn = async (who: { email: string; password: string }): Promise<Record<string, string>> => {
    const form = { identifier: who.email, password: who.password };
    const { headers } = await post(server, '/api/log2/in', form);
    return { Cookie: (headers.get('set-cookie') ?? '').split(';')[0] };
  };
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await send(server, 'GET', ACCOUNT_CALL, headers)).status;

  // I3.1-10, I8-01
  it('ends a session 30 minutes after the last access, and not a second earlier (§3.1, §8)', async () => {
    const cookie = await signIn(ANNA);
    server.clock.advance({ seconds: 1799 });
    expect(await status(cookie)).toBe(200);
    server.clock.advance({ seconds: 1799 });
    expect(await status(cookie)).toBe(200);
    server.clock.advance({ seconds: 1800 });
    expect(await status(cookie)).toBe(501);
  });

  it('ends a session after 30 minutes without access, whatever calls with tokens were made (§3.1, D42)', async () => {
    const cookie = await signIn(ANNA);
    const { access_token: token } = await tokensFor(server, ANNA);
    server.clock.advance({ minutes: 20 });
    expect(await status({ ...cookie, ...bearer(token) })).toBe(200);
    server.clock.advance({ minutes: 10 });
    expect(await status(cookie)).toBe(501);
  });

  // I2.4-05, I3.2-06, I3.2-13
  it('gives a Bearer token a lifetime of 3600 s (§2.4, D48)', async () => {
    const { access_token: token } = await tokensFor(server, BEN);
    server.clock.advance({ seconds: 3599 });
    expect(await status(bearer(token))).toBe(200);
    server.clock.advance({ seconds: 1 });
    expect(await status(bearer(token))).toBe(401);
  });

  // I3.2-06, I3.2-13, I8-02
  it('gives a MAC token a lifetime of three days (§8, D48)', async () => {
    const { access_token: id, mac_key: key } = await tokensFor(server, BEN, 'Mac');
    const signed = () =>
      macHeader({ id, key, url: `${server.url}${ACCOUNT_CALL}`, ts: server.clock.seconds });
    server.clock.advance({ seconds: 259_199 });
    expect(await status(signed())).toBe(200);
    server.clock.advance({ seconds: 1 });
    expect(await status(signed())).toBe(401);
  });

  // I8-04
  it('gives an unused refresh token a lifetime of five years (§8, D48)', async () => {
    const [first, second] = [await tokensFor(server, BEN), await tokensFor(server, BEN)];
    server.clock.advance({ days: 5 * 365 - 1, seconds: 86_399 });
    expect((await refresh(server, first.refresh_token)).status).toBe(200);
    server.clock.advance({ seconds: 1 });
    const { status: refused, body } = await refresh(server, second.refresh_token);
    expect(refused).toBe(400);
    expect(body.error).toBe('invalid_grant');
  });

  it('gives each new refresh token its own five years (D48, D49)', async () => {
    const { refresh_token: first } = await tokensFor(server, BEN);
    server.clock.advance({ days: 1800 });
    const { refresh_token: second } = (await refresh(server, first)).body;
    server.clock.advance({ days: 1800 });
    expect((await refresh(server, second)).status).toBe(200);
  });

  it("ends a strict client's refresh token after 90 days unused (D68)", async () => {
    const form = { grant_type: 'password', username: BEN.email, password: BEN.password };
    const tokens = async () => (await post(server, '/token', form, basic(CLIENTS.strict))).body;
    const [first, second] = [await tokens(), await tokens()];
    server.clock.advance({ days: 89 });
    expect((await refresh(server, first.refresh_token, CLIENTS.strict)).status).toBe(200);
    server.clock.advance({ days: 1 });
    expect((await refresh(server, second.refresh_token, CLIENTS.strict)).status).toBe(400);
  });

  it("ends a strict client's grant after a year, however often it was refreshed (D68)", async () => {
    const form = { grant_type: 'password', username: BEN.email, password: BEN.password };
    let { refresh_token: token } = (await post(server, '/token', form, basic(CLIENTS.strict))).body;
    for (let day = 0; day < 364; day += 52) {
      server.clock.advance({ days: 52 });
      token = (await refresh(server, token, CLIENTS.strict)).body.refresh_token;
    }
    expect(token).toMatch(/^[\w-]{88}$/);
    server.clock.advance({ days: 1 });
    expect((await refresh(server, token, CLIENTS.strict)).body.error).toBe('invalid_grant');
  });

  // I8-08
  it('allows five failures without delay, then delays 1, 2 and 4 s with Retry-After (D40)', async () => {
    let texts = 0; // a repeated one does not count (D321)
    const attempt = () =>
      post(server, '/api/log2/in', { identifier: ANNA.email, password: `wrong ${++texts}` });
    for (let failure = 1; failure <= 5; failure++) expect((await attempt()).status).toBe(401);
    for (const delay of [1, 2, 4]) {
      const { status: refused, headers, body } = await attempt();
      expect(refused).toBe(429);
      expect(headers.get('retry-after')).toBe(String(delay));
      expect(body.a01.ex).toMatchObject({ name: 'FizTooManyAttemptsException', type: 'Ex', value: '429' });
      server.clock.advance({ seconds: delay });
      expect((await attempt()).status).toBe(401);
    }
  });

  // I8-08
  it('answers 429 on /token and to the right password too, while calls with tokens continue (D40)', async () => {
    const form = { grant_type: 'password', username: ANNA.email, password: ANNA.password };
    const { status: refused, headers } = await post(server, '/token', form, basic(CLIENTS.app));
    expect(refused).toBe(429);
    expect(headers.get('retry-after')).toBe('8');
    const { access_token: token } = await tokensFor(server, BEN);
    expect((await loggedAccount(server, bearer(token))).status).toBe(200);
  });
});
