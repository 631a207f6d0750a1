import { describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { bearer, loggedAccount, tokensFor } from '../../support/a01.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import { CookieBrowser, exchange, THIRD_PARTIES } from '../../support/authorization.js';
import { accountId, count, rows } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import {
  askForReset,
  newestMessage,
  newMember,
  NEXT_PASSWORD,
  type Member,
} from '../../support/forgotten-password.js';
import type { RawAnswer } from '../../support/http.js';
import { headingOf, invited } from '../../support/invitations.js';
import type { TestServer } from '../../support/start-app.js';

const { shop } = THIRD_PARTIES;
const CROSS_SITE = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };

describe('mailed link sets a new password (D71, D105)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  useThirdParties((stage) => {
    ({ server, browser } = stage);
    server.clock.advance({ days: 1 }); // earlier requests do not count
  });

  const ask = (identifier: string, more: Record<string, string> = {}) =>
    askForReset(server, browser, identifier, more);
  const sentTo = (id: string) => newestMessage(server, id);
  const signIn = async (who: { email: string; password: string }): Promise<number> =>
    (await new CookieBrowser(server).signIn(who)).status;
  const choose = (path: string, password = NEXT_PASSWORD): Promise<RawAnswer> =>
    browser.post(path, { password });
  async function asked(): Promise<Member & { path: string }> {
    const who = await newMember(server);
    await ask(who.email);
    return { ...who, path: (await sentTo(who.id)).path };
  }

  it('the link opens a form, GETs consume nothing, the POST sets the password and signs in', async () => {
    const { email, id, path } = await asked();
    expect(await sentTo(id)).toMatchObject({ kind: 'reset', channel: 'email', recipient: email });
    expect(path).toMatch(/^\/reset\/[\w-]{43}$/);
    for (let i = 0; i < 5; i++) {
      const page = await browser.get(path);
      expect([page.status, headingOf(page)]).toEqual([200, 'Choose a new password']);
    }
    const { status, headers } = await choose(path);
    expect([status, headers.location]).toEqual([303, '/account']);
    expect((await browser.get('/account')).text).toContain('Hello, Mia');
    expect(await signIn({ email, password: NEXT_PASSWORD })).toBe(303);
    const audited = await rows<{ action: string }>(
      server,
      `SELECT action FROM audit_event WHERE account_id = $1 AND action LIKE 'password%' ORDER BY id`,
      [id],
    );
    expect(audited.map(({ action }) => action)).toEqual(['password.reset-asked', 'password.reset']);
  });

  it('it ends every session and device of the old password; connected apps stay (D105)', async () => {
    const who = await newMember(server);
    const other = new CookieBrowser(server);
    const { code } = await other.connect(who, shop);
    const app = (await exchange(server, shop, code)).body.access_token;
    // Permissions of the last 30 days end too (D337).
    const month = `UPDATE token_grant SET created_at = created_at - interval '31 days' WHERE account_id = $1 RETURNING 1`;
    await rows(server, month, [who.id]);
    const { access_token: device } = await tokensFor(server, who);
    await ask(who.email);
    await choose((await sentTo(who.id)).path);
    expect((await other.get('/account')).headers.location).toBe('/sign-in');
    expect((await loggedAccount(server, bearer(device))).status).toBe(401);
    expect((await loggedAccount(server, bearer(app))).status).toBe(200);
    expect(await signIn(who)).toBe(401);
  });

  it('pending requests of the old password end with it: a challenge, a code, an address request (D105)', async () => {
    const who = await newMember(server);
    const other = new CookieBrowser(server);
    const { code } = await other.connect(who, shop);
    const tab = await other.begin(shop, { prompt: 'consent' });
    await tab.signIn(who);
    const form = { ...(await tab.consentForm()), decision: 'allow' };
    await other.post('/account/identifiers', { identifier: 'thief@evil.example' });
    const addition = (await sentTo(who.id)).path;
    server.clock.advance({ seconds: 1 });
    await ask(who.email);
    await choose((await sentTo(who.id)).path);
    expect((await tab.decide(form)).headers.location).not.toContain('code=');
    expect((await tab.show()).text).toContain('id="password"');
    expect((await exchange(server, shop, code)).body.error).toBe('invalid_grant');
    expect((await other.post(addition)).status).toBe(410);
    expect((await ask('thief@evil.example')).status).toBe(200);
    expect((await sentTo(who.id)).recipient).toBe(who.email);
  });

  it('refuses a password that no call could send', async () => {
    const { path } = await asked();
    expect((await choose(path, 'abcdefg\0hijklmnop')).status).toBe(400);
    for (const length of [300, 600, 5000]) expect((await choose(path, '🔥'.repeat(length))).status).toBe(400);
  });

  it('confirms the address that it was mailed to', async () => {
    const id = await accountId(server, BEN.email); // none of his addresses is confirmed
    const validated = () => count(server, 'account_identifier', `account_id = ${id} AND is_validated`);
    expect(await validated()).toBe(0);
    await ask(BEN.email.toUpperCase());
    await choose((await sentTo(id)).path, BEN.password + 'x');
    expect(await validated()).toBe(1);
  });

  it('refuses a new password that breaks a rule, and the link stays valid (D69)', async () => {
    const { path, email } = await asked();
    const { status, text } = await choose(path, email);
    expect([status, text.includes('Do not use your name or address')]).toEqual([400, true]);
    expect((await choose(path)).status).toBe(303);
  });

  it.each(['/forgot-password', 'the link'])(
    'a page of another site cannot post to %s (D43)',
    async (where) => {
      const { path, email, password } = await asked();
      const form = { identifier: ANNA.email, password: NEXT_PASSWORD };
      expect((await browser.post(where === 'the link' ? path : where, form, CROSS_SITE)).status).toBe(403);
      expect(await signIn({ email, password })).toBe(303);
    },
  );

  describe('requested on a challenge, the authorization continues', () => {
    it.each([{}, { prompt: 'login' }])('with %j: the new password is the sign-in for it', async (more) => {
      const who = await newMember(server);
      const tab = await browser.begin(shop, { state: 'kept', ...more });
      const challenge = tab.path.slice('/challenge?session_id='.length);
      await ask(who.email, { challenge });
      const { path } = await sentTo(who.id);
      expect(path).toContain(`?challenge=${challenge}`);
      expect((await browser.get(path)).text).toContain(`value="${challenge}"`);
      const { status, headers } = await browser.post(path, { password: NEXT_PASSWORD, challenge });
      expect([status, headers.location]).toEqual([303, tab.path]);
      const { code, parameters } = await tab.allow();
      expect(parameters.state).toBe('kept');
      expect((await exchange(server, shop, code)).status).toBe(200);
    });

    it.each(['another browser', 'a challenge that is over'])('in %s the account is shown', async (where) => {
      const who = await newMember(server);
      const tab = await browser.begin(shop);
      const challenge = tab.path.slice('/challenge?session_id='.length);
      await ask(who.email, { challenge });
      if (where === 'another browser') browser = new CookieBrowser(server);
      else server.clock.advance({ minutes: 11 });
      const answer = await browser.post((await sentTo(who.id)).path, { password: NEXT_PASSWORD, challenge });
      expect([answer.status, answer.headers.location]).toEqual([303, '/account']);
    });

    it.each(['"><b>', '/../../x', 'x'.repeat(44)])(
      'an invalid challenge is ignored: %j',
      async (challenge) => {
        const { email, id } = await newMember(server);
        await ask(email, { challenge });
        expect((await sentTo(id)).path).toMatch(/^\/reset\/[\w-]{43}$/);
        const { text } = await browser.get(`/forgot-password?challenge=${encodeURIComponent(challenge)}`);
        expect(text).not.toContain('name="challenge"');
      },
    );
  });

  describe('link works once, for an hour, and while it is the newest', () => {
    const expectOver = (answer: RawAnswer): void => {
      expect([answer.status, headingOf(answer)]).toEqual([410, 'This link is no longer valid']);
      expect(answer.text).toContain('href="/forgot-password"');
    };

    it('a second use is refused: it was used', async () => {
      const { path, email } = await asked();
      await choose(path);
      expectOver(await browser.get(path));
      expectOver(await choose(path, 'another-password-9'));
      expect(await signIn({ email, password: NEXT_PASSWORD })).toBe(303);
    });

    it('of five at once one sets its password', async () => {
      const { path, id } = await asked();
      const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => choose(path, `${NEXT_PASSWORD}${n}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410, 410]);
      expect(await count(server, 'audit_event', `action = 'password.reset' AND account_id = ${id}`)).toBe(1);
    });

    it('after an hour it has expired', async () => {
      const { path } = await asked();
      server.clock.advance({ minutes: 59 });
      expect((await browser.get(path)).status).toBe(200);
      server.clock.advance({ minutes: 1 });
      expectOver(await browser.get(path));
      expectOver(await choose(path));
    });

    it('a newer one replaces it', async () => {
      const { path, email, id } = await asked();
      server.clock.advance({ minutes: 6 });
      await ask(email);
      expectOver(await choose(path));
      expect((await choose((await sentTo(id)).path)).status).toBe(303);
    });

    it('a change of the password under /account keeps it, because a thief with the password would end each (D343)', async () => {
      const { path, email, password } = await asked();
      await browser.signIn({ email, password });
      await browser.post('/account/password', {
        reason: 'known',
        current: password,
        password: NEXT_PASSWORD,
      });
      expect((await choose(path, 'another-password-9')).status).toBe(303);
    });

    it('for an account that was disabled meanwhile it does nothing', async () => {
      const { path, id } = await asked();
      await server.get(AccountService).disable(id);
      expectOver(await choose(path));
    });

    it('an unknown link is 404, and so is another kind of link', async () => {
      expect((await browser.get(`/reset/${'x'.repeat(43)}`)).status).toBe(404);
      expect((await choose(`/reset/${'x'.repeat(43)}`)).status).toBe(404);
      const { path } = await asked();
      expect((await browser.get(path.replace('/reset/', '/invitation/'))).status).toBe(404);
      const guest = await invited(server);
      expect((await choose(guest.path.replace('/invitation/', '/reset/'))).status).toBe(404);
    });

    it('stores only its digest, and no log contains it', async () => {
      const { path } = await asked();
      const token = path.slice('/reset/'.length);
      const kept = await rows<{ all: string }>(server, 'SELECT invitation::text AS all FROM invitation');
      expect(kept.some(({ all }) => all.includes(token))).toBe(false);
      await choose(path);
      expect(server.log.some((line) => line.includes(token))).toBe(false);
    });
  });
});
