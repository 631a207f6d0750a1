import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { giveAddress } from '../../support/addresses.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { CookieBrowser } from '../../support/authorization.js';
import { protect, settleFactor } from '../../support/device-passwords.js';
import { rows } from '../../support/database-rows.js';
import {
  askForReset,
  newestMessage,
  newMember,
  NEXT_PASSWORD,
  type Member,
} from '../../support/forgotten-password.js';
import { headingOf, newEmail, outboxOf, statusOf } from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { UNSENT } from '../../support/two-browsers.js';

const THIEFS = 'only-the-thief-knows-1';

describe('account that a password thief asks to delete (D378)', () => {
  let server: TestServer;
  let me: Member;
  let thief: CookieBrowser;
  beforeAll(async () => {
    server = await startApp(UNSENT);
    await server.get(OutboxWorker).beforeApplicationShutdown(); // nothing is sent, so links can be read
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1 });
    me = await newMember(server);
    thief = new CookieBrowser(server);
    await thief.signIn(me);
  });

  /** The thief changes the password, and requests the deletion of the account. */
  async function askToDelete(): Promise<void> {
    await thief.post('/account/password', { current: me.password, password: THIEFS, reason: 'known' });
    await thief.confirm({ ...me, password: THIEFS });
    expect(headingOf(await thief.post('/account/data/delete'))).toBe('Your account will be deleted');
  }

  async function askedFor(identifier: string): Promise<string> {
    await askForReset(server, new CookieBrowser(server), identifier);
    const { kind, recipient, path } = await newestMessage(server, me.id);
    expect([kind, recipient]).toEqual(['reset', identifier]);
    return path;
  }

  /** Chooses a new password by the link. @returns the browser, which may keep the account */
  async function chosenBy(path: string): Promise<CookieBrowser> {
    const owner = new CookieBrowser(server);
    const answer = await owner.post(path, { password: NEXT_PASSWORD });
    expect([answer.status, answer.headers.location]).toEqual([303, '/keep-account']);
    expect([await statusOf(server, me.id), (await owner.get('/account')).status]).toEqual(['disabled', 303]);
    return owner;
  }

  it('is kept by the reader of its mail: "Forgot your password?" sends a link for seven days', async () => {
    await askToDelete();
    server.clock.advance({ days: 6 });
    const owner = await chosenBy(await askedFor(me.email));
    expect(headingOf(await owner.get('/keep-account'))).toBe('Keep your account?');
    expect((await owner.post('/keep-account')).headers.location).toBe('/account');
    expect((await owner.get('/account')).status).toBe(200);
    expect((await new CookieBrowser(server).signIn({ ...me, password: THIEFS })).status).toBe(401);
  });

  it('is kept by a link from before the request, too', async () => {
    const path = await askedFor(me.email);
    await askToDelete();
    const owner = await chosenBy(path);
    expect((await owner.post('/keep-account')).headers.location).toBe('/account');
  });

  it('is not kept with a password that has since been replaced', async () => {
    await askToDelete();
    await thief.post('/sign-in', { identifier: me.email, password: THIEFS });
    expect(headingOf(await thief.get('/keep-account'))).toBe('Keep your account?');
    const owner = await chosenBy(await askedFor(me.email));
    expect((await thief.post('/keep-account')).status).toBe(410);
    expect((await owner.post('/keep-account')).headers.location).toBe('/account');
    expect((await thief.get('/account')).headers.location).toBe('/sign-in');
  });

  it("is kept without the thief's second factor, which is still asked for at the next sign-in", async () => {
    await protect(server, me.id);
    await askToDelete();
    const owner = await chosenBy(await askedFor(me.email));
    expect((await owner.get('/keep-account')).text).not.toContain('name="code"');
    expect((await owner.post('/keep-account')).headers.location).toBe('/sign-in/code');
    expect([await statusOf(server, me.id), (await owner.get('/lost-factor')).status]).toEqual([
      'active',
      200,
    ]);
  });

  it("is kept without the thief's second factor even if its only address is young", async () => {
    const mine = newEmail();
    await giveAddress(server, me.id, mine, { addedDaysAgo: 10 });
    await rows(server, 'DELETE FROM account_identifier WHERE normalized = $1 RETURNING 1', [me.email]);
    await protect(server, me.id);
    await askToDelete();
    const owner = await chosenBy(await askedFor(mine));
    expect((await owner.post('/keep-account')).headers.location).toBe('/sign-in/code');
  });

  it('is not kept by the mailbox only, if a settled second factor protects it', async () => {
    await protect(server, me.id);
    await settleFactor(server, me.id);
    await askToDelete();
    const owner = await chosenBy(await askedFor(me.email));
    expect((await owner.get('/keep-account')).text).toContain('name="code"');
    expect((await owner.post('/keep-account')).headers.location).toBeUndefined();
    expect(await statusOf(server, me.id)).toBe('disabled');
  });

  it('is not kept by a link to an address that the thief added, if it has another', async () => {
    const thiefs = newEmail();
    await giveAddress(server, me.id, thiefs, { addedDaysAgo: 1 });
    await askToDelete();
    await askForReset(server, new CookieBrowser(server), thiefs);
    expect((await newestMessage(server, me.id)).recipient).toBe(me.email);
  });

  it('gets a link from an administrator too; an account that an administrator disabled gets none', async () => {
    await askToDelete();
    const admin = await AdminApi.signIn(server, await newAdmin(server));
    const send = () => admin.send('POST', `/accounts/${me.id}/password-reset`);
    expect((await send()).status).toBe(202);
    const owner = await chosenBy((await newestMessage(server, me.id)).path);
    await server.get(AccountService).disable(me.id);
    expect((await owner.post('/keep-account')).status).toBe(410);
    server.clock.advance({ minutes: 6 });
    expect((await send()).status).toBe(409);
    const before = (await outboxOf(server, me.id)).length;
    await askForReset(server, new CookieBrowser(server), me.email);
    expect((await outboxOf(server, me.id)).length).toBe(before);
  });

  it('can’t be kept once its time has expired: a link from the last minute keeps nothing then', async () => {
    await askToDelete();
    server.clock.advance({ days: 7, minutes: -1 });
    const owner = await chosenBy(await askedFor(me.email));
    server.clock.advance({ minutes: 1 });
    expect((await owner.post('/keep-account')).status).toBe(410);
    const found = await rows(server, `SELECT FROM account WHERE id = $1 AND status = 'disabled'`, [me.id]);
    expect(found).toHaveLength(1);
  });
});
