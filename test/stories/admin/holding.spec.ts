import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { tokenStatus, tokensFor } from '../../support/a01.js';
import type { AdminApi } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { askForReset, newestMessage, NEXT_PASSWORD } from '../../support/forgotten-password.js';
import { request } from '../../support/http.js';
import { invited } from '../../support/invitations.js';
import { StolenAccount } from '../../support/stolen-account.js';

describe('account on hold (D328)', () => {
  let stage: StolenAccount;
  let trail: AuditTrail;
  beforeAll(async () => {
    stage = await StolenAccount.start();
    trail = new AuditTrail(stage.server);
  });
  afterAll(() => stage.server.close());
  beforeEach(() => stage.renew());

  it('lets nobody in and ends what disabling ends; every address gets a notice, and administrators see the end', async () => {
    const second = await stage.addEmail();
    const { access_token: token } = await tokensFor(stage.server, stage.me);
    const browser = new CookieBrowser(stage.server);
    await browser.signIn(stage.me);
    const events = await trail.of(() => stage.hold());
    expect(events.filter(({ action }) => action === 'account.held')).toEqual([
      expect.objectContaining({ outcome: 'ok', target: `account:${stage.me.id}` }),
    ]);
    expect(await tokenStatus(stage.server, token)).toBe(401);
    expect((await browser.get('/account')).status).not.toBe(200);
    expect(await stage.signsIn(stage.me.password)).toBe(false);
    expect(await stage.recipients('accountHeld')).toEqual([stage.me.email, second].sort());
    const { status, heldUntil } = await stage.account();
    const until = stage.server.clock.millis() + 72 * 3_600_000;
    expect([status, heldUntil]).toEqual(['disabled', new Date(until).toISOString()]);
    const page = await request(stage.server, {
      path: `/admin/accounts/${stage.me.id}`,
      headers: { Cookie: await stage.support.consoleCookie() },
    });
    expect(page.text).toContain('On hold');
  });

  it('ends by itself after 72 hours, not before', async () => {
    await stage.hold();
    stage.server.clock.advance({ days: 2, minutes: 24 * 60 - 1 });
    await stage.server.get(CleanUp).run();
    expect(await stage.signsIn(stage.me.password)).toBe(false);
    stage.server.clock.advance({ minutes: 1 });
    await stage.server.get(CleanUp).run();
    expect(
      await count(
        stage.server,
        'audit_event',
        `action = 'account.hold_ended' AND target = 'account:${stage.me.id}'`,
      ),
    ).toBe(1);
    await stage.signInHelpers();
    expect(await stage.state()).toEqual(['active', false]);
    expect(await stage.signsIn(stage.me.password)).toBe(true);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'before',
      async () =>
        expect([
          (await stage.setStatus('disabled')).status,
          (await stage.send(stage.admin, 'hold')).status,
        ]).toEqual([200, 409]),
    ],
    [
      'meanwhile',
      async () => [await stage.hold(), expect((await stage.setStatus('disabled')).status).toBe(200)],
    ],
  ])('never enables what an administrator disabled %s', async (_, work) => {
    await work();
    expect(await stage.state()).toEqual(['disabled', false]);
    stage.server.clock.advance({ days: 4 });
    await stage.server.get(CleanUp).run();
    expect(await stage.signsIn(stage.me.password)).toBe(false);
  });

  it('never cancels a later deletion request of its user', async () => {
    await stage.hold();
    await stage.setStatus('active');
    expect(await stage.state()).toEqual(['active', false]);
    const browser = new CookieBrowser(stage.server);
    await browser.signIn(stage.me);
    await browser.confirm(stage.me);
    expect((await browser.post('/account/data/delete')).status).toBe(200);
    stage.server.clock.advance({ days: 4 });
    await stage.server.get(CleanUp).run();
    expect(await stage.signsIn(stage.me.password)).toBe(false);
  });

  it('ends with a new password by a link that support sends; a stranger gets none', async () => {
    await stage.hold();
    await askForReset(stage.server, new CookieBrowser(stage.server), stage.me.email);
    expect(await stage.kinds()).not.toContain('reset');
    expect((await stage.send(stage.support, 'password-reset')).status).toBe(202);
    expect((await newestMessage(stage.server, stage.me.id)).recipient).toBe(stage.me.email);
    expect(await stage.choose()).toBe(303);
    expect(await stage.state()).toEqual(['active', false]);
    expect([await stage.signsIn(stage.me.password), await stage.signsIn(NEXT_PASSWORD)]).toEqual([
      false,
      true,
    ]);
  });

  it('ends links that were requested before', async () => {
    await askForReset(stage.server, new CookieBrowser(stage.server), stage.me.email);
    await stage.hold();
    expect(await stage.choose()).toBe(410);
    expect(await stage.state()).toEqual(['disabled', true]);
  });

  it('refuses a pending account, support for one with a role, and the last administrator', async () => {
    const guest = await invited(stage.server);
    const pending = await stage.support.send('POST', `/accounts/${guest.accountId}/hold`);
    const ofRole = (by: AdminApi) => by.send('POST', `/accounts/${stage.helper.id}/hold`);
    await rows(
      stage.server,
      `UPDATE account SET role = 'support' WHERE role = 'administrator' AND id <> $1`,
      [stage.helper.id],
    );
    const [bySupport, last] = [await ofRole(stage.support), await ofRole(stage.admin)];
    expect([pending.status, bySupport.status, last.status]).toEqual([409, 403, 409]);
    expect((await stage.support.send('POST', '/accounts/999999/hold')).status).toBe(404);
  });
});
