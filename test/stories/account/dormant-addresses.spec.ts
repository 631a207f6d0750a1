import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { MemberType } from '../../../src/identity/families/family-member.entity.js';
import { FamilyService } from '../../../src/identity/families/family.service.js';
import { MailedLinks } from '../../../src/identity/mailed-links/mailed-links.service.js';
import { Database } from '../../../src/platform/database/database.js';
import { giveAddress, noticesOf } from '../../support/addresses.js';
import { CookieBrowser } from '../../support/authorization.js';
import { clientRowId, count } from '../../support/database-rows.js';
import { CLIENTS } from '../../support/fixtures.js';
import { askForReset, newestMessage, NEXT_PASSWORD, type Member } from '../../support/forgotten-password.js';
import { newEmail } from '../../support/invitations.js';
import { startAtName } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';
import { TwoBrowsers, UNSENT } from '../../support/two-browsers.js';

describe('address without a sign of a reader for 400 days (D350)', () => {
  let server: TestServer;
  let scene: TwoBrowsers;
  let me: Member;
  let thief: CookieBrowser;
  let left: string;
  let id: string;
  beforeAll(async () => {
    ({ server } = await startAtName(UNSENT));
    await server.get(OutboxWorker).beforeApplicationShutdown(); // messages can be read
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 31 }); // earlier requests do not count
    scene = await TwoBrowsers.on(server);
    ({ me, thief } = scene);
    left = newEmail();
    id = await giveAddress(server, me.id, left, { unreadDays: 400 });
  });

  const keep = (browser: CookieBrowser) => browser.post(`/account/identifiers/${id}/keep`);
  const isDormant = async (): Promise<boolean> => {
    const before = new Date(server.clock.millis() - 400 * 86_400_000).toISOString();
    return (await count(server, 'account_identifier', `id = ${id} AND confirmed_at <= '${before}'`)) === 1;
  };
  /** Whether a password reset link goes there. */
  const resets = async (): Promise<boolean> => {
    await askForReset(server, new CookieBrowser(server), left);
    const { kind, recipient } = await newestMessage(server, me.id);
    return kind === 'reset' && recipient === left;
  };
  /** Uses the link that was sent there. */
  const useLink = async (): Promise<void> => {
    const { kind, recipient, path } = await newestMessage(server, me.id);
    expect([kind, recipient]).toEqual(['addition', left]);
    expect((await new CookieBrowser(server).post(path, {})).status).toBe(200);
  };

  it('is not revived by a password: it gets a link', async () => {
    expect((await thief.get('/account')).text).toContain(`Send a link to ${left}`);
    expect((await keep(thief)).status).toBe(200);
    expect([await isDormant(), await resets()]).toEqual([true, false]);
    expect((await keep(thief)).status).toBe(400); // too soon
  });

  it('decides 30 days after its link was used, by a password; the others are notified, and can stop it', async () => {
    await keep(thief);
    await useLink();
    expect([await isDormant(), await resets()]).toEqual([false, false]);
    const told = await noticesOf(server, me.id, 'identifierAdded');
    expect(Object.keys(told).sort()).toEqual([me.email, scene.second].sort());
    server.clock.advance({ days: 10 });
    expect(await scene.stop(told[me.email])).toEqual([200, 'Stopped']);
    expect(await scene.isConfirmed(left)).toBe(false);
  });

  it('decides after 30 days once its owner reads it again', async () => {
    await keep(scene.mine);
    await useLink();
    server.clock.advance({ days: 30, minutes: 1 });
    expect(await resets()).toBe(true);
  });

  it('decides at once where a settled second factor was shown', async () => {
    await scene.showSettledFactor(scene.mine);
    await keep(scene.mine);
    await useLink();
    server.clock.advance({ minutes: 6 });
    expect(await resets()).toBe(true);
  });

  it('is not revived by an invitation that was sent there', async () => {
    const families = () => count(server, 'family_member', `account_id = ${me.id}`);
    const before = await families();
    const clientId = await clientRowId(server, CLIENTS.app.id);
    await server.get(Database).transaction(async (tx) => {
      const familyId = await server.get(FamilyService).create(tx, { name: 'Others' });
      const invitation = {
        kind: 'membership',
        accountId: me.id,
        identifierId: id,
        familyId,
        clientId,
      } as const;
      const memberType = MemberType.member;
      await server.get(MailedLinks).issue(tx, { ...invitation, memberType });
    });
    const { path } = await newestMessage(server, me.id);
    expect((await thief.post(`${path}/decision`, { decision: 'accept' })).status).toBe(200);
    expect(await families()).toBe(before + 1);
    expect([await isDormant(), await resets()]).toEqual([true, false]);
  });

  it('is revived by a password reset link, if no other address decides', async () => {
    await scene.drop(me.email);
    await scene.drop(scene.second);
    expect(await resets()).toBe(true);
    const { path } = await newestMessage(server, me.id);
    expect((await new CookieBrowser(server).post(path, { password: NEXT_PASSWORD })).status).toBe(303);
    expect(await isDormant()).toBe(false);
  });

  it('stays settled if it is the only one to decide, and its link is used', async () => {
    await scene.drop(me.email);
    await scene.drop(scene.second);
    await keep(scene.mine);
    await useLink();
    await giveAddress(server, me.id, newEmail(), { addedDaysAgo: 1 });
    expect([await isDormant(), await resets()]).toEqual([false, true]);
  });
});
