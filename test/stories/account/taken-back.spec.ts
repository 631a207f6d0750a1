import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { CookieBrowser } from '../../support/authorization.js';
import { noticesOf } from '../../support/addresses.js';
import { count, rows } from '../../support/database-rows.js';
import { showFactor } from '../../support/device-passwords.js';
import { askForReset, newestMessage, NEXT_PASSWORD, type Member } from '../../support/forgotten-password.js';
import { Authenticator } from '../../support/passkey-authenticator.js';
import { addPasskey, startAtName } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';
import { TwoBrowsers, UNSENT } from '../../support/two-browsers.js';

const SIGN_IN = '/account/sign-in';
const HELD = 'enough to put this back';

describe('restoring what is suspended (D349)', () => {
  let server: TestServer;
  let site: string;
  let scene: TwoBrowsers;
  let me: Member;
  beforeAll(async () => {
    ({ server, site } = await startAtName(UNSENT));
    await server.get(OutboxWorker).beforeApplicationShutdown(); // messages can be read
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 31 }); // earlier requests do not count
    scene = await TwoBrowsers.on(server);
    ({ me } = scene);
  });

  async function signedIn(password = me.password): Promise<CookieBrowser> {
    const browser = new CookieBrowser(server);
    expect((await browser.signIn({ ...me, password })).status).toBe(303);
    return browser;
  }

  /** Tries to restore all that is suspended. @returns how many addresses and passkeys still are */
  async function left(browser: CookieBrowser): Promise<number[]> {
    const tables = [
      ['identifier', 'account_identifier'],
      ['passkey', 'suspended_passkey'],
    ] as const;
    const still = [];
    for (const [kind, table] of tables) {
      const which = `account_id = ${me.id} AND suspended_at IS NOT NULL`;
      const found = await rows<{ id: string }>(server, `SELECT id::text FROM ${table} WHERE ${which}`);
      for (const { id } of found) {
        const { status } = await browser.post('/account/suspended', { kind, id });
        expect(status).toBe(303);
      }
      still.push(await count(server, table, which));
    }
    return still;
  }

  async function changePassword(browser: CookieBrowser, reason: 'known' | 'another'): Promise<void> {
    const form = { current: me.password, password: NEXT_PASSWORD, reason };
    expect((await browser.post('/account/password', form)).status).toBe(200);
  }

  async function reset(): Promise<CookieBrowser> {
    const browser = new CookieBrowser(server);
    await askForReset(server, browser, me.email);
    const { path } = await newestMessage(server, me.id);
    expect((await browser.post(path, { password: 'chosen-by-a-link-77' })).status).toBe(303);
    return browser;
  }

  /** As a thief of the password: adds an address and a passkey, which the owner stops. */
  const STOPPED = {
    'by "This wasn\'t me"': async () => {
      const links = await noticesOf(server, me.id, 'passkeyAdded');
      expect(await scene.stop(links[me.email])).toEqual([200, 'Stopped']);
    },
    'by "I don\'t recognize this sign-in"': async () => {
      const id = await scene.signInOf(scene.thief);
      expect((await (await signedIn()).post(`/account/sign-ins/${id}`)).status).toBe(303);
    },
  };

  describe.each(Object.keys(STOPPED) as (keyof typeof STOPPED)[])('%s', (how) => {
    beforeEach(async () => {
      await scene.add(scene.thief);
      expect((await addPasskey(scene.thief, new Authenticator(site))).status).toBe(303);
      // Then the password is enough for sensitive actions.
      await rows(server, `UPDATE passkey SET rp_id = 'elsewhere.example' WHERE account_id = $1 RETURNING 1`, [
        me.id,
      ]);
      await STOPPED[how]();
    });

    it("a thief with the password can't, and the page says what to do", async () => {
      const thief = await signedIn();
      expect(await left(thief)).toEqual([1, 1]);
      const { text } = await thief.get(SIGN_IN);
      expect([text.includes(HELD), text.includes('Use again: ')]).toEqual([true, false]);
      expect(text).toContain('href="/forgot-password"');
    });

    it.each(['known', 'another'] as const)(
      'nor after setting another password with it (%s)',
      async (reason) => {
        const thief = await signedIn();
        await changePassword(thief, reason);
        expect(await left(thief)).toEqual([1, 1]);
        expect(await left(await signedIn(NEXT_PASSWORD))).toEqual([1, 1]);
      },
    );

    it('the owner can after a new password by a link, even later by that password', async () => {
      await reset();
      server.clock.advance({ days: 3 });
      const owner = await signedIn('chosen-by-a-link-77');
      const { text } = await owner.get(SIGN_IN);
      expect([text.includes(HELD), text.includes('Use again: ')]).toEqual([false, true]);
      expect(await left(owner)).toEqual([0, 0]);
    });

    it('the owner can by a settled second factor', async () => {
      const owner = await signedIn();
      await showFactor(server, me.id);
      await rows(server, 'UPDATE sign_in SET rank = 3 WHERE account_id = $1 AND at = $2 RETURNING 1', [
        me.id,
        server.clock.now(),
      ]);
      expect((await owner.get(SIGN_IN)).text).not.toContain(HELD);
      expect(await left(owner)).toEqual([0, 0]);
    });
  });

  it('the owner of a replaced password restores what that suspended, and nothing from before', async () => {
    await scene.add(scene.thief);
    await STOPPED['by "I don\'t recognize this sign-in"']();
    const owner = await signedIn();
    await scene.add(owner);
    expect(await left(owner)).toEqual([1, 0]);
    await changePassword(owner, 'known');
    expect(await count(server, 'account_identifier', `account_id = ${me.id} AND NOT is_validated`)).toBe(2);
    expect(await left(owner)).toEqual([1, 0]);
  });
});
