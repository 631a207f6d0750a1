import { describe, expect, it } from '@jest/globals';
import { useThirdParties } from '../../support/authorization-stage.js';
import { CookieBrowser, THIRD_PARTIES } from '../../support/authorization.js';
import { accountId, count, rows } from '../../support/database-rows.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import type { RawAnswer } from '../../support/http.js';
import { protect } from '../../support/authenticator.js';
import type { TestServer } from '../../support/start-app.js';

const CONFIRM = '/confirm?next=%2Faccount%2Fdevices';

describe('sensitive actions under /account ask again after five minutes (D253)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  let me: Member;
  useThirdParties(async (stage) => {
    ({ server, browser } = stage);
    me = await newMember(server);
    await rows(server, 'DELETE FROM session');
    await browser.signIn(me);
  });

  const endOthers = (): Promise<RawAnswer> => browser.post('/account/end-others');
  const confirm = (current: string, path = CONFIRM): Promise<RawAnswer> => browser.post(path, { current });
  const sessions = (): Promise<number> => count(server, 'session');
  const cookie = (): string | undefined => browser.cookies.get('JSESSIONID');

  it('need only the sign-in for five minutes', async () => {
    await new CookieBrowser(server).signIn(me);
    server.clock.advance({ seconds: 299 });
    const { status, headers } = await endOthers();
    expect([status, headers.location]).toEqual([303, '/account/devices']);
    expect(await sessions()).toBe(1);
  });

  it('refuse to act after that, and return to the page of the form after the password', async () => {
    await new CookieBrowser(server).signIn(me);
    server.clock.advance({ minutes: 5 });
    const asked = await endOthers();
    expect([asked.status, asked.headers.location, asked.headers['cache-control']]).toEqual([
      ...[303, CONFIRM, 'no-store'],
    ]);
    expect(await sessions()).toBe(2);
    const { status, text } = await browser.get(CONFIRM);
    expect(status).toBe(200);
    expect(text).toContain('Confirm that it’s you');
    const before = cookie();
    const done = await confirm(me.password);
    expect([done.status, done.headers.location]).toEqual([303, '/account/devices']);
    expect(cookie()).not.toBe(before);
    expect((await endOthers()).headers.location).toBe('/account/devices');
    expect(await sessions()).toBe(1);
    server.clock.advance({ minutes: 5 });
    expect((await endOthers()).headers.location).toBe(CONFIRM);
  });

  it('ask in each form', async () => {
    server.clock.advance({ minutes: 6 });
    const leads = async (path: string) => (await browser.post(path, {})).headers.location;
    expect(await leads('/account/end')).toBe(CONFIRM);
    expect(await leads('/account/end-others')).toBe(CONFIRM);
    expect(await leads('/account/disconnect')).toBe('/confirm?next=%2Faccount%2Fapplications');
  });

  it('a wrong password confirms nothing, is counted, and keeps the place', async () => {
    server.clock.advance({ minutes: 6 });
    const before = cookie();
    const { status, text } = await confirm('not mine');
    expect(status).toBe(401);
    expect(text).toContain('This is not your current password.');
    expect(text).toContain('action="/confirm?next=%2Faccount%2Fdevices"');
    expect(cookie()).toBe(before);
    expect((await endOthers()).headers.location).toBe(CONFIRM);
    for (let times = 0; times < 10; times++) await confirm(`not mine ${times}`);
    expect((await confirm(me.password)).status).toBe(429);
  });

  it('the sign-in continues: account, time, method, and its name for clients', async () => {
    const dataOf = async () => {
      const [row] = await rows<{ data: Record<string, unknown> }>(server, 'SELECT data FROM session');
      return row.data;
    };
    const { provenAt: none, proofs: first, signIn: began, ...before } = await dataOf();
    expect(first).toEqual({ password: server.clock.millis() });
    server.clock.advance({ minutes: 6 });
    await confirm(me.password);
    const { provenAt, proofs, signIn, ...after } = await dataOf();
    const now = server.clock.millis();
    expect([none, provenAt, proofs]).toEqual([undefined, now, { password: now }]);
    expect(after).toEqual(before);
    expect([before.signInBegan, signIn === began]).toEqual([began, false]); // a further proof in it (D337)
    expect(after).toMatchObject({ accountId: await accountId(server, me.email), methods: ['password'] });
  });

  it('refuse a signed-out browser, and a page of another site', async () => {
    const nobody = new CookieBrowser(server);
    expect((await nobody.get(CONFIRM)).headers.location).toBe('/sign-in');
    expect((await nobody.post(CONFIRM, { current: me.password })).headers.location).toBe('/sign-in');
    const foreign = await browser.post(CONFIRM, { current: me.password }, { 'Sec-Fetch-Site': 'cross-site' });
    expect(foreign.status).toBe(403);
  });

  describe('by a second factor', () => {
    const byFactor = (form: Record<string, string>): Promise<RawAnswer> =>
      browser.post('/confirm/factor?next=%2Faccount%2Fdevices', form);
    const methods = async (): Promise<unknown> => {
      const sql = `SELECT data -> 'methods' AS methods FROM session WHERE account_id = $1`;
      return (await rows<{ methods: unknown }>(server, sql, [await accountId(server, me.email)]))[0].methods;
    };

    it('it confirms for an account with one, and the sign-in continues unchanged', async () => {
      const { app } = await protect(server, browser);
      expect((await endOthers()).headers.location).toBe('/account/devices'); // its first code was just shown
      server.clock.advance({ minutes: 6 });
      const { text } = await browser.get(CONFIRM);
      expect([text.includes('name="code"'), text.includes('name="current"')]).toEqual([true, false]);
      await confirm(me.password);
      expect((await endOthers()).headers.location).toBe(CONFIRM);
      const wrong = await byFactor({ code: app.wrong() });
      expect([wrong.status, wrong.text.includes('This code is wrong')]).toEqual([401, true]);
      expect((await endOthers()).headers.location).toBe(CONFIRM);
      const { status, headers } = await byFactor({ code: app.next() });
      expect([status, headers.location]).toEqual([303, '/account/devices']);
      expect((await endOthers()).headers.location).toBe('/account/devices');
      expect(await methods()).toEqual(['password']);
    });

    it('it is required right after a sign-in in a trusted browser', async () => {
      const { app } = await protect(server, browser);
      await browser.post('/sign-out');
      await browser.signIn(me);
      await browser.post('/sign-in/code', { code: app.next(), trust: 'on' });
      await browser.post('/sign-out');
      expect((await browser.signIn(me)).headers.location).toBe('/account');
      expect((await endOthers()).headers.location).toBe(CONFIRM);
      for (const path of ['second-factor/codes', 'second-factor/remove', 'passkeys', 'password'])
        expect((await browser.post(`/account/${path}`)).headers.location).toMatch(/^\/confirm\?next=/);
      expect((await browser.get('/account/passkeys/options')).status).toBe(403);
      expect((await browser.get('/account/sign-in')).text).not.toContain('name="current"');
    });

    it('it is not offered without one', async () => {
      server.clock.advance({ minutes: 6 });
      expect((await browser.get(CONFIRM)).text).not.toContain('/confirm/factor');
      const odd: Record<string, string>[] = [{}, { code: '000000' }, { recovery: 'x' }, { passkey: '{}' }];
      for (const form of odd) expect((await byFactor(form)).status).toBe(401);
      expect((await endOthers()).headers.location).toBe(CONFIRM);
    });
  });

  it('an app is still confirmed on its own form, to which the confirmation returns', async () => {
    await browser.codeFor(THIRD_PARTIES.shop);
    server.clock.advance({ minutes: 6 });
    const disconnect = () => browser.post('/account/disconnect', { client: THIRD_PARTIES.shop.id });
    const { headers } = await disconnect();
    expect(await count(server, 'consent', `account_id = ${await accountId(server, me.email)}`)).toBe(1);
    await confirm(me.password, headers.location);
    expect((await disconnect()).headers.location).toBe('/account/applications');
    expect(await count(server, 'consent', `account_id = ${await accountId(server, me.email)}`)).toBe(0);
  });
});
