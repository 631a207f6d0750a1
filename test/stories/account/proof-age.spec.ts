import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tokenStatus } from '../../support/a01.js';
import { CookieBrowser, exchange, registerThirdParties, THIRD_PARTIES } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { askForReset, newestMessage, newMember, NEXT_PASSWORD } from '../../support/forgotten-password.js';
import type { Member } from '../../support/forgotten-password.js';
import { Authenticator } from '../../support/passkey-authenticator.js';
import { addPasskey, signInBy, startAtName } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';

const { shop } = THIRD_PARTIES;

describe('worth of a proof of identity over time (D337)', () => {
  let server: TestServer;
  let site: string;
  let me: Member;
  let browser: CookieBrowser;
  beforeAll(async () => {
    ({ server, site } = await startAtName({}));
    await registerThirdParties(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1 });
    me = await newMember(server);
    const first = new CookieBrowser(server);
    await first.signIn(me);
    await first.codeFor(shop); // the consent is remembered from now on
    const passkey = new Authenticator(site);
    expect((await addPasskey(first, passkey)).status).toBe(303);
    server.clock.advance({ days: 31 });
    browser = new CookieBrowser(server);
    expect((await signInBy(browser, passkey)).status).toBe(303);
  });

  const tokens = async (): Promise<string> =>
    (await exchange(server, shop, await browser.codeFor(shop))).body.access_token;

  /** Of the sign-ins of the account, the newest first. */
  const ranks = async (): Promise<number[]> =>
    (
      await rows<{ rank: number }>(
        server,
        `SELECT rank FROM sign_in WHERE account_id = $1 AND at > $2::timestamptz - interval '1 hour' ORDER BY at DESC`,
        [me.id, server.clock.now()],
      )
    ).map(({ rank }) => rank);

  async function reset(): Promise<void> {
    await rows(server, 'DELETE FROM passkey WHERE account_id = $1', [me.id]); // a reset requires nothing more
    await askForReset(server, browser, me.email);
    const { path } = await newestMessage(server, me.id);
    expect((await new CookieBrowser(server).post(path, { password: NEXT_PASSWORD })).status).toBe(303);
  }

  it('lets a reset end what an app got without a fresh proof, even though a passkey signed in there', async () => {
    const fresh = await tokens();
    server.clock.advance({ minutes: 6 });
    const [late, later] = [await tokens(), await tokens()];
    expect(await ranks()).toEqual([1, 3]); // one row for both
    await reset();
    const statuses = [fresh, late, later].map((token) => tokenStatus(server, token));
    expect(await Promise.all(statuses)).toEqual([200, 401, 401]);
  });

  it('is not lowered by a password that is set a minute after a passkey was shown', async () => {
    const change = (current: string, password: string) =>
      browser.post('/account/password', { current, password, reason: 'another' });
    server.clock.advance({ minutes: 1 });
    expect((await change(me.password, NEXT_PASSWORD)).status).toBe(200);
    expect(await ranks()).toEqual([3, 3]);
  });
});
