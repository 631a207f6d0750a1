import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { protectedMember, type Protected } from '../../support/authenticator.js';
import {
  CookieBrowser,
  exchange,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import {
  askForReset,
  newestMessage,
  newMember,
  NEXT_PASSWORD,
  type Member,
} from '../../support/forgotten-password.js';
import { headingOf, outboxOf } from '../../support/invitations.js';
import type { TestServer } from '../../support/start-app.js';

const STEP = '/sign-in/code';

describe('second step of a sign-in (D242)', () => {
  let server: TestServer;
  let trail: AuditTrail;
  let me: Member;
  let mine: Protected;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startWithThirdParties({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown(); // nothing is sent, so links can be read
    trail = new AuditTrail(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    me = await newMember(server);
    mine = await protectedMember(server, me);
    browser = new CookieBrowser(server);
  });

  const isSignedIn = async (one: CookieBrowser) => (await one.get('/account')).status === 200;
  /** A browser after the password. */
  const waiting = async () => {
    const one = new CookieBrowser(server);
    await one.signIn(me);
    return one;
  };
  const methodsOf = async () => {
    const sessions = await rows<{ methods: string[] }>(
      server,
      `SELECT data -> 'methods' AS methods FROM session WHERE account_id = $1`,
      [me.id],
    );
    return sessions.map(({ methods }) => methods);
  };

  it('asks for a code after the password, and leads to the requested page', async () => {
    const sent = await browser.post('/sign-in?next=%2Faccount%2Fdata', {
      identifier: me.email,
      password: me.password,
    });
    expect([sent.status, sent.headers.location]).toEqual([303, STEP]);
    const page = await browser.get(STEP);
    expect([page.status, headingOf(page)]).toEqual([200, 'One more step']);
    expect(page.text).toContain('autocomplete="one-time-code"');
    const events = await trail.of(async () => {
      const done = await browser.post(STEP, { code: mine.app.next() });
      expect([done.status, done.headers.location]).toEqual([303, '/account/data']);
    });
    expect(events).toMatchObject([
      { action: 'signin.second-factor', outcome: 'ok', details: { by: 'code' } },
    ]);
    expect(await methodsOf()).toContainEqual(['password', 'code']);
  });

  it('a waiting browser is signed in to nothing', async () => {
    const one = await waiting();
    expect(await isSignedIn(one)).toBe(false);
    expect((await one.post('/account/profile', { name: 'X' })).status).toBe(303);
    const call = await one.get('/api/log2/getloggedaccount');
    expect(call.text).not.toContain(me.id);
    const tab = await one.begin(THIRD_PARTIES.shop);
    expect(headingOf(await tab.show())).toBe('Sign in');
    const { headers } = await one.get('/authorize?response_type=code&client_id=shop&prompt=none');
    expect(headers.location ?? '').not.toContain('code=');
    expect(
      await rows(server, 'SELECT FROM session WHERE account_id = $1 AND digest IS NULL', [me.id]),
    ).toEqual([]);
  });

  it('accepts codes from one step earlier to one step later, and no others', async () => {
    for (const [drift, status] of [
      [-2, 401],
      [2, 401],
      [-1, 303],
    ] as const) {
      server.clock.advance({ minutes: 2 });
      expect((await (await waiting()).post(STEP, { code: mine.app.code(drift) })).status).toBe(status);
    }
    expect((await (await waiting()).post(STEP, { code: mine.app.code(1) })).status).toBe(303);
    // A newer one was accepted: those before it are void, though their time has not passed.
    expect((await (await waiting()).post(STEP, { code: mine.app.code() })).status).toBe(401);
  });

  it('accepts each code once, also from two browsers at once', async () => {
    const code = mine.app.next();
    const browsers = [await waiting(), await waiting(), await waiting()];
    const answers = await Promise.all(browsers.map((one) => one.post(STEP, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401]);
    expect((await (await waiting()).post(STEP, { code })).status).toBe(401);
    expect((await Promise.all(browsers.map(isSignedIn))).filter(Boolean)).toHaveLength(1);
  });

  it('the code that set it up is used up', async () => {
    const other = await newMember(server);
    const { app } = await protectedMember(server, other);
    const one = new CookieBrowser(server);
    await one.signIn(other);
    expect((await one.post(STEP, { code: app.code() })).status).toBe(401);
  });

  it('accepts each recovery code once, in any spelling, and notifies the addresses', async () => {
    const [first, second] = mine.recovery;
    const browsers = [await waiting(), await waiting()];
    const answers = await Promise.all(browsers.map((one) => one.post(STEP, { recovery: first })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401]);
    const told = (await outboxOf(server, me.id)).filter(({ kind }) => kind === 'recoveryCodeUsed');
    expect(told.map(({ recipient }) => recipient)).toEqual([me.email]);
    const typed = ` ${second.toUpperCase().replaceAll('-', ' ').replaceAll('1', 'I').replaceAll('0', 'O')} `;
    expect((await (await waiting()).post(STEP, { recovery: typed })).status).toBe(303);
    expect(await methodsOf()).toContainEqual(['password', 'recovery']);
    expect((await (await waiting()).post(STEP, { recovery: 'x'.repeat(5000) })).status).toBe(401);
  });

  it('slows guessing down, and a right password resets none of it', async () => {
    for (let guess = 0; guess < 5; guess += 1)
      expect((await (await waiting()).post(STEP, { code: mine.app.wrong() })).status).toBe(401);
    const one = await waiting();
    const refused = await one.post(STEP, { code: mine.app.next().slice(0, 6) });
    expect(refused.status).toBe(303); // the clock went on by half a minute: longer than the first delay
    for (let guess = 0; guess < 6; guess += 1) await (await waiting()).post(STEP, { code: mine.app.wrong() });
    const throttled = await (await waiting()).post(STEP, { code: mine.app.code() });
    expect([throttled.status, Number(throttled.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(throttled.text).toContain('Too many failed attempts');
  });

  it('accepts no code after a hundred wrong ones in a row, and a recovery code still works', async () => {
    await rows(server, 'UPDATE totp SET refused = 100 WHERE account_id = $1', [me.id]);
    expect((await (await waiting()).post(STEP, { code: mine.app.next() })).status).toBe(401);
    expect((await (await waiting()).post(STEP, { recovery: mine.recovery[3] })).status).toBe(303);
  });

  it('waits ten minutes, for the current password, and not for a disabled account', async () => {
    const late = await waiting();
    server.clock.advance({ minutes: 10 });
    const over = await late.post(STEP, { code: mine.app.code() });
    expect([over.status, headingOf(over)]).toEqual([410, 'Please sign in again']);

    const [changed, disabled] = [await waiting(), await waiting()];
    await rows(server, `UPDATE account SET password_hash = password_hash || ' ' WHERE id = $1`, [me.id]);
    expect((await changed.post(STEP, { code: mine.app.next() })).status).toBe(410);
    await rows(
      server,
      `UPDATE account SET password_hash = trim(password_hash), status = 'disabled' WHERE id = $1`,
      [me.id],
    );
    expect((await disabled.post(STEP, { code: mine.app.next() })).status).toBe(410);
    expect((await new CookieBrowser(server).get(STEP)).status).toBe(410);
  });

  it('fails closed without the MASTER_KEY that sealed it, and says what works', async () => {
    const other = await newMember(server);
    await protectedMember(server, other);
    // Sealed for another account, it is as unreadable as under a lost key.
    await rows(
      server,
      'UPDATE totp SET sealed = (SELECT sealed FROM totp WHERE account_id = $2) WHERE account_id = $1',
      [me.id, other.id],
    );
    const one = await waiting();
    const refused = await one.post(STEP, { code: mine.app.next() });
    expect([refused.status, refused.text.includes('can’t be checked at the moment')]).toEqual([503, true]);
    expect(await isSignedIn(one)).toBe(false);
    expect((await one.post(STEP, { recovery: mine.recovery[0] })).status).toBe(303);
    expect((await one.get('/account/second-factor')).text).toContain('can’t be checked at the moment');
  });

  it('a trusted browser is not asked for thirty days, and only for its account', async () => {
    await browser.signIn(me);
    await browser.post(STEP, { code: mine.app.next(), trust: 'yes' });
    await browser.post('/sign-out');
    expect((await browser.signIn(me)).headers.location).toBe('/account');
    expect(await methodsOf()).toContainEqual(['password']);
    const other = await newMember(server);
    await protectedMember(server, other);
    expect((await browser.signIn(other)).headers.location).toBe(STEP);
    server.clock.advance({ days: 30 });
    expect((await browser.signIn(me)).headers.location).toBe(STEP);
  });

  it('the trust is shown and ended under /account, and ends with the password', async () => {
    const trusting = async () => {
      const one = new CookieBrowser(server);
      await one.signIn(me);
      await one.post(STEP, { code: mine.app.next(), trust: 'yes' });
      return one;
    };
    const [one, stranger] = [await trusting(), new CookieBrowser(server)];
    await stranger.signIn(await newMember(server));
    const digest =
      /name="browser" value="([0-9a-f]{64})"/.exec((await one.get('/account/second-factor')).text)?.[1] ?? '';
    await stranger.post('/account/second-factor/untrust', { browser: digest });
    const untrust = () => one.post('/account/second-factor/untrust', { browser: digest });
    expect((await one.signIn(me)).headers.location).toBe('/account');
    expect((await untrust()).headers.location).toBe('/confirm?next=%2Faccount%2Fsecond-factor');
    await one.post('/confirm/factor', { code: mine.app.next() });
    expect([(await untrust()).status, (await one.signIn(me)).headers.location]).toEqual([303, STEP]);

    const again = await trusting();
    await again.post('/account/password', { reason: 'known', current: me.password, password: NEXT_PASSWORD });
    const next = { email: me.email, password: NEXT_PASSWORD };
    expect((await again.signIn(next)).headers.location).toBe(STEP);
  });

  it('a sign-in for a client continues to its challenge, even if a new sign-in was required', async () => {
    const tab = await browser.begin(THIRD_PARTIES.shop, { prompt: 'login' });
    expect((await tab.trySignIn(me)).headers.location).toBe(STEP);
    const page = await browser.get(STEP);
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://shop.example");
    const done = await browser.post(STEP, { code: mine.app.next() });
    expect(done.headers.location).toBe(tab.path);
    const { code } = await tab.allow();
    expect((await exchange(server, THIRD_PARTIES.shop, code)).status).toBe(200);
  });

  it('is required after a new password by a link', async () => {
    await askForReset(server, browser, me.email);
    const { path } = await newestMessage(server, me.id);
    const done = await browser.post(path, { password: NEXT_PASSWORD });
    expect([done.headers.location, await isSignedIn(browser)]).toEqual([STEP, false]);
    expect((await browser.post(STEP, { code: mine.app.next() })).headers.location).toBe('/account');
    expect(await methodsOf()).toContainEqual(['link', 'password', 'code']);
  });

  it('is required before an account about to be deleted is kept', async () => {
    await browser.signIn(me);
    await browser.post(STEP, { code: mine.app.next() });
    expect((await browser.post('/account/data/delete')).headers.location).toMatch(/^\/confirm/);
    server.clock.advance({ seconds: 1 });
    await browser.confirm(me); // a password confirms nothing here
    expect((await browser.post('/account/data/delete')).headers.location).toMatch(/^\/confirm/);
    await browser.post('/confirm/factor', { code: mine.app.next() });
    expect((await browser.post('/account/data/delete')).status).toBe(200);
    await browser.signIn(me);
    expect((await browser.get('/keep-account')).text).toContain('name="code"');
    const odd: Record<string, string>[] = [{}, { code: mine.app.wrong() }, { recovery: 'x' }];
    for (const form of odd) expect((await browser.post('/keep-account', form)).status).toBe(401);
    const status = () =>
      rows<{ status: string }>(server, 'SELECT status FROM account WHERE id = $1', [me.id]);
    expect([await status(), await isSignedIn(browser)]).toEqual([[{ status: 'disabled' }], false]);
    const kept = await browser.post('/keep-account', { code: mine.app.next() });
    expect([kept.headers.location, await status()]).toEqual(['/account', [{ status: 'active' }]]);
    expect(await methodsOf()).toContainEqual(['password', 'code']);
  });

  it('signs out the previous account there, and leaves an already signed-in account signed in', async () => {
    const other = await newMember(server);
    await browser.signIn(other);
    await browser.signIn(me);
    expect(await isSignedIn(browser)).toBe(false);
    await browser.post(STEP, { code: mine.app.next() });
    await browser.signIn(me);
    expect(await isSignedIn(browser)).toBe(true);
    await server.get(LateLinks).settled();
  });
});
