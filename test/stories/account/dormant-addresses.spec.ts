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

describe('an address that nobody was seen to read for 400 days (D350)', () => {
  let server: TestServer;
  let scene: TwoBrowsers;
  let me: Member;
  let thief: CookieBrowser;
  let left: string;
  let id: string;
  beforeAll(async () => {
    ({ server } = await startAtName(UNSENT));
    await server.get(OutboxWorker).beforeApplicationShutdown(); // messages stay to be read
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 31 }); // what was asked for before does not count
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
  /** Whether a link that chooses a new password goes there. */
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

  it('is not woken by a password: it gets a link', async () => {
    expect((await thief.get('/account')).text).toContain(`Send a link to ${left}`);
    expect((await keep(thief)).status).toBe(200);
    expect([await isDormant(), await resets()]).toEqual([true, false]);
    expect((await keep(thief)).status).toBe(400); // too soon
  });

  it('decides 30 days after its link was used, by a password; the others are told, and stop it', async () => {
    await keep(thief);
    await useLink();
    expect([await isDormant(), await resets()]).toEqual([false, false]);
    const told = await noticesOf(server, me.id, 'identifierAdded');
    expect(Object.keys(told).sort()).toEqual([me.email, scene.second].sort());
    server.clock.advance({ days: 10 });
    expect(await scene.stop(told[me.email])).toEqual([200, 'Stopped']);
    expect(await scene.isConfirmed(left)).toBe(false);
  });

  it('that its owner reads again decides after 30 days', async () => {
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

  it('is not woken by an invitation that was sent there', async () => {
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

  it('is woken by the link of a new password, where no other address decides', async () => {
    await scene.drop(me.email);
    await scene.drop(scene.second);
    expect(await resets()).toBe(true);
    const { path } = await newestMessage(server, me.id);
    expect((await new CookieBrowser(server).post(path, { password: NEXT_PASSWORD })).status).toBe(303);
    expect(await isDormant()).toBe(false);
  });

  it('stays settled where it decides alone, and its link is used', async () => {
    await scene.drop(me.email);
    await scene.drop(scene.second);
    await keep(scene.mine);
    await useLink();
    await giveAddress(server, me.id, newEmail(), { addedDaysAgo: 1 });
    expect([await isDormant(), await resets()]).toEqual([false, true]);
  });
});
