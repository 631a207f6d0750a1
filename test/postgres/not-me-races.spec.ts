import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxWorker } from '../../src/identity/notifications/outbox-worker.js';
import { noticesOf } from '../support/addresses.js';
import { CookieBrowser } from '../support/authorization.js';
import { count } from '../support/database-rows.js';
import { newestMessage, newMember } from '../support/forgotten-password.js';
import type { TestServer } from '../support/start-app.js';
import { FixedClock } from '../support/fixed-clock.js';
import { startNodes } from '../support/start-nodes.js';
import { TwoBrowsers, UNSENT } from '../support/two-browsers.js';

const ROUNDS = 10;

describe('"This wasn\'t me" at the same moment on two nodes (D341)', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ a, b, close } = await startNodes(new FixedClock(), UNSENT));
    for (const node of [a, b]) await node.get(OutboxWorker).beforeApplicationShutdown(); // messages can be read
  });
  afterAll(() => close());
  beforeEach(() => [a, b].forEach(({ clock }) => clock.advance({ days: 1 })));

  const at = (node: TestServer, path: string | null) => new CookieBrowser(node).post(path as string, {});
  const inTurn = <T>(round: number, [one, other]: [() => Promise<T>, () => Promise<T>]): Promise<T[]> =>
    round % 2 === 0
      ? Promise.all([one(), other()])
      : Promise.all([other(), one()]).then((both) => both.reverse());

  it('from two addresses: one stops the change, and one notice is sent', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await TwoBrowsers.on(a);
      const { me, second, thief } = scene;
      const added = await scene.add(thief);
      const links = await noticesOf(a, me.id, 'identifierAdded');
      const both = await inTurn(round, [() => at(a, links[me.email]), () => at(b, links[second])]);
      expect([round, ...both.map(({ status }) => status).sort()]).toEqual([round, 200, 410]);
      expect(await count(a, 'outbox_message', `account_id = ${me.id} AND kind = 'additionStopped'`)).toBe(3);
      expect([await scene.isConfirmed(added), await scene.isIn(thief)]).toEqual([false, false]);
    }
  });

  it('while its address is removed: it stops the removal, or the address has a link that restores it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await TwoBrowsers.on(a);
      const { me, thief } = scene;
      const added = await scene.add(thief);
      const path = (await noticesOf(a, me.id, 'identifierAdded'))[me.email];
      const [stopped] = await inTurn<{ status: number }>(round, [
        () => at(b, path),
        async () => ({ status: await scene.remove(thief, me.email) }),
      ]);
      const back = (await noticesOf(a, me.id, 'identifierRemoved'))[me.email];
      if (stopped.status === 200) {
        expect([round, back, await scene.isConfirmed(me.email)]).toEqual([round, undefined, true]);
      } else {
        expect([round, stopped.status, await scene.isConfirmed(me.email)]).toEqual([round, 410, false]);
        expect((await at(b, back)).status).toBe(200);
        expect(await scene.isConfirmed(me.email)).toBe(true);
      }
      expect([await scene.isConfirmed(added), await scene.isIn(thief)]).toEqual([false, false]);
    }
  });

  it('while another account confirms the restored address: one of them gets it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await TwoBrowsers.on(a);
      const { me, thief } = scene;
      await scene.remove(thief, me.email);
      const path = (await noticesOf(a, me.id, 'identifierRemoved'))[me.email];
      const other = await newMember(a);
      const browser = new CookieBrowser(a);
      await browser.signIn(other);
      await browser.post('/account/identifiers', { identifier: me.email });
      const confirmation = (await newestMessage(a, other.id)).path;
      const [back] = await inTurn(round, [() => at(b, path), () => at(a, confirmation)]);
      expect([round, back.status]).toEqual([round, 200]);
      expect(await count(a, 'account_identifier', `normalized = '${me.email}'`)).toBe(1);
      const isTaken = back.text.includes('another account uses it now');
      expect(await scene.isConfirmed(me.email)).toBe(!isTaken);
      expect(await scene.isIn(thief)).toBe(false);
    }
  });
});
