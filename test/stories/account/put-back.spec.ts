import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { giveAddress, noticesOf } from '../../support/addresses.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import {
  askForReset,
  newestMessage,
  newMember,
  NEXT_PASSWORD,
  type Member,
} from '../../support/forgotten-password.js';
import { startAtName } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';
import { OVER, seen, TwoBrowsers, UNSENT } from '../../support/two-browsers.js';

describe('removed address (D341)', () => {
  let server: TestServer;
  let scene: TwoBrowsers;
  let me: Member;
  let second: string;
  let mine: CookieBrowser;
  let thief: CookieBrowser;
  const nobody = () => new CookieBrowser(server);
  beforeAll(async () => {
    ({ server } = await startAtName(UNSENT));
    await server.get(OutboxWorker).beforeApplicationShutdown(); // messages can be read
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 31 }); // earlier requests do not count
    scene = await TwoBrowsers.on(server);
    ({ me, second, mine, thief } = scene);
  });

  const putBackLinks = () => noticesOf(server, me.id, 'identifierRemoved');

  it('is restored by the link that it got, which suspends what removed it; once', async () => {
    const added = await scene.add(thief);
    expect(await scene.remove(thief, me.email)).toBe(303);
    expect(await scene.isConfirmed(me.email)).toBe(false);
    const links = await putBackLinks();
    expect(links[second]).toBeNull(); // the others get a notice
    const path = links[me.email] as string;
    expect((await nobody().get(path)).text).toContain(`puts ${me.email} back`);
    const answer = await nobody().post(path, {});
    expect(seen(answer)).toEqual([200, 'Stopped']);
    expect(answer.text).toContain(`${me.email} belongs to your account again.`);
    expect([
      await scene.isConfirmed(me.email),
      await scene.isConfirmed(added),
      await scene.isIn(thief),
    ]).toEqual([true, false, false]);
    expect(await scene.stop(path)).toEqual(OVER);
  });

  it('after its restoration is removed again not by password only, but by a mailed link, and then permanently (D378)', async () => {
    await scene.remove(thief, me.email);
    await scene.stop((await putBackLinks())[me.email]);
    await thief.signIn(me); // the remover still knows the password
    expect([await scene.remove(thief, me.email), await scene.isConfirmed(me.email)]).toEqual([400, true]);
    await askForReset(server, nobody(), second);
    const owner = nobody();
    await owner.post((await newestMessage(server, me.id)).path, { password: NEXT_PASSWORD });
    expect(await scene.remove(owner, me.email)).toBe(303);
    expect((await putBackLinks())[me.email]).toBeNull();
    expect(await scene.isConfirmed(me.email)).toBe(false);
  });

  it('is restored even while the account is about to be deleted, and keeps it (D378)', async () => {
    await scene.drop(second);
    await scene.add(thief);
    await scene.remove(thief, me.email);
    await thief.confirm(me);
    expect((await thief.post('/account/data/delete')).status).toBe(200);
    expect(await scene.stop((await putBackLinks())[me.email])).toEqual([200, 'Stopped']);
    await askForReset(server, nobody(), me.email);
    const owner = nobody();
    const { kind, recipient, path } = await newestMessage(server, me.id);
    expect([kind, recipient]).toEqual(['reset', me.email]);
    expect((await owner.post(path, { password: NEXT_PASSWORD })).headers.location).toBe('/keep-account');
    expect((await owner.post('/keep-account')).headers.location).toBe('/account');
    expect(await scene.isIn(owner)).toBe(true);
  });

  it('is settled again: it resets', async () => {
    await scene.remove(thief, me.email);
    await scene.stop((await putBackLinks())[me.email]);
    await scene.drop(second);
    await askForReset(server, nobody(), me.email);
    const { kind, path } = await newestMessage(server, me.id);
    expect(kind).toBe('reset');
    expect((await nobody().post(path, { password: NEXT_PASSWORD })).status).toBe(303);
  });

  it.each<[string, () => Promise<void>]>([
    ['with a settled second factor', () => scene.showSettledFactor(thief)],
    ['while it is young', () => scene.alter(me.email, 'added_at = $2')],
    [
      'while it is dormant, and another one decides',
      () => scene.alter(me.email, `confirmed_at = $2::timestamptz - interval '400 days'`),
    ],
  ])('%s is gone at once, with all of its links', async (_, first) => {
    await first();
    await scene.add(thief);
    await scene.remove(thief, me.email);
    expect((await putBackLinks())[me.email]).toBeNull();
    const left = `account_id = ${me.id} AND kind IN ('reset', 'recovery', 'putBack', 'disown') AND used_at IS NULL`;
    const links = await rows<{ value: string }>(
      server,
      `SELECT n.value FROM invitation i LEFT JOIN account_identifier n ON n.id = i.identifier_id WHERE i.${left}`,
    );
    expect(links.map(({ value }) => value).filter((value) => value !== second)).toEqual([]);
  });

  it('is restored although it is dormant, if no other decided: a thief cannot remove the last one', async () => {
    await scene.drop(second);
    await scene.alter(me.email, `confirmed_at = $2::timestamptz - interval '400 days'`);
    const added = await scene.add(thief);
    await scene.remove(thief, me.email);
    expect(await scene.stop((await putBackLinks())[me.email])).toEqual([200, 'Stopped']);
    expect([await scene.isConfirmed(me.email), await scene.isConfirmed(added)]).toEqual([true, false]);
  });

  it('used by another account meanwhile stays there; what removed it is stopped anyway', async () => {
    await scene.remove(thief, me.email);
    const path = (await putBackLinks())[me.email] as string;
    const other = await newMember(server);
    await giveAddress(server, other.id, me.email);
    const answer = await nobody().post(path, {});
    expect(answer.text).toContain('another account uses it now');
    expect([
      await scene.isIn(thief),
      await count(server, 'account_identifier', `normalized = '${me.email}'`),
    ]).toEqual([false, 1]);
    expect(
      await count(server, 'account_identifier', `account_id = ${me.id} AND normalized = '${me.email}'`),
    ).toBe(0);
  });

  it('does not count as the last one while it is suspended', async () => {
    await scene.alter(second, 'is_validated = false, suspended_at = $2');
    expect(await scene.remove(mine, me.email)).toBe(400);
    expect(await scene.remove(mine, second)).toBe(303);
  });
});
