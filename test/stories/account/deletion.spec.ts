import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { basic, bearer, loggedAccount, post, tokensFor } from '../../support/a01.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { CLIENTS } from '../../support/fixtures.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { headingOf, outboxOf, provision, resultOf, statusOf } from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('deleting the own account (D237)', () => {
  let server: TestServer;
  let trail: AuditTrail;
  let me: Member;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown(); // nothing is sent, so links can be read
    trail = new AuditTrail(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    me = await newMember(server);
    browser = new CookieBrowser(server);
    await browser.signIn(me);
  });

  const ask = async () => {
    await browser.confirm(me);
    return browser.post('/account/data/delete');
  };
  const tokenAnswer = (password: string) => {
    const form = { identifier: me.email, password, tokentype: 'Bearer', deviceId: 'device-1' };
    return post(server, '/api/log2/generateaccesstokenbypassword', form, basic(CLIENTS.app));
  };
  const exists = async () =>
    (await rows<{ id: string }>(server, 'SELECT id::text FROM account WHERE id = $1', [me.id])).length === 1;

  it('signs out everywhere at once, ends tokens, states the date, and notifies the addresses', async () => {
    const { access_token: token } = await tokensFor(server, me);
    const other = new CookieBrowser(server);
    await other.signIn(me);
    await browser.confirm(me);
    const events = await trail.of(async () => {
      const answer = await browser.post('/account/data/delete');
      expect([answer.status, headingOf(answer)]).toEqual([200, 'Your account will be deleted']);
    });
    expect(events.map(({ action }) => action)).toEqual(['token.revoked', 'deletion.asked']);
    for (const one of [browser, other]) expect((await one.get('/account')).headers.location).toBe('/sign-in');
    expect((await loggedAccount(server, bearer(token))).status).toBe(401);
    expect((await outboxOf(server, me.id))[0]).toMatchObject({ kind: 'deletionAsked', recipient: me.email });
  });

  it('asks for the password once more, even right after the sign-in, and not again within five minutes', async () => {
    const leadsTo = async () => (await browser.post('/account/data/delete')).headers.location;
    const confirm = '/confirm?next=%2Faccount%2Fdata';
    expect(await leadsTo()).toBe(confirm);
    await browser.confirm(me);
    server.clock.advance({ minutes: 5 });
    expect([await leadsTo(), await statusOf(server, me.id)]).toEqual([confirm, 'active']);
    await browser.confirm(me);
    expect((await browser.post('/account/data/delete')).status).toBe(200);
  });

  it('another site and a role change nothing', async () => {
    const foreign = await browser.post('/account/data/delete', {}, { 'Sec-Fetch-Site': 'cross-site' });
    expect(foreign.status).toBe(403);
    await rows(server, `UPDATE account SET role = 'support' WHERE id = $1 RETURNING 1`, [me.id]);
    const refused = await ask();
    expect([refused.status, refused.text.includes('administers the service')]).toEqual([400, true]);
    expect(await statusOf(server, me.id)).toBe('active');
  });

  it('a founder hands the family over first; a founder without other members need not', async () => {
    const familyId = resultOf(await provision(server, 'createfamily', { FamilyName: 'Mine' }));
    const join = (accountId: string, AccountType: string) =>
      provision(server, 'addaccount2family', { accountId, familyId, AccountType });
    const other = await newMember(server);
    await join(me.id, '2');
    await join(other.id, '0');
    const refused = await ask();
    expect([refused.status, refused.text.includes('hand over each family')]).toEqual([400, true]);
    await provision(server, 'removeaccount2family', { accountId: other.id, familyId });
    expect((await ask()).status).toBe(200);
  });

  it('for seven days the password leads to the page to keep the account; apps get no sign of it', async () => {
    await ask();
    const asApplication = await tokenAnswer(me.password);
    const wrong = await tokenAnswer('wrong');
    expect([asApplication.status, asApplication.body]).toEqual([wrong.status, wrong.body]);
    server.clock.advance({ days: 6 });
    const back = new CookieBrowser(server);
    expect((await back.get('/keep-account')).status).toBe(410);
    const notMine = await back.post('/sign-in', { identifier: me.email, password: 'wrong' });
    expect(notMine.text).not.toContain('/keep-account');
    const signIn = await back.post('/sign-in', { identifier: me.email, password: me.password });
    expect([signIn.status, signIn.text.includes('href="/keep-account"')]).toEqual([401, true]);
    expect((await back.get('/account')).headers.location).toBe('/sign-in');
    expect(headingOf(await back.get('/keep-account'))).toBe('Keep your account?');
    const events = await trail.of(async () => {
      const kept = await back.post('/keep-account');
      expect([kept.status, kept.headers.location]).toEqual([303, '/account']);
    });
    expect(events).toMatchObject([{ action: 'deletion.undone', account: me.id }]);
    expect((await back.get('/account')).status).toBe(200);
    expect((await outboxOf(server, me.id)).map(({ kind }) => kind)).toContain('deletionUndone');
    server.clock.advance({ days: 8 });
    await server.get(CleanUp).run();
    expect(await exists()).toBe(true);
  });

  it('the page to keep the account expires ten minutes after the password', async () => {
    await ask();
    const back = new CookieBrowser(server);
    await back.post('/sign-in', { identifier: me.email, password: me.password });
    server.clock.advance({ minutes: 10 });
    for (const answer of [await back.get('/keep-account'), await back.post('/keep-account')])
      expect([answer.status, headingOf(answer)]).toEqual([410, 'This took too long']);
    expect(await statusOf(server, me.id)).toBe('disabled');
  });

  it('after seven days everything is gone, and nothing before', async () => {
    await ask();
    server.clock.advance({ days: 7, seconds: -1 });
    await server.get(CleanUp).run();
    expect(await exists()).toBe(true);
    server.clock.advance({ seconds: 1 });
    const events = await trail.of(() => server.get(CleanUp).run());
    expect(await exists()).toBe(false);
    expect(events).toEqual([{ action: 'deletion.done', outcome: 'ok', target: `account:${me.id}` }]);
    const back = await new CookieBrowser(server).post('/sign-in', {
      identifier: me.email,
      password: me.password,
    });
    expect(back.text).not.toContain('/keep-account');
  });

  it("an administrator who enables the account keeps it; an account disabled otherwise can't be kept", async () => {
    await ask();
    await server.get(AccountService).enable(me.id);
    expect(await statusOf(server, me.id)).toBe('active');
    await server.get(AccountService).disable(me.id);
    server.clock.advance({ days: 8 });
    await server.get(CleanUp).run();
    expect(await exists()).toBe(true);
    const back = await new CookieBrowser(server).post('/sign-in', {
      identifier: me.email,
      password: me.password,
    });
    expect(back.text).not.toContain('/keep-account');
  });

  it("an administrator who disables it stops the deletion, and it can't be kept by its owner", async () => {
    await ask();
    const admin = await AdminApi.signIn(server, await newAdmin(server));
    const { body } = await admin.send('GET', `/accounts/${me.id}`);
    expect(body).toMatchObject({ status: 'disabled', deletesAt: expect.stringMatching(/^20/) as unknown });
    await admin.send('PATCH', `/accounts/${me.id}`, { body: { status: 'disabled' }, ifMatch: '*' });
    expect((await admin.send('GET', `/accounts/${me.id}`)).body).toMatchObject({ deletesAt: null });
    const back = await new CookieBrowser(server).post('/sign-in', {
      identifier: me.email,
      password: me.password,
    });
    expect(back.text).not.toContain('/keep-account');
    server.clock.advance({ days: 8 });
    await server.get(CleanUp).run();
    expect(await statusOf(server, me.id)).toBe('disabled');
  });

  it('kept and deleted at once: one of both happens, as answered', async () => {
    for (let round = 0; round < 8; round++) {
      const who = await newMember(server);
      const tab = new CookieBrowser(server);
      await tab.signIn(who);
      await tab.confirm(who);
      await tab.post('/account/data/delete');
      server.clock.advance({ days: 7, seconds: -1 });
      const back = new CookieBrowser(server);
      await back.post('/sign-in', { identifier: who.email, password: who.password });
      const keeping = back.post('/keep-account');
      if (round % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
      server.clock.advance({ seconds: 1 });
      const [{ status }] = await Promise.all([keeping, server.get(CleanUp).run()]);
      expect([303, 410]).toContain(status);
      await server.get(CleanUp).run();
      const found = await rows<{ status: string }>(server, 'SELECT status FROM account WHERE id = $1', [
        who.id,
      ]);
      expect(found).toEqual(status === 303 ? [{ status: 'active' }] : []);
    }
  });
});
