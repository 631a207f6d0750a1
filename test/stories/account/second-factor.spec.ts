import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { Authenticator, keyIn, protect, recoveryIn, setupIn } from '../../support/authenticator.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { headingOf, outboxOf } from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const PAGE = '/account/second-factor';

describe('setting up and ending a second factor (D243)', () => {
  let server: TestServer;
  let trail: AuditTrail;
  let me: Member;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown(); // nothing is sent, so messages can be read
    trail = new AuditTrail(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    me = await newMember(server);
    browser = new CookieBrowser(server);
    await browser.signIn(me);
  });

  const begin = () => browser.post(PAGE);
  const newest = async () => (await outboxOf(server, me.id))[0] as { kind: string; recipient: string };
  const kept = async () => {
    const [row] = await rows<{ totps: number; codes: number; trusted: number }>(
      server,
      `SELECT (SELECT count(*)::int FROM totp WHERE account_id = $1) AS totps,
              (SELECT count(*)::int FROM recovery_code WHERE account_id = $1) AS codes,
              (SELECT count(*)::int FROM trusted_browser WHERE account_id = $1) AS trusted`,
      [me.id],
    );
    return row;
  };

  it('shows the key as a picture and as text, and activates nothing before its first code', async () => {
    const page = await begin();
    expect(page.text).toContain('src="data:image/svg+xml;base64,');
    expect(keyIn(page)).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(await kept()).toEqual({ totps: 0, codes: 0, trusted: 0 });
    expect((await new CookieBrowser(server).signIn(me)).headers.location).toBe('/account');
  });

  it('the first code turns it on, shows ten recovery codes once, and notifies the addresses', async () => {
    const page = await begin();
    const app = new Authenticator(server, keyIn(page));
    const events = await trail.of(async () => {
      const done = await browser.post(`${PAGE}/confirm`, { setup: setupIn(page), code: app.code() });
      expect([done.status, headingOf(done)]).toEqual([200, 'Your recovery codes']);
      expect(new Set(recoveryIn(done)).size).toBe(10);
    });
    expect(events.map(({ action, account }) => [action, account])).toEqual([['second-factor.added', me.id]]);
    expect(await newest()).toMatchObject({ kind: 'secondFactorAdded', recipient: me.email });
    const shown = await browser.get(PAGE);
    expect(shown.text).toContain('Recovery codes left: 10');
    expect(recoveryIn(shown)).toEqual([]);
    expect((await browser.get('/account/sign-in')).text).toContain('On since');
  });

  it('stores neither the key nor a recovery code in plain text', async () => {
    const page = await begin();
    const app = new Authenticator(server, keyIn(page));
    const done = await browser.post(`${PAGE}/confirm`, { setup: setupIn(page), code: app.code() });
    const [{ all }] = await rows<{ all: string }>(
      server,
      `SELECT (SELECT json_agg(t)::text FROM totp t) || (SELECT json_agg(r)::text FROM recovery_code r) AS all`,
    );
    const whole = `${all}\n${server.log.join('\n')}`;
    const secrets = [keyIn(page).replaceAll(' ', ''), ...recoveryIn(done), app.code()];
    expect(secrets.filter((secret) => whole.includes(secret))).toEqual([]);
  });

  it('a wrong code shows the key again, unchanged', async () => {
    const page = await begin();
    const app = new Authenticator(server, keyIn(page));
    const setup = setupIn(page);
    const again = await browser.post(`${PAGE}/confirm`, { setup, code: app.wrong() });
    expect([again.status, keyIn(again)]).toEqual([400, keyIn(page)]);
    expect(again.text).toContain('This code is wrong');
    expect((await kept()).totps).toBe(0);
  });

  it('binds the key to the account and the session that began, for a quarter of an hour', async () => {
    const page = await begin();
    const app = new Authenticator(server, keyIn(page));
    const other = new CookieBrowser(server);
    await other.signIn(me);
    const stranger = new CookieBrowser(server);
    await stranger.signIn(await newMember(server));
    for (const one of [other, stranger]) {
      const answer = await one.post(`${PAGE}/confirm`, { setup: setupIn(page), code: app.code() });
      expect([answer.status, answer.text.includes('This took too long')]).toEqual([400, true]);
    }
    for (const setup of ['', 'AAAA', 'ÿ']) {
      const answer = await browser.post(`${PAGE}/confirm`, { setup, code: app.code() });
      expect(answer.status).toBe(400);
    }
    server.clock.advance({ minutes: 15 });
    const late = await browser.post(`${PAGE}/confirm`, { setup: setupIn(page), code: app.code() });
    expect(late.text).toContain('This took too long');
    expect((await kept()).totps).toBe(0);
  });

  it('of two set-ups at once one counts: the other finds it, or its session with a new id', async () => {
    const pages = [await begin(), await begin()];
    const answers = await Promise.all(
      pages.map((page) =>
        browser.post(`${PAGE}/confirm`, {
          setup: setupIn(page),
          code: new Authenticator(server, keyIn(page)).code(),
        }),
      ),
    );
    const [done, other] = answers.map(({ status }) => status).sort();
    expect([done, [303, 400].includes(other)]).toEqual([200, true]);
    expect(await kept()).toEqual({ totps: 1, codes: 10, trusted: 0 });
  });

  it('new recovery codes replace the old ones, with a notice', async () => {
    const { recovery } = await protect(server, browser);
    const answers = await Promise.all([1, 2].map(() => browser.post(`${PAGE}/codes`)));
    const shown = answers.flatMap(recoveryIn);
    expect([shown.length, (await kept()).codes]).toEqual([20, 10]);
    expect(await newest()).toMatchObject({ kind: 'recoveryCodesMade' });
    const before = new CookieBrowser(server);
    await before.signIn(me);
    expect((await before.post('/sign-in/code', { recovery: recovery[0] })).status).toBe(401);
  });

  it('removing it ends codes and trust, with a notice about the lost protection', async () => {
    const { app } = await protect(server, browser);
    const trusting = new CookieBrowser(server);
    await trusting.signIn(me);
    await trusting.post('/sign-in/code', { code: app.next(), trust: 'yes' });
    expect((await kept()).trusted).toBe(1);
    const events = await trail.of(async () => {
      const done = await browser.post(`${PAGE}/remove`);
      expect([done.status, done.text.includes('The second factor is removed.')]).toEqual([200, true]);
    });
    expect(events.map(({ action }) => action)).toEqual(['second-factor.removed']);
    expect(await kept()).toEqual({ totps: 0, codes: 0, trusted: 0 });
    expect(await newest()).toMatchObject({ kind: 'secondFactorRemoved', recipient: me.email });
    expect((await new CookieBrowser(server).signIn(me)).headers.location).toBe('/account');
  });

  it('signing out everywhere else ends the trust in other browsers, not in this one', async () => {
    const { app } = await protect(server, browser);
    const [here, there] = [new CookieBrowser(server), new CookieBrowser(server)];
    for (const each of [here, there]) {
      await each.signIn(me);
      await each.post('/sign-in/code', { code: app.next(), trust: 'yes' });
    }
    expect((await kept()).trusted).toBe(2);
    const events = await trail.of(() => here.post('/account/end-others'));
    expect(events.map(({ action }) => action)).toEqual([
      'session.ended',
      'device.ended',
      'browser.untrusted',
    ]);
    expect((await kept()).trusted).toBe(1);
    expect((await here.signIn(me)).headers.location).toBe('/account');
    expect((await there.signIn(me)).headers.location).toBe('/sign-in/code');
    const again = await trail.of(() => here.post('/account/end-others'));
    expect(again.map(({ action }) => action)).not.toContain('browser.untrusted');
  });

  it('each step leaves its event in the audit', async () => {
    const { app } = await protect(server, browser);
    const made = await trail.of(() => browser.post(`${PAGE}/codes`));
    expect(made.map(({ action }) => action)).toEqual(['recovery-codes.made']);
    const other = new CookieBrowser(server);
    await other.signIn(me);
    const wrong = await trail.of(() => other.post('/sign-in/code', { code: app.wrong() }));
    expect(wrong).toMatchObject([{ action: 'signin.second-factor', outcome: 'refused', account: me.id }]);
    const trusted = await trail.of(() => other.post('/sign-in/code', { code: app.next(), trust: 'yes' }));
    expect(trusted).toMatchObject([
      { action: 'signin.second-factor', outcome: 'ok', account: me.id, details: { by: 'code' } },
      { action: 'browser.trusted', outcome: 'ok', account: me.id },
    ]);
    const [, digest] = /name="browser" value="([0-9a-f]{64})"/.exec((await other.get(PAGE)).text) ?? [];
    const ended = await trail.of(() => other.post(`${PAGE}/untrust`, { browser: digest }));
    expect(ended).toMatchObject([{ action: 'browser.untrusted', account: me.id }]);
  });

  it('appears in the history of sign-ins', async () => {
    const { app } = await protect(server, browser);
    const other = new CookieBrowser(server);
    await other.signIn(me);
    await other.post('/sign-in/code', { code: app.wrong() });
    await other.post('/sign-in/code', { code: app.next() });
    const { text } = await other.get('/account/history');
    for (const line of ['Second factor set up', 'Wrong code', 'Code accepted']) expect(text).toContain(line);
  });
});
