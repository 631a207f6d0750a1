import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tokenStatus } from '../../support/a01.js';
import { giveAddress, leaveUnread } from '../../support/addresses.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser, exchange, THIRD_PARTIES } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { protect, settleFactor } from '../../support/device-passwords.js';
import { askForReset, newMember, NEXT_PASSWORD } from '../../support/forgotten-password.js';
import { invited, newEmail, outboxOf, PASSWORD, submit } from '../../support/invitations.js';
import { StolenAccount } from '../../support/stolen-account.js';

describe('account secured by an administrator (D329)', () => {
  let stage: StolenAccount;
  let trail: AuditTrail;
  beforeAll(async () => {
    stage = await StolenAccount.start();
    trail = new AuditTrail(stage.server);
  });
  afterAll(() => stage.server.close());
  beforeEach(() => stage.renew());

  it('waits for one link to the chosen address; nothing else opens it, and all addresses get a notice', async () => {
    const chosen = await stage.addEmail();
    const { text, body } = await stage.secure({ to: await stage.identifierOf(chosen) });
    expect([text.includes(chosen), body]).toEqual([
      false,
      expect.objectContaining({ sentTo: `${chosen[0]}…@invited.example`, isRecovering: false }),
    ]);
    expect(await stage.recipients('reset')).toEqual([chosen]);
    expect(await stage.recipients('accountSecured')).toEqual([stage.me.email, chosen].sort());
    await askForReset(stage.server, new CookieBrowser(stage.server), stage.me.email);
    expect((await stage.send(stage.support, 'password-reset')).status).toBe(409);
    expect(await stage.recipients('reset')).toEqual([chosen]);
    expect([await stage.state(), await stage.signsIn(stage.me.password)]).toEqual([
      ['disabled', true],
      false,
    ]);
    expect(await stage.choose()).toBe(303);
    expect([
      await stage.state(),
      await stage.signsIn(stage.me.password),
      await stage.signsIn(NEXT_PASSWORD),
    ]).toEqual([['active', false], false, true]);
  });

  it('has a password that nobody knows, never an empty one', async () => {
    await stage.secure({ to: await stage.identifierOf(stage.me.email) });
    const sql = `SELECT password_hash AS hash FROM account WHERE id = $1`;
    expect((await rows<{ hash: string }>(stage.server, sql, [stage.me.id]))[0].hash).toMatch(
      /^\$2b\$04\$.{22}\.{31}$/,
    );
    expect(await stage.signsIn(stage.me.password)).toBe(false);
  });

  it('sends the link to a confirmed e-mail address older than a month, and to no other', async () => {
    const dormant = await stage.addEmail();
    await rows(stage.server, `UPDATE account_identifier SET confirmed_at = $2 WHERE value = $1 RETURNING 1`, [
      dormant,
      new Date(stage.server.clock.millis() - 401 * 86_400_000),
    ]);
    const [young, unconfirmed] = [
      await stage.addEmail(stage.server.clock.now()),
      await stage.addEmail(null, false),
    ];
    const other = await newMember(stage.server);
    for (const to of [
      await stage.identifierOf(young),
      await stage.identifierOf(unconfirmed),
      await stage.identifierOf(dormant),
      await stage.identifierOf(other.email),
      '999999999999999999',
      'anna',
    ]) {
      const { status, body } = await stage.secure({ to });
      expect([status, body.errors]).toEqual([
        422,
        [{ field: 'to', message: expect.stringContaining('must be a confirmed e-mail address') }],
      ]);
    }
    expect((await stage.secure({ to: 'link' })).status).toBe(409);
    expect((await stage.secure({})).status).toBe(422);
    expect(
      (await stage.secure({ to: await stage.identifierOf(stage.me.email), endsGrants: 'yes' })).status,
    ).toBe(422);
    expect([await stage.state(), await stage.signsIn(stage.me.password)]).toEqual([['active', false], true]);
  });

  it('hands over a one-time link if it has no address', async () => {
    const login = `login-${stage.me.id}`;
    const guest = await invited(stage.server, { Type: 'Login', Identifier: login });
    await submit(stage.server, guest.path, { name: 'Mia', password: PASSWORD });
    stage.me = { id: guest.accountId, email: login, password: PASSWORD };
    const { status, body } = await stage.secure({ to: 'link' });
    expect([status, body.sentTo]).toEqual([200, null]);
    const [message] = (await outboxOf(stage.server, stage.me.id)).filter(({ kind }) => kind === 'reset');
    expect([message.channel, message.recipient]).toEqual(['handover', '']);
    const shown = await stage.admin.send('GET', `/outbox/${message.id}/text`);
    expect(shown.body.text).toContain('/reset/');
    expect(await stage.choose()).toBe(303);
    expect(await stage.signsIn(NEXT_PASSWORD)).toBe(true);
  });

  it('hands it over after a login was added on hold, and the stolen mailbox was removed', async () => {
    await stage.hold();
    const login = `only-${stage.me.id}`;
    const path = `/accounts/${stage.me.id}/identifiers`;
    const address = await stage.admin.send('POST', path, { body: { type: 'Email', value: newEmail() } });
    const added = await stage.admin.send('POST', path, { body: { type: 'Login', value: login } });
    expect([address.status, added.status]).toEqual([409, 201]);
    expect(
      (await stage.admin.send('DELETE', `${path}/${await stage.identifierOf(stage.me.email)}`)).status,
    ).toBe(204);
    expect((await stage.secure({ to: 'link' })).status).toBe(200);
    expect(await stage.choose()).toBe(303);
    stage.me = { ...stage.me, email: login };
    expect(await stage.signsIn(NEXT_PASSWORD)).toBe(true);
  });

  it.each<[what: string, make: () => Promise<unknown>]>([
    [
      'a young address that is older than the settled one',
      async () => {
        await rows(
          stage.server,
          'UPDATE account_identifier SET added_at = $2 WHERE account_id = $1 RETURNING 1',
          [stage.me.id, stage.server.clock.now()],
        );
      },
    ],
    [
      'a young login',
      async () => {
        await giveAddress(stage.server, stage.me.id, `thief-${stage.me.id}`, {
          type: 'Login',
          addedDaysAgo: 1,
        });
        await rows(stage.server, 'DELETE FROM account_identifier WHERE normalized = $1 RETURNING 1', [
          stage.me.email,
        ]);
      },
    ],
  ])('hands over a link that works beside %s (D345)', async (_, make) => {
    await make();
    const dormant = newEmail();
    await giveAddress(stage.server, stage.me.id, dormant, { unreadDays: 401 });
    expect((await stage.secure({ to: 'link' })).status).toBe(200);
    expect(await stage.choose()).toBe(303);
    stage.me = { ...stage.me, email: dormant };
    expect(await stage.signsIn(NEXT_PASSWORD)).toBe(true);
  });

  it('a link that was handed over does not show that its address is read, and is worth no more than a password (D344, D345)', async () => {
    await leaveUnread(stage.server, stage.me.id, 401);
    await rows(stage.server, 'DELETE FROM sign_in WHERE account_id = $1 RETURNING 1', [stage.me.id]); // at one moment
    expect((await stage.secure({ to: 'link' })).status).toBe(200);
    expect(await stage.choose()).toBe(303);
    const read = `account_id = ${stage.me.id} AND confirmed_at > '${stage.server.clock.now().toISOString()}'::timestamptz - interval '401 days'`;
    expect(await count(stage.server, 'account_identifier', read)).toBe(0);
    const sql = 'SELECT rank FROM sign_in WHERE account_id = $1';
    expect(await rows(stage.server, sql, [stage.me.id])).toEqual([{ rank: 1 }]);
  });

  it('keeps apps allowed long ago unless that is ticked', async () => {
    const { shop } = THIRD_PARTIES;
    const connect = async () => {
      const browser = new CookieBrowser(stage.server);
      await browser.signIn(stage.me);
      const { access_token: token, refresh_token: refresh } = (
        await exchange(stage.server, shop, await browser.codeFor(shop))
      ).body;
      await rows(
        stage.server,
        `UPDATE token_grant SET created_at = created_at - interval '31 days' WHERE account_id = $1 RETURNING 1`,
        [stage.me.id],
      );
      await rows(
        stage.server,
        `UPDATE consent SET created_at = created_at - interval '31 days', given = NULL WHERE account_id = $1 RETURNING 1`,
        [stage.me.id],
      );
      return { token, refresh };
    };
    const consents = () => count(stage.server, 'consent', `account_id = ${stage.me.id}`);
    const { token } = await connect();
    await stage.secure({ to: await stage.identifierOf(stage.me.email) });
    expect([await tokenStatus(stage.server, token), await consents()]).toEqual([401, 1]);
    expect(await stage.choose()).toBe(303);
    expect(await tokenStatus(stage.server, token)).toBe(200);
    await stage.secure({ to: await stage.identifierOf(stage.me.email), endsGrants: true });
    expect(await stage.choose()).toBe(303);
    expect([await tokenStatus(stage.server, token), await consents()]).toEqual([401, 0]);
  });

  it('never removes a settled second factor; its recovery begins if that is ticked, with the wait', async () => {
    await protect(stage.server, stage.me.id);
    await settleFactor(stage.server, stage.me.id);
    const factors = () => count(stage.server, 'totp', `account_id = ${stage.me.id}`);
    const to = await stage.identifierOf(stage.me.email);
    expect((await stage.secure({ to })).body.isRecovering).toBe(false);
    expect([await factors(), await stage.kinds()]).toEqual([1, expect.not.arrayContaining(['recovery'])]);
    const events = await trail.of(() => stage.secure({ to, startsRecovery: true }));
    expect(events.find(({ action }) => action === 'account.secured')?.details).toEqual({
      to,
      grants: false,
      recovery: true,
    });
    expect([await factors(), await stage.kinds()]).toEqual([1, expect.arrayContaining(['recovery'])]);
    expect(await stage.choose()).toBe(303); // to the second step
    const link = await stage.link('recovery');
    stage.server.clock.advance({ days: 1, minutes: 23 * 60 });
    await new CookieBrowser(stage.server).post(link);
    expect(await factors()).toBe(1);
    stage.server.clock.advance({ minutes: 120 });
    await new CookieBrowser(stage.server).post(link);
    expect(await factors()).toBe(0);
  });

  it('requires an administrator with a confirmed password, and refuses the own account', async () => {
    const to = await stage.identifierOf(stage.me.email);
    expect((await stage.secure({ to }, stage.support)).status).toBe(403);
    stage.server.clock.advance({ minutes: 6 });
    expect([(await stage.secure({ to })).status, await stage.signsIn(stage.me.password)]).toEqual([
      403,
      true,
    ]);
    await stage.signInHelpers();
    const own = await stage.identifierOf(stage.helper.email);
    const colleague = await newAdmin(stage.server);
    const byColleague = await AdminApi.signIn(stage.server, colleague);
    const path = `/accounts/${stage.helper.id}/secure`;
    expect((await stage.admin.send('POST', path, { body: { to: own } })).status).toBe(403);
    expect((await byColleague.send('POST', path, { body: { to: own } })).status).toBe(200);
    expect((await stage.admin.send('GET', '/session')).status).toBe(401);
  });

  it('is possible on hold and during deletion, not for a pending or disabled account', async () => {
    const to = await stage.identifierOf(stage.me.email);
    await stage.hold();
    expect((await stage.secure({ to })).status).toBe(200);
    const leaving = `UPDATE account SET status = 'disabled', held_until = NULL, deletes_at = now() WHERE id = $1 RETURNING 1`;
    await rows(stage.server, leaving, [stage.me.id]);
    expect((await stage.secure({ to })).status).toBe(200);
    expect(await stage.account()).toMatchObject({ deletesAt: null });
    await stage.setStatus('disabled');
    expect([(await stage.secure({ to })).status, await stage.state()]).toEqual([409, ['disabled', false]]);
    const guest = await invited(stage.server);
    stage.me = { ...stage.me, id: guest.accountId };
    expect((await stage.secure({ to: 'link' })).status).toBe(409);
  });
});
