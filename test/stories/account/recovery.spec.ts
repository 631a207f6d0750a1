import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { AdminApi, consoleCookieOf, newAdmin } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { protect } from '../../support/device-passwords.js';
import { newMember, newestMessage, type Member } from '../../support/forgotten-password.js';
import { request } from '../../support/http.js';
import { headingOf, linkIn, newEmail, outboxOf } from '../../support/invitations.js';
import { startAtName } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';

const WAIT = { days: 2 };

describe('getting back in without the second factor (D250)', () => {
  let server: TestServer;
  let trail: AuditTrail;
  let me: Member;
  let second: string;
  const browser = () => new CookieBrowser(server);
  beforeAll(async () => {
    ({ server } = await startAtName({ SMTP_URL: 'smtp://127.0.0.1:9' }));
    await server.get(OutboxWorker).beforeApplicationShutdown(); // messages can be read
    trail = new AuditTrail(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 31 }); // earlier requests do not count
    me = await newMember(server);
    second = newEmail();
    const more = `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated) VALUES ($1, 'Email', $2, $2, true) RETURNING 1`;
    await rows(server, more, [me.id, second]);
    await protect(server, me.id);
  });

  /** Makes the first step of a sign-in, and requests on the way that the second one is removed. */
  const ask = async () => {
    const lost = browser();
    expect((await lost.signIn(me)).headers.location).toBe('/sign-in/code');
    expect((await lost.get('/sign-in/code')).text).toContain('href="/lost-factor"');
    return lost.post('/lost-factor');
  };
  const isProtected = async () => (await count(server, 'totp', `account_id = ${me.id}`)) === 1;
  /** The newest links, by the address that they went to. */
  const links = async () => {
    const sent = (await outboxOf(server, me.id)).filter(({ kind }) => kind === 'recovery');
    return new Map(
      sent.reverse().map((one) => [one.recipient, linkIn(server, one.payload as Buffer).pathname]),
    );
  };
  const pathTo = async (recipient: string) => (await links()).get(recipient) as string;
  const kinds = async () => (await outboxOf(server, me.id)).map(({ kind }) => kind);
  const postTo = (path: string) => browser().post(path, {});

  it('notifies every confirmed address, waits, then removes the factor once by any link, and notifies them', async () => {
    const events = await trail.of(() => ask());
    expect(events.at(-1)?.action).toBe('recovery.asked');
    expect([...(await links()).keys()].sort()).toEqual([me.email, second].sort());
    const path = await pathTo(me.email);
    expect(headingOf(await browser().get(path))).toMatch(/^You can remove it on /);
    server.clock.advance({ days: 1, minutes: 23 * 60 + 59 });
    expect([(await postTo(path)).status, await isProtected()]).toEqual([400, true]);
    server.clock.advance({ minutes: 2 });
    expect(headingOf(await browser().get(path))).toBe('Remove the second factor?');
    expect(await isProtected()).toBe(true); // opening it, as mail scanners do, does nothing
    const done = await trail.of(async () => {
      const answer = await postTo(path);
      expect([answer.status, headingOf(answer)]).toEqual([200, 'The second factor is removed']);
    });
    expect(done.map(({ action }) => action)).toEqual(['recovery.done']);
    expect(await isProtected()).toBe(false);
    expect((await kinds()).slice(0, 2)).toEqual(['recoveryDone', 'recoveryDone']);
    for (const used of [path, `${path}/stop`, await pathTo(second)])
      expect((await postTo(used)).status).toBe(410);
  });

  it('one click on any address stops it, at any time; then no link works', async () => {
    await ask();
    const [mine, other] = [await pathTo(me.email), await pathTo(second)];
    server.clock.advance({ days: 2, minutes: 60 });
    const events = await trail.of(async () => {
      const answer = await postTo(`${other}/stop`);
      expect([answer.status, headingOf(answer)]).toEqual([200, 'Request cancelled']);
    });
    expect(events.map(({ action }) => action)).toEqual(['recovery.stopped']);
    for (const path of [mine, other, `${mine}/stop`]) expect((await postTo(path)).status).toBe(410);
    expect([await isProtected(), (await kinds())[0]]).toEqual([true, 'recoveryStopped']);
    server.clock.advance({ days: 1 });
    await ask(); // begins again, with the whole wait
    expect(headingOf(await browser().get(await pathTo(me.email)))).toMatch(/^You can remove it on /);
  });

  it('a repeated request sends new links and does not prolong the wait', async () => {
    await ask();
    const first = await pathTo(me.email);
    server.clock.advance({ days: 1, minutes: 23 * 60 });
    await ask();
    const newer = await pathTo(me.email);
    expect([newer === first, (await browser().get(first)).status]).toEqual([false, 410]);
    server.clock.advance({ minutes: 120 });
    expect((await postTo(newer)).status).toBe(200);
  });

  it('of two removals at once one succeeds; of removing and stopping at once one wins', async () => {
    await ask();
    server.clock.advance(WAIT);
    const [a, b] = [await pathTo(me.email), await pathTo(second)];
    const both = await Promise.all([postTo(a), postTo(b), postTo(`${a}/stop`)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    const told = (await kinds()).filter((kind) => kind === 'recoveryDone' || kind === 'recoveryStopped');
    expect(new Set(told).size).toBe(1);
    expect(await isProtected()).toBe(told[0] === 'recoveryStopped');
  });

  it('ends with the lost factor: a factor that was set up since has its own wait', async () => {
    await ask();
    const path = await pathTo(me.email);
    await rows(server, 'DELETE FROM totp WHERE account_id = $1 RETURNING 1', [me.id]);
    server.clock.advance({ days: 1 });
    await protect(server, me.id);
    server.clock.advance({ days: 1, minutes: 1 });
    const answers = [await browser().get(path), await postTo(path), await postTo(`${path}/stop`)];
    expect([...answers.map(({ status }) => status), await isProtected()]).toEqual([410, 410, 410, true]);
    await ask();
    const newer = await pathTo(me.email);
    expect(headingOf(await browser().get(newer))).toMatch(/^You can remove it on /);
    expect([(await postTo(newer)).status, await isProtected()]).toEqual([400, true]);
    server.clock.advance(WAIT);
    expect([(await postTo(newer)).status, await isProtected()]).toEqual([200, false]);
  });

  it('does nothing once the account is disabled, or a week after the wait', async () => {
    await ask();
    const path = await pathTo(me.email);
    server.clock.advance(WAIT);
    await server.get(AccountService).disable(me.id);
    expect([(await postTo(path)).status, (await postTo(`${path}/stop`)).status]).toEqual([410, 410]);
    await rows(server, `UPDATE account SET status = 'active' WHERE id = $1 RETURNING 1`, [me.id]);
    server.clock.advance({ days: 7, minutes: 1 });
    expect([(await postTo(path)).status, await isProtected()]).toEqual([410, true]);
    await server.get(CleanUp).run();
    expect(await count(server, 'factor_recovery', `account_id = ${me.id}`)).toBe(1); // 90 days: whether a link stopped it
    server.clock.advance({ days: 90 });
    await server.get(CleanUp).run();
    expect(await count(server, 'factor_recovery', `account_id = ${me.id}`)).toBe(0);
  });

  it('requires the first factor: strangers are told to sign in, whatever they send', async () => {
    const stranger = browser();
    expect((await stranger.get('/lost-factor')).text).toContain('Sign in with your password first.');
    const { status, text } = await stranger.post('/lost-factor', { identifier: me.email });
    expect([status, text.includes('Sign in with your password first.')]).toEqual([200, true]);
    expect(await count(server, 'factor_recovery', `account_id = ${me.id}`)).toBe(0);
    expect((await browser().get('/lost-factor/' + 'x'.repeat(43))).status).toBe(410);
  });

  it('refuses an account without a second factor, or with a role: another administrator begins it', async () => {
    const plain = browser();
    await plain.signIn(await newMember(server));
    const refused = await plain.post('/lost-factor');
    expect([refused.status, refused.text.includes('No link can be sent for this account')]).toEqual([
      409,
      true,
    ]);
    await rows(server, `UPDATE account SET role = 'support' WHERE id = $1 RETURNING 1`, [me.id]);
    expect([(await ask()).status, (await links()).size]).toEqual([409, 0]);
  });

  it('for an account with only a passkey begins on its confirmation page, and removes the passkey', async () => {
    await rows(server, 'DELETE FROM totp WHERE account_id = $1 RETURNING 1', [me.id]);
    const lost = browser();
    await lost.signIn(me);
    await rows(
      server,
      `INSERT INTO passkey (account_id, credential_id, user_handle, public_key, counter, transports, is_synced, is_backed_up, name, rp_id, created_at)
       VALUES ($1, $2, $2, '', 0, '{}', false, false, 'Phone', 'localhost', $3) RETURNING 1`,
      [me.id, Buffer.from(me.email), server.clock.now()],
    );
    const asked = await lost.post('/account/second-factor');
    expect(asked.headers.location).toBe('/confirm?next=%2Faccount%2Fsecond-factor');
    expect((await lost.get('/confirm')).text).toContain('href="/lost-factor"');
    expect((await lost.post('/lost-factor')).status).toBe(200);
    server.clock.advance(WAIT);
    expect((await postTo(await pathTo(me.email))).status).toBe(200);
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(0);
    await lost.signIn(me);
    expect((await lost.post('/account/second-factor')).status).toBe(200);
  });

  it('sends at most five a day', async () => {
    const sent = () => count(server, 'outbox_message', `account_id = ${me.id} AND kind = 'recovery'`);
    for (const n of [2, 4, 6, 8, 10, 10]) {
      await ask();
      expect(await sent()).toBe(n);
      server.clock.advance({ minutes: 20 });
    }
  });

  describe('administrator', () => {
    const start = async (role: 'administrator' | 'support', id = me.id) => {
      const api = await AdminApi.signIn(server, await newAdmin(server, role));
      return api.send('POST', `/accounts/${id}/factor-recovery`);
    };

    it.each(['administrator', 'support'] as const)(
      '(%s) starts it, and cannot skip the wait',
      async (role) => {
        const events = await trail.of(async () => expect((await start(role)).status).toBe(202));
        expect(events.at(-1)).toMatchObject({
          action: 'account.recovery_started',
          target: `account:${me.id}`,
        });
        const { path } = await newestMessage(server, me.id);
        expect([(await postTo(path)).status, await isProtected()]).toEqual([400, true]);
      },
    );

    it('has a form for it in the console (src/admin/accounts/account.page.spec.ts)', async () => {
      const Cookie = await consoleCookieOf(server, await newAdmin(server));
      const headers = { Cookie, Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin' };
      const path = `/admin/accounts/${me.id}/factor-recovery`;
      const pressed = await request(server, { path, form: {}, headers });
      expect([pressed.status, pressed.headers.location]).toEqual([
        303,
        `/admin/accounts/${me.id}/sign-in?done=recovery`,
      ]);
      expect((await links()).size).toBe(2);
    });

    it('with the role support can’t start it for an account with a role', async () => {
      await rows(server, `UPDATE account SET role = 'support' WHERE id = $1 RETURNING 1`, [me.id]);
      expect((await start('support')).status).toBe(403);
      expect((await start('administrator')).status).toBe(202);
    });

    it('learns why it can’t be started', async () => {
      expect((await start('administrator')).status).toBe(202);
      expect((await start('administrator')).status).toBe(409);
      const plain = await newMember(server);
      const refused = await start('administrator', plain.id);
      expect([refused.status, refused.text.includes('no second factor')]).toEqual([409, true]);
      expect((await start('administrator', '999999')).status).toBe(404);
    });
  });
});
