import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { basic, call } from '../../support/a01.js';
import { count, rows } from '../../support/database-rows.js';
import { ANNA, PENDING } from '../../support/fixtures.js';
import { request, type RawAnswer } from '../../support/http.js';
import { cookieOf, LegacyClient } from '../../support/legacy-client.js';
import type { TestServer } from '../../support/start-app.js';
import {
  FOREIGN_FORM,
  newCipher,
  resultOf,
  sentBackTo,
  SITES,
  startWithSites,
  WebSite,
  withSession,
} from '../../support/web-flow.js';

describe('form of the web flow (§3.4, §4.4, D63–D65)', () => {
  let server: TestServer;
  let album: WebSite;
  beforeAll(async () => {
    server = await startWithSites();
    album = new WebSite(server);
  });
  afterAll(() => server.close());

  const refusal = ({ status, body }: RawAnswer) => [status, body.a01.ex.name];
  const INVALID = [403, 'FizWebSessionInvalidException'];

  describe('the state secret', () => {
    // I4.4-01, I4.4-02
    it('is 256 random bits in the envelope, for any caller, authenticated or not (D64)', async () => {
      const { status, body } = await album.ask(newCipher());
      expect(status).toBe(200);
      expect(body).toEqual({
        a01: { r: { r: expect.stringMatching(/^[\w-]{43}$/) }, cn: 'webgeneratestatesecret' },
      });
      expect((await album.ask(newCipher(), {})).status).toBe(200);
      const byName = await call(server, 'webgeneratestatesecret', { stateRandomCipher: newCipher() });
      expect(byName.status).toBe(200);
    });

    // I4.4-02
    it('is given once per cipher, even to many at once, and not again after the sign-in: 409', async () => {
      const cipher = newCipher();
      const answers = await Promise.all(Array.from({ length: 10 }, () => album.ask(cipher)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const ALREADY = [409, 'FizWebStateAlreadyExistsException'];
      for (const answer of answers.filter(({ status }) => status !== 200))
        expect(refusal(answer)).toEqual(ALREADY);
      resultOf(await album.post(cipher));
      expect(refusal(await album.ask(cipher))).toEqual(ALREADY);
    });

    // I4.4-03
    it('needs a cipher of at least 16 characters', async () => {
      expect((await album.ask('x'.repeat(16))).status).toBe(200);
      const { status, body } = await album.ask('x'.repeat(15));
      expect(status).toBe(400);
      expect(body.a01.ex.message).toContain('stateRandomCipher must have 16 to 255 characters');
    });

    it('is stored as a digest, as is the cipher; a client with wrong credentials gets none', async () => {
      const cipher = newCipher();
      const secret = await album.secretFor(cipher);
      const all = JSON.stringify(await rows(server, 'SELECT w::text FROM web_state w'));
      expect(all).not.toContain(cipher);
      expect(all).not.toContain(secret);
      const wrong = basic({ id: 'album', secret: 'wrong' });
      expect((await album.ask(newCipher(), wrong)).status).toBe(509);
    });
  });

  describe('signing in', () => {
    // I3.4-01, I3.4-03, I4.4-05
    it('answers the session id, which is the value of the cookie it sets (D65)', async () => {
      const cipher = newCipher();
      await album.secretFor(cipher);
      const answer = await album.post(cipher);
      expect(answer.status).toBe(200);
      const sessionId = resultOf(answer);
      expect(answer.body).toEqual({ a01: { r: { r: sessionId }, cn: 'weblogin' } });
      const cookie = cookieOf(answer);
      expect(cookie?.pair).toBe(`JSESSIONID=${sessionId}`);
      expect(cookie?.attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Lax']);
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    it("sends the browser back with session_id and state to the client's registered address (D65)", async () => {
      for (const site of [SITES.album, SITES.diary, SITES.strict]) {
        const own = new WebSite(server, site);
        const cipher = newCipher();
        await own.secretFor(cipher);
        const answer = await own.post(cipher, { redirect_uri: site.redirectUri });
        const { target, answer: query } = sentBackTo(answer);
        expect(target).toBe(site.redirectUri.replace('?of=1', ''));
        const { session_id, state, ...others } = query;
        expect([session_id, state]).toEqual([cookieOf(answer)?.pair.slice('JSESSIONID='.length), cipher]);
        expect(others).toEqual(site === SITES.diary ? { of: '1' } : {});
        expect(answer.headers['referrer-policy']).toBe('no-referrer');
      }
    });

    it.each([
      ['another site', 'https://album.example.evil.test/signed-in'],
      ["another client's address", SITES.diary.redirectUri],
      ['no address', 'signed-in'],
    ])('never sends it to %s: 400, no session, and the cipher is unchanged', async (_what, redirect_uri) => {
      const cipher = newCipher();
      await album.secretFor(cipher);
      const answer = await album.post(cipher, { redirect_uri });
      expect(refusal(answer)).toEqual([400, 'FizApiInvalidParameterException']);
      expect(answer.body.a01.ex.message).toContain('redirect_uri');
      expect([answer.headers.location, cookieOf(answer)]).toEqual([undefined, null]);
      expect((await album.post(cipher)).status).toBe(200);
    });

    it('never sends it anywhere if nobody authenticated for the secret', async () => {
      const cipher = newCipher();
      await album.secretFor(cipher, {});
      const answer = await album.post(cipher, { redirect_uri: SITES.album.redirectUri });
      expect(refusal(answer)).toEqual([400, 'FizApiInvalidParameterException']);
    });

    it('a session in the request ends: its id is invalid after the sign-in', async () => {
      const before = new LegacyClient(server);
      await before.signIn(ANNA);
      const cipher = newCipher();
      await album.secretFor(cipher);
      const own = { Cookie: before.cookie as string, 'Sec-Fetch-Site': 'same-origin' };
      const sessionId = resultOf(await album.post(cipher, {}, own));
      expect(`JSESSIONID=${sessionId}`).not.toBe(before.cookie);
      expect(await before.status()).toBe(501);
    });
  });

  describe('the cipher', () => {
    // I4.4-08
    it('if unknown, used or expired is always 403, and opens no session (D67)', async () => {
      const [used, expired] = [await album.opened(), newCipher()];
      await album.secretFor(expired);
      server.clock.advance({ minutes: 10 });
      const sessions = await count(server, 'session');
      const answers = [
        await album.post(newCipher()),
        await album.post(used.cipher),
        await album.post(expired),
      ];
      for (const answer of answers) {
        expect(refusal(answer)).toEqual(INVALID);
        expect(answer.text).toBe(answers[0].text);
        expect(cookieOf(answer)).toBeNull();
      }
      expect(await count(server, 'session')).toBe(sessions);
    });

    // I3.4-13
    it('posted by two browsers at once signs one of them in (D71)', async () => {
      const cipher = newCipher();
      await album.secretFor(cipher);
      const sessions = await count(server, 'session');
      const answers = await Promise.all(Array.from({ length: 8 }, () => album.post(cipher)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(refusal(answer)).toEqual(INVALID);
        expect(cookieOf(answer)).toBeNull();
      }
      expect(await count(server, 'session')).toBe(sessions + 1);
    });

    it('stays valid after a wrong password, and the answer does not reveal accounts (D40, D110)', async () => {
      const cipher = newCipher();
      await album.secretFor(cipher);
      const wrong = [
        await album.post(cipher, { password: 'not it at all' }),
        await album.post(cipher, { login: 'nobody@family.example' }),
        await album.post(cipher, { login: PENDING.email }),
      ];
      for (const answer of wrong) {
        expect(refusal(answer)).toEqual([401, 'FizCredentialInvalidException']);
        expect(answer.text).toBe(wrong[0].text);
      }
      expect((await album.post(cipher, { login: ANNA.login })).status).toBe(200);
    });

    // I3.4-04
    it('returns the error to a trusted address: a person is waiting there (D110)', async () => {
      const cipher = newCipher();
      await album.secretFor(cipher);
      const redirect_uri = SITES.album.redirectUri;
      const failed = async (form: Record<string, string>, of = cipher) => {
        const answer = await album.post(of, { redirect_uri, ...form });
        expect(cookieOf(answer)).toBeNull();
        return sentBackTo(answer).answer;
      };
      const wrong = await failed({ password: 'not it at all' });
      expect(wrong).toEqual({ error: 'invalid_grant', error_description: expect.any(String), state: cipher });
      sentBackTo(await album.post(cipher, { redirect_uri }));
      expect(await failed({})).toMatchObject({ error: 'invalid_request', state: cipher });
      const late = newCipher();
      await album.secretFor(late);
      server.clock.advance({ minutes: 30 });
      expect(await failed({}, late)).toMatchObject({ error: 'invalid_request', state: late });
      server.clock.advance({ minutes: 41 });
      await server.get(CleanUp).run();
      expect(refusal(await album.post(late, { redirect_uri }))).toEqual(INVALID);
      expect(await count(server, 'web_state')).toBe(0);
    });

    it('guesses are slowed down like every other sign-in, with retry_after in the redirect (D40)', async () => {
      const cipher = newCipher();
      await album.secretFor(cipher);
      const form = { login: 'guessed@family.example', redirect_uri: SITES.album.redirectUri };
      const errors: (string | undefined)[] = [];
      for (let i = 0; i < 6; i++)
        errors.push(sentBackTo(await album.post(cipher, { ...form, password: `guess ${i}` })).answer.error);
      expect(errors).toEqual([...Array<string>(5).fill('invalid_grant'), 'slow_down']);
      const { retry_after } = sentBackTo(await album.post(cipher, form)).answer;
      expect(Number(retry_after)).toBeGreaterThan(0);
      expect((await album.post(cipher, { login: form.login })).headers['retry-after']).toBe(retry_after);
    });
  });

  describe('from a page of another site (D43, D111)', () => {
    const posted = async (headers: Record<string, string>): Promise<number> => {
      const cipher = newCipher();
      await album.secretFor(cipher);
      return (await album.post(cipher, {}, headers)).status;
    };

    // I4.4-06
    it.each([
      ['the plain form', FOREIGN_FORM],
      ['the plain form, from a browser without Fetch Metadata', { Origin: 'https://album.example' }],
      ['the plain form of a page that hides its origin', { Origin: 'null' }],
    ])('accepts %s', async (_what, headers) => {
      expect(await posted(headers)).toBe(200);
    });

    // I4.4-06
    it.each([
      ['script', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'empty' }],
      ['script that may read', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }],
      ['a frame', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }],
    ])('refuses %s', async (_what, headers) => {
      expect(await posted({ ...FOREIGN_FORM, ...headers })).toBe(403);
    });

    it('refuses a link or an image, which send a GET; and accepts a GET of the own site (D2)', async () => {
      const cipher = newCipher();
      await album.secretFor(cipher);
      const query = new URLSearchParams({
        login: ANNA.email,
        password: ANNA.password,
        stateRandomCipher: cipher,
      });
      const path = `/api/web/login?${query}`;
      expect((await request(server, { path, headers: FOREIGN_FORM })).status).toBe(403);
      expect((await request(server, { path })).status).toBe(200);
    });

    it('accepts no other call: log2in and log2out stay refused', async () => {
      const form = { identifier: ANNA.email, password: ANNA.password };
      expect((await request(server, { path: '/api/log2/in', form, headers: FOREIGN_FORM })).status).toBe(403);
      const { sessionId } = await album.validated();
      expect((await withSession(server, sessionId, '/api/log2/out', FOREIGN_FORM, {})).status).toBe(403);
      expect((await withSession(server, sessionId)).status).toBe(200);
    });
  });

  describe('of a strict client (D68)', () => {
    it('accepts its secrets in the body of a POST only, from any site of its form', async () => {
      const strict = new WebSite(server, SITES.strict);
      const refused = [400, 'FizApiStrictProfileException'];
      const asked = `/api/web/generatestatesecret?stateRandomCipher=${newCipher()}`;
      for (const method of ['GET', 'POST'])
        expect(refusal(await request(server, { method, path: asked, headers: basic(SITES.strict) }))).toEqual(
          refused,
        );
      const cipher = newCipher();
      await strict.secretFor(cipher);
      const query = new URLSearchParams({
        login: ANNA.email,
        password: ANNA.password,
        stateRandomCipher: cipher,
      });
      for (const method of ['GET', 'POST'])
        expect(refusal(await request(server, { method, path: `/api/web/login?${query}` }))).toEqual(refused);
      const redirect_uri = `${SITES.strict.redirectUri}/below`;
      expect((await strict.post(cipher, { redirect_uri })).status).toBe(400);
      expect((await strict.post(cipher)).status).toBe(200);
    });
  });
});
