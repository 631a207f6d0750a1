import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CleanUp } from '../../src/operate/clean-up.js';
import { bearer, loggedAccount, refresh, tokensFor, wrongBearer, type Body } from '../support/a01.js';
import { count } from '../support/database-rows.js';
import { ANNA, BEN, CLIENTS } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { macHeader } from '../support/mac-signer.js';
import { startApp, type TestServer } from '../support/start-app.js';

const PATH = '/api/acc/getloggedaccount';
const BEARER_EXPIRED = 'The access token expired';
/** Errors of an `interface` client (§7.1). */

describe('a token authenticates each call (§5.2, §5.3, D38, D39, D50, D51)', () => {
  let server: TestServer;
  let mac: Body;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  type Signed = Partial<Parameters<typeof macHeader>[0]> & { path?: string };
  const sign = ({ path = PATH, ...changes }: Signed = {}, token: Body = mac) =>
    macHeader({
      id: token.access_token,
      key: token.mac_key,
      url: `${server.url}${path}`,
      ts: server.clock.seconds,
      ...changes,
    });
  const get = (headers: Record<string, string>, path = PATH) => request(server, { path, headers });

  async function expectRefused(answer: ReturnType<typeof get>, challenge: string): Promise<void> {
    const { status, headers, body } = await answer;
    expect(headers['www-authenticate']).toBe(challenge);
    expect(status).toBe(401);
    expect(body.a01.cn).toBe('accgetloggedaccount');
    expect(body.a01.ex).toMatchObject({ type: 'Un', value: '401' });
  }

  describe('without a token', () => {
    it('answers 401 with both challenges when no cookie came either (§7.1, D38)', async () => {
      const { status, headers } = await request(server, { path: PATH });
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe('MAC, Bearer');
    });
  });

  describe('a Bearer token', () => {
    // I3.2-08
    it('is valid for 3600 s and then reported as expired (§3.2, D39, D48)', async () => {
      const { access_token } = await tokensFor(server, ANNA);
      server.clock.advance({ seconds: 3599 });
      expect((await get(bearer(access_token))).status).toBe(200);
      server.clock.advance({ seconds: 1 });
      await expectRefused(get(bearer(access_token)), `${wrongBearer(server, BEARER_EXPIRED)}, MAC Expired`);
    });

    // I3.2-08
    it('of a strict client is reported as expired by RFC 6750 only (D39)', async () => {
      const { access_token } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.strict);
      server.clock.advance({ seconds: 3600 });
      await expectRefused(get(bearer(access_token)), wrongBearer(server, BEARER_EXPIRED));
    });

    // I3.2-09
    it('is still reported as expired days later, and after the clean-up (§3.2)', async () => {
      const { access_token } = await tokensFor(server, ANNA);
      for (const days of [1, 5, 60]) {
        server.clock.advance({ days });
        await server.get(CleanUp).run();
        await expectRefused(get(bearer(access_token)), `${wrongBearer(server, BEARER_EXPIRED)}, MAC Expired`);
      }
    });

    it.each([
      ['unknown', 'x'.repeat(43), 'The access token is unknown or was revoked'],
      ['malformed', 'x y', 'The access token is malformed'],
    ])('is refused as invalid_token if it is %s (D39)', async (_what, token, description) => {
      await expectRefused(get(bearer(token)), wrongBearer(server, description));
    });

    it('does not work as a MAC token (D39)', async () => {
      const token = await tokensFor(server, ANNA);
      await expectRefused(get(sign({ key: 'any' }, token)), 'MAC error="not a MAC token"');
    });

    // I5.3-10
    it('is refused in the query string: it is read from the header only (§5.3.4)', async () => {
      const { access_token } = await tokensFor(server, ANNA);
      expect((await request(server, { path: `${PATH}?access_token=${access_token}` })).status).toBe(401);
    });
  });

  describe('a MAC token', () => {
    beforeAll(async () => {
      mac = await tokensFor(server, ANNA, 'Mac');
    });

    // I2.4-02, I5.3-11, I5.3-17
    it('is accepted with a MAC of its own over GET, POST with a query, and ext (§5.3.5, D50)', async () => {
      expect((await get(sign())).status).toBe(200);
      expect((await get(sign({ ext: 'body-hash/1' }))).status).toBe(200);
      const path = '/api?a01call=accgetloggedaccount&x=%20%C3%A9+&x=%20%C3%A9+';
      const headers = sign({ path, method: 'POST' });
      const answer = await request(server, { path, headers, form: { other: 'in the body' } });
      expect(answer.status).toBe(200);
      expect(answer.body.a01.r.r).toMatchObject({ name: 'Anna K.' });
    });

    // I3.2-07
    it('is valid for three days and then reported as "MAC Expired", even days later and after the clean-up (D39)', async () => {
      const token = await tokensFor(server, ANNA, 'Mac');
      server.clock.advance({ days: 3, seconds: -1 });
      expect((await get(sign({}, token))).status).toBe(200);
      server.clock.advance({ seconds: 1 });
      await expectRefused(get(sign({}, token)), 'MAC Expired');
      server.clock.advance({ days: 9 });
      await server.get(CleanUp).run();
      await expectRefused(get(sign({}, token)), 'MAC Expired');
      mac = await tokensFor(server, ANNA, 'Mac');
    });

    // I2.4-07, I5.3-15, I5.3-16
    it.each<[string, Signed]>([
      ['another key', { key: 'x'.repeat(43) }],
      ['another path', { path: '/api/acc/ping' }],
      ['another query', { path: `${PATH}?a=2` }],
      ['another method', { method: 'POST' }],
      ['another host', { url: `http://evil.example${PATH}` }],
      ['another port', { url: `http://127.0.0.1:1${PATH}` }],
      ['another algorithm', { algorithm: 'sha256' }],
    ])('is refused with a MAC over %s', async (_what, changes) => {
      await expectRefused(get(sign(changes), PATH), 'MAC error="wrong mac"');
    });

    // I5.3-14
    it('is refused if ts, nonce, mac or ext were changed after signing', async () => {
      const { Authorization } = sign({ ext: 'a', nonce: 'n1' });
      for (const [was, is] of [
        [/ts="\d+"/, `ts="${server.clock.seconds - 1}"`],
        ['nonce="n1"', 'nonce="n2"'],
        ['ext="a"', 'ext="b"'],
        [', ext="a"', ''],
        [/mac="./, 'mac="'],
      ] as const)
        await expectRefused(get({ Authorization: Authorization.replace(was, is) }), 'MAC error="wrong mac"');
    });

    it('accepts the host in any case (D50)', async () => {
      const { port } = new URL(server.url);
      const url = `http://localhost:${port}${PATH}`;
      expect((await get({ ...sign({ url }), Host: `LocalHost:${port}` })).status).toBe(200);
    });

    it('reads a host without a port as port 80 of http (D50)', async () => {
      expect(
        (await get({ ...sign({ url: `http://hearth.example${PATH}` }), Host: 'hearth.example' })).status,
      ).toBe(200);
    });

    // I5.3-12
    it.each([299, -299, 300, -300])('accepts a ts that is %i s off (D51)', async (off) => {
      expect((await get(sign({ ts: server.clock.seconds + off }))).status).toBe(200);
    });

    // I5.3-12
    it.each([301, -301, 86400])(
      "refuses a ts that is %i s off, with the server's time (D51)",
      async (off) => {
        const challenge = `MAC error="timestamp out of range", ts="${server.clock.seconds}"`;
        await expectRefused(get(sign({ ts: server.clock.seconds + off })), challenge);
      },
    );

    it("does not reveal the server's time to a caller with a wrong key (D51: the mac is checked first)", async () => {
      const headers = sign({ ts: server.clock.seconds - 1000, key: 'wrong' });
      await expectRefused(get(headers), 'MAC error="wrong mac"');
    });

    // I5.3-13
    it('refuses a repeated request (D51)', async () => {
      const headers = sign();
      expect((await get(headers)).status).toBe(200);
      await expectRefused(get(headers), 'MAC error="nonce already used"');
    });

    it('accepts exactly one of several concurrent copies of a request (D51)', async () => {
      for (let round = 0; round < 10; round++) {
        const headers = sign();
        const answers = await Promise.all(Array.from({ length: 2 + round }, () => get(headers)));
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        expect(answers.filter(({ status }) => status === 401)).toHaveLength(1 + round);
      }
    });

    it('does not remember the nonce of a refused request (D51: verify, then remember)', async () => {
      const before = await count(server, 'mac_nonce');
      expect((await get(sign({ nonce: 'once', key: 'wrong' }))).status).toBe(401);
      expect(await count(server, 'mac_nonce')).toBe(before);
      expect((await get(sign({ nonce: 'once' }))).status).toBe(200);
      expect(await count(server, 'mac_nonce')).toBe(before + 1);
    });

    // I5.3-13
    it('accepts a nonce again with another token, or at another ts (D51)', async () => {
      const other = await tokensFor(server, BEN, 'Mac');
      const ts = server.clock.seconds;
      expect((await get(sign({ nonce: 'shared', ts }))).status).toBe(200);
      expect((await get(sign({ nonce: 'shared', ts }, other))).status).toBe(200);
      expect((await get(sign({ nonce: 'shared', ts: ts + 1 }))).status).toBe(200);
      expect((await get(sign({ nonce: 'shared', ts }))).status).toBe(401);
    });

    it('does not work as a Bearer token (D39)', async () => {
      const challenge = wrongBearer(server, 'The access token is not a Bearer token');
      await expectRefused(get(bearer(mac.access_token)), challenge);
    });

    // I5.3-11
    it.each([
      ['nothing', '', 'id, ts, nonce and mac are required'],
      ['no mac', 'id="a", ts="1", nonce="b"', 'id, ts, nonce and mac are required'],
      ['a ts that is no number', 'id="a", ts="x", nonce="b", mac="c"', 'ts must be unix seconds'],
      ['the id twice', 'id="a", id="b", ts="1", nonce="b", mac="c"', 'id stands twice'],
    ])('is refused with %s in the header (D39)', async (_what, attributes, problem) => {
      await expectRefused(get({ Authorization: `MAC ${attributes}` }), `MAC error="${problem}"`);
    });

    // I2.4-09
    it('uses hmac-sha-256 for a strict client, and hmac-sha-1 is refused there (D50, D68)', async () => {
      const token = await tokensFor(server, ANNA, 'Mac', CLIENTS.strict);
      expect(token.mac_algorithm).toBe('hmac-sha-256');
      expect((await get(sign({ algorithm: 'sha256' }, token))).status).toBe(200);
      await expectRefused(get(sign({ algorithm: 'sha1' }, token)), 'MAC error="wrong mac"');
    });
  });

  // I1-02, I3.2-05, I4.2-28
  it('belongs to the client that it was issued to: its ruleset applies (§4.2, §5.1)', async () => {
    const renewed = (await refresh(server, (await tokensFor(server, BEN)).refresh_token)).body;
    const { body } = await loggedAccount(server, bearer(renewed.access_token));
    expect(body.a01.r.r).toMatchObject({ name: 'Ben' });
    const line = server.log.findLast((text) => text.includes('"call":"accgetloggedaccount"'));
    expect(JSON.parse(line as string)).toMatchObject({ clientId: 'family-app', scheme: 'bearer' });
  });
});
