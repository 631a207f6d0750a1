import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../src/identity/accounts/account.service.js';
import { basic, bearer, loggedAccount, post, tokensFor, wrongBearer } from '../support/a01.js';
import { accountId, count, rows } from '../support/database-rows.js';
import { ANNA, BEN, CLIENTS } from '../support/fixtures.js';
import { from, request } from '../support/http.js';
import { cookieOf, LegacyClient, sessionIdOf } from '../support/legacy-client.js';
import { startApp, type TestServer } from '../support/start-app.js';

const NOT_IN_SESSION = {
  name: 'FizAccountNotFoundInSessionException',
  type: 'Un',
  value: '501',
  message: 'No account is signed in to this session. Call log2in and send its JSESSIONID cookie.',
};

describe('legacy client signs its user in to the HTTP session (§3.1, §4.3, D41, D42)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => server.close());

  async function signedIn(who: { email: string; password: string } = ANNA): Promise<LegacyClient> {
    const client = new LegacyClient(server);
    expect((await client.signIn(who)).status).toBe(200);
    return client;
  }

  describe('log2in', () => {
    // I3.1-03, I4.3-01, I4.3-02, I4.3-03, I5.2-01, I5.3-01
    it('answers the accountId in the envelope, by path and by a01call, POST and GET (D1, D41)', async () => {
      const id = await accountId(server, ANNA.email);
      const envelope = { a01: { r: { r: id }, cn: 'log2in' } };
      const { email: identifier, password } = ANNA;
      const prefixed = { a01identifier: identifier, a01password: password };
      const query = (form: Record<string, string>) => new URLSearchParams(form).toString();
      for (const asked of [
        { path: '/api/log2/in', form: { identifier, password } },
        { path: '/api?a01call=log2in', form: prefixed },
        { path: `/api/log2/in?${query({ identifier, password })}` },
        { path: `/api?a01call=log2in&${query(prefixed)}` },
      ]) {
        const answer = await request(server, asked);
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual(envelope);
        const { pair: Cookie } = cookieOf(answer) ?? { pair: '' };
        const path = '/api/acc/getloggedaccount';
        const { body } = await request(server, { path, headers: { Cookie } });
        expect(body.a01.r.r).toMatchObject({ name: 'Anna K.' });
      }
    });

    // I3.1-02
    it('sets one JSESSIONID: HttpOnly, SameSite=Lax, Path=/, not Secure over plain HTTP (D42)', async () => {
      const answer = await new LegacyClient(server).signIn(ANNA);
      expect(answer.headers['set-cookie']).toHaveLength(1);
      expect(cookieOf(answer)?.attributes.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax']);
    });

    it('sets it Secure when a trusted proxy took the request over HTTPS (D42)', async () => {
      const answer = await new LegacyClient(server).signIn(ANNA, from('203.0.113.9'));
      expect(cookieOf(answer)?.attributes.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']);
    });

    // I3.1-04, I4.3-04
    it('sets no cookie and stores no session when the password is wrong (D40)', async () => {
      const before = await count(server, 'session');
      const answer = await new LegacyClient(server).signIn({ ...ANNA, password: 'wrong-one' });
      expect(answer.status).toBe(401);
      expect(answer.body.a01).toEqual({
        ex: {
          name: 'FizCredentialInvalidException',
          type: 'Ex',
          value: '3',
          message: 'The identifier or the password is wrong.',
        },
        cn: 'log2in',
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(await count(server, 'session')).toBe(before);
    });

    // I3.1-05
    it('renews the session id: a planted one is invalid (D41)', async () => {
      const attacker = await signedIn(BEN);
      const victim = attacker.copy();
      await victim.signIn(ANNA);
      expect(victim.cookie).not.toBe(attacker.cookie);
      expect((await victim.account()).body.a01.r.r).toMatchObject({ name: 'Anna K.' });
      expect(await attacker.status()).toBe(501);
    });

    it('does not adopt an id that the server never issued (D41)', async () => {
      const client = new LegacyClient(server);
      client.cookie = `JSESSIONID=${'a'.repeat(43)}`;
      await client.signIn(ANNA);
      expect(client.cookie).not.toContain('a'.repeat(43));
      expect(await client.status()).toBe(200);
    });

    it('stores only the digest of the session id (D46)', async () => {
      const { cookie } = await signedIn();
      const id = sessionIdOf(cookie as string);
      const digest = createHash('sha256').update(id).digest('hex');
      const stored = await rows<{ digest: string; data: string }>(
        server,
        `SELECT encode(digest, 'hex') AS digest, data::text FROM session`,
      );
      expect(stored.map((row) => row.digest)).toContain(digest);
      expect(JSON.stringify(stored)).not.toContain(id);
    });
  });

  describe('the session', () => {
    // I3.1-06, I8-01
    it('is valid 29 min 59 s after the last access, and each access prolongs it (§8)', async () => {
      const client = await signedIn();
      for (let access = 0; access < 4; access++) {
        server.clock.advance({ minutes: 29, seconds: 59 });
        expect(await client.status()).toBe(200);
      }
    });

    // I3.1-12, I3.1-13
    it('is invalid 30 min 1 s after it: 501, and log2in works again (§3.1, D38)', async () => {
      const client = await signedIn();
      const [dead, id] = [client.cookie, await accountId(server, ANNA.email)];
      server.clock.advance({ minutes: 30, seconds: 1 });
      const { status, body } = await client.account();
      expect(status).toBe(501);
      expect(body.a01).toEqual({ ex: NOT_IN_SESSION, cn: 'accgetloggedaccount' });
      expect((await client.signIn(ANNA)).body.a01.r.r).toBe(id);
      expect(client.cookie).not.toBe(dead);
      expect(await client.status()).toBe(200);
    });

    // I3.1-11
    it('is prolonged by a call that is not account-based too: any access counts (§3.1)', async () => {
      const client = await signedIn();
      server.clock.advance({ minutes: 29 });
      const headers = { Cookie: client.cookie as string };
      expect((await request(server, { path: '/api/acc/ping', headers })).status).toBe(200);
      server.clock.advance({ minutes: 29 });
      expect(await client.status()).toBe(200);
    });

    // I5.3-01
    it('gets no new cookie with each call (§5.3.1)', async () => {
      expect((await (await signedIn()).account()).headers['set-cookie']).toBeUndefined();
    });

    it.each(['JSESSIONID=unknown', 'JSESSIONID=', 'other=1; JSESSIONID=s%3Aabc.def'])(
      'does not exist for the cookie %s: 501 (D38)',
      async (Cookie) => {
        const path = '/api/acc/getloggedaccount';
        const { status, body } = await request(server, { path, headers: { Cookie } });
        expect(status).toBe(501);
        expect(body.a01.ex).toEqual(NOT_IN_SESSION);
      },
    );

    // I5.3-20
    it('is not mentioned to a caller without a cookie: 401 with both challenges (D38)', async () => {
      const { status, headers } = await new LegacyClient(server).account();
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe('MAC, Bearer');
    });

    // I3.1-14
    it('ends when its account is disabled: its cookie is invalid at once (D24)', async () => {
      const client = await signedIn(BEN);
      const id = await accountId(server, BEN.email);
      await server.get(AccountService).disable(id);
      expect(await client.status()).toBe(501);
      await server.get(AccountService).enable(id);
      expect(await client.status()).toBe(501);
    });

    it('is no privileged client: the password call answers 509 (§2.3)', async () => {
      const headers = { Cookie: (await signedIn()).cookie as string };
      const privileged = { path: '/api/log2/generateaccesstokenbypassword', headers };
      const form = { identifier: ANNA.email, password: ANNA.password, tokentype: 'Mac', deviceId: 'd' };
      const { status, body } = await request(server, { ...privileged, form });
      expect(status).toBe(509);
      expect(body.a01.ex.name).toBe('FizApiKeyInsufficientRightsException');
    });

    it('is no client authentication for a standard endpoint: 401 invalid_client (D37, RFC 6749 §5.2)', async () => {
      const headers = { Cookie: (await signedIn()).cookie as string };
      const { status, body } = await request(server, { path: '/revoke', form: { token: 'x' }, headers });
      expect(body.error).toBe('invalid_client');
      expect(status).toBe(401);
    });
  });

  describe('log2out', () => {
    // I3.1-08, I3.1-09, I4.3-05
    it('answers true and ends the whole session: its id is invalid (§3.1, D41)', async () => {
      const client = await signedIn();
      const thief = client.copy();
      const { status, body, headers } = await client.signOut();
      expect(status).toBe(200);
      expect(body).toEqual({ a01: { r: { r: 'true' }, cn: 'log2out' } });
      expect(headers['set-cookie']?.[0]).toMatch(/^JSESSIONID=; .*Max-Age=0/);
      expect(await thief.status()).toBe(501);
      expect((await thief.signOut()).body.a01.r.r).toBe('true');
    });

    // I4.3-06
    it('answers true if nobody was signed in, and sets no cookie (D41)', async () => {
      const answer = await new LegacyClient(server).signOut();
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ a01: { r: { r: 'true' }, cn: 'log2out' } });
      expect(answer.headers['set-cookie']).toBeUndefined();
    });

    // I4.3-07
    it("keeps the account's other sessions", async () => {
      const [one, other] = [await signedIn(), await signedIn()];
      await one.signOut();
      expect(await other.status()).toBe(200);
    });
  });

  describe('in mixed mode (§5.3.8)', () => {
    // I1-09, I3.1-16, I5.1-02, I5.3-19
    it('needs no token beside the session, and no session beside the token', async () => {
      const { access_token } = await tokensFor(server, BEN);
      expect((await (await signedIn()).account()).body.a01.r.r).toMatchObject({ name: 'Anna K.' });
      expect((await loggedAccount(server, bearer(access_token))).body.a01.r.r).toMatchObject({ name: 'Ben' });
    });

    // I5.3-21
    it('with both the token wins and the session is unchanged (§3.1, D42)', async () => {
      const { access_token } = await tokensFor(server, BEN);
      const client = await signedIn(ANNA);
      server.clock.advance({ minutes: 20 });
      const both = await client.account(bearer(access_token));
      expect(both.body.a01.r.r).toMatchObject({ name: 'Ben' });
      expect(both.headers['set-cookie']).toBeUndefined();
      server.clock.advance({ minutes: 10, seconds: 1 });
      expect(await client.status()).toBe(501);
    });

    it('with both and an expired token it is refused, not answered for the session', async () => {
      const { access_token } = await tokensFor(server, BEN);
      server.clock.advance({ minutes: 60 });
      const { status, headers } = await (await signedIn(ANNA)).account(bearer(access_token));
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe(
        `${wrongBearer(server, 'The access token expired')}, MAC Expired`,
      );
    });

    // I3.1-01, I3.1-16
    it('stores no session and sets no cookie for callers by token or client credentials (D42)', async () => {
      const before = await count(server, 'session');
      const { access_token } = await tokensFor(server, ANNA);
      const answers = [
        await loggedAccount(server, bearer(access_token)),
        await post(server, '/api/acc/ping', {}, bearer(access_token)),
        await post(server, '/token', { grant_type: 'client_credentials' }, basic(CLIENTS.app)),
        await post(server, '/api/acc/ping', {}, basic(CLIENTS.app)),
        await post(server, '/api/acc/ping'),
      ];
      for (const { status, headers } of answers) {
        expect(status).toBe(200);
        expect(headers.getSetCookie()).toEqual([]);
      }
      expect(await count(server, 'session')).toBe(before);
    });
  });
});
