import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Notices } from '../../../src/identity/notifications/notices.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { AccountLinks } from '../../../src/oauth/sso/account-links.js';
import { Database } from '../../../src/platform/database/database.js';
import { giveAddress, noticesOf } from '../../support/addresses.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count } from '../../support/database-rows.js';
import { exchange, makeDevicePassword, protect } from '../../support/device-passwords.js';
import type { Member } from '../../support/forgotten-password.js';
import { newEmail, newPhone } from '../../support/invitations.js';
import { Authenticator } from '../../support/passkey-authenticator.js';
import { addPasskey, startAtName } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';
import { OVER, seen, TwoBrowsers, UNSENT } from '../../support/two-browsers.js';

describe('"This wasn\'t me" in a notice (D341)', () => {
  let server: TestServer;
  let site: string;
  let trail: AuditTrail;
  let scene: TwoBrowsers;
  let me: Member;
  let second: string;
  let mine: CookieBrowser;
  let thief: CookieBrowser;
  const nobody = () => new CookieBrowser(server);
  beforeAll(async () => {
    ({ server, site } = await startAtName(UNSENT));
    await server.get(OutboxWorker).beforeApplicationShutdown(); // messages can be read
    trail = new AuditTrail(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 31 }); // earlier requests do not count
    scene = await TwoBrowsers.on(server);
    ({ me, second, mine, thief } = scene);
  });

  it('suspends an address that was added, ends the browser that added it, and nothing else', async () => {
    const added = await scene.add(thief);
    const links = await noticesOf(server, me.id, 'identifierAdded');
    expect(Object.keys(links).sort()).toEqual([me.email, second].sort());
    const path = links[me.email] as string;
    const visitor = nobody();
    const shown = await visitor.get(path);
    expect(seen(shown)).toEqual([200, "Wasn't this you?"]);
    expect(shown.text).toContain(added);
    expect([await scene.isConfirmed(added), await scene.isIn(thief)]).toEqual([true, true]); // a scanner's GET does nothing
    const events = await trail.of(async () => {
      const answer = await visitor.post(path, {});
      expect(seen(answer)).toEqual([200, 'Stopped']);
      expect(answer.text).toContain('href="/forgot-password"');
    });
    expect(events.map(({ action }) => action)).toContain('addition.stopped');
    expect([await scene.isConfirmed(added), await scene.isIn(thief), await scene.isIn(mine)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await scene.isIn(visitor)).toBe(false); // it signs nobody in
    expect((await nobody().signIn(me)).status).toBe(303); // nor sets a password
    const told = await noticesOf(server, me.id, 'additionStopped');
    expect(Object.keys(told).sort()).toEqual([me.email, second, added].sort());
    expect((await mine.get('/account/history')).text).toContain('Change stopped by a link');
    for (const link of Object.values(links)) expect(await scene.stop(link)).toEqual(OVER); // once for each addition
  });

  it('moves a passkey out of use, and one that was added elsewhere stays', async () => {
    await addPasskey(thief, new Authenticator(site));
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(1);
    const links = await noticesOf(server, me.id, 'passkeyAdded');
    expect(await scene.stop(links[second])).toEqual([200, 'Stopped']);
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(0);
    expect(await count(server, 'suspended_passkey', `account_id = ${me.id}`)).toBe(1);
  });

  it('ends a device password, and its sessions', async () => {
    const plain = await makeDevicePassword(server, thief);
    expect((await exchange(server, me.email, plain)).status).toBe(200);
    expect(await scene.stop((await noticesOf(server, me.id, 'devicePasswordAdded'))[me.email])).toEqual([
      200,
      'Stopped',
    ]);
    expect((await exchange(server, me.email, plain)).status).toBe(400);
    expect(await count(server, 'token_grant', `account_id = ${me.id} AND revoked_at IS NULL`)).toBe(0);
  });

  it('suspends a connection', async () => {
    const event = { action: 'account.linked', outcome: 'ok', accountId: me.id } as const;
    const signInId = await scene.signInOf(thief);
    const partner = { issuer: 'https://partner.example', subject: `mia-${me.id}` };
    await server
      .get(Database)
      .transaction((tx) => server.get(AccountLinks).attach(tx, me.id, partner, event, signInId));
    expect(await scene.stop((await noticesOf(server, me.id, 'partnerConnected'))[me.email])).toEqual([
      200,
      'Stopped',
    ]);
    expect(
      await count(
        server,
        'account_identifier',
        `account_id = ${me.id} AND type = 'ExternalId' AND is_validated`,
      ),
    ).toBe(0);
  });

  it('keeps codes that were set up: its page leads to the recovery', async () => {
    await protect(server, me.id);
    const made = { signInId: await scene.signInOf(thief) };
    await server
      .get(Database)
      .transaction((tx) => server.get(Notices).add(tx, me.id, { kind: 'secondFactorAdded', made }));
    const path = (await noticesOf(server, me.id, 'secondFactorAdded'))[me.email] as string;
    expect((await nobody().get(path)).text).toContain('The second factor stays');
    const { text } = await nobody().post(path, {});
    expect(text).toContain('href="/lost-factor"');
    expect([await count(server, 'totp', `account_id = ${me.id}`), await scene.isIn(thief)]).toEqual([
      1,
      false,
    ]);
  });
  it('a phone, a young and a dormant address get the notice without a link', async () => {
    const [young, left, phone] = [newEmail(), newEmail(), newPhone()];
    await giveAddress(server, me.id, young, { addedDaysAgo: 29 });
    await giveAddress(server, me.id, left, { unreadDays: 400 });
    await giveAddress(server, me.id, phone, { type: 'Msisdn' });
    await scene.add(thief);
    const links = await noticesOf(server, me.id, 'identifierAdded');
    const linked = Object.entries(links).filter(([, link]) => link !== null);
    expect(linked.map(([to]) => to).sort()).toEqual([me.email, second].sort());
    expect(Object.keys(links)).toHaveLength(5);
  });

  it('nobody can stop what was done with a settled second factor', async () => {
    await scene.showSettledFactor(thief);
    await scene.add(thief);
    expect(Object.values(await noticesOf(server, me.id, 'identifierAdded'))).toEqual([null, null]);
  });

  it('works for 14 days', async () => {
    const added = await scene.add(thief);
    const { [me.email]: path, [second]: other } = await noticesOf(server, me.id, 'identifierAdded');
    server.clock.advance({ days: 13, minutes: 23 * 60 });
    expect((await nobody().get(path as string)).status).toBe(200);
    server.clock.advance({ minutes: 61 });
    expect(seen(await nobody().get(path as string))).toEqual(OVER);
    expect([await scene.stop(path), await scene.stop(other)]).toEqual([OVER, OVER]);
    expect(await scene.isConfirmed(added)).toBe(true);
  });

  it.each([
    ['is suspended', 'is_validated = false, suspended_at = $2'],
    ['is young again', 'added_at = $2'],
    ['is dormant', `confirmed_at = $2::timestamptz - interval '400 days'`],
    ['was removed', null],
  ])('does nothing if its address %s', async (_, change) => {
    const added = await scene.add(thief);
    const path = (await noticesOf(server, me.id, 'identifierAdded'))[me.email] as string;
    if (change === null) await scene.drop(me.email);
    else await scene.alter(me.email, change);
    expect(seen(await nobody().get(path))).toEqual(OVER);
    expect(await scene.stop(path)).toEqual(OVER);
    expect([await scene.isConfirmed(added), await scene.isIn(thief)]).toEqual([true, true]);
  });

  it('does nothing to what its owner has since restored by a stronger proof', async () => {
    const added = await scene.add(thief);
    const path = (await noticesOf(server, me.id, 'identifierAdded'))[me.email] as string;
    await scene.showSettledFactor(mine);
    await scene.alter(added, `sign_in_id = ${await scene.signInOf(mine)}`);
    expect(await scene.stop(path)).toEqual([200, 'Stopped']);
    expect([await scene.isConfirmed(added), await scene.isIn(mine)]).toEqual([true, true]);
  });

  it('an unknown link looks like an expired one', async () => {
    expect(seen(await nobody().get(`/not-me/${'x'.repeat(43)}`))).toEqual(OVER);
    expect(await scene.stop(`/not-me/${'x'.repeat(43)}`)).toEqual(OVER);
    const { status } = await nobody().get('/not-me/%00');
    expect(status).toBe(410);
  });

  it('such a link can do nothing else', async () => {
    await scene.add(thief);
    const path = (await noticesOf(server, me.id, 'identifierAdded'))[me.email] as string;
    const token = path.split('/').at(-1) as string;
    for (const page of ['reset', 'invitation', 'proposal', 'lost-factor'])
      expect([404, 410]).toContain((await nobody().get(`/${page}/${token}`)).status);
  });
});
