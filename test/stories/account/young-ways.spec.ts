import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { Authenticator } from '../../support/passkey-authenticator.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser, exchange, registerThirdParties, THIRD_PARTIES } from '../../support/authorization.js';
import { tokenStatus } from '../../support/a01.js';
import { count, rows } from '../../support/database-rows.js';
import { askForReset, newestMessage, newMember, NEXT_PASSWORD } from '../../support/forgotten-password.js';
import type { Member } from '../../support/forgotten-password.js';
import { newEmail, outboxOf } from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { addPasskey, signInBy, startAtName } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';

const { shop } = THIRD_PARTIES;
const SIGN_IN = '/account/sign-in';

describe('what was added in the last 30 days (D337, D338)', () => {
  let server: TestServer;
  let site: string;
  let mail: MailServer;
  let me: Member;
  let owner: CookieBrowser;
  beforeAll(async () => {
    mail = await MailServer.start();
    ({ server, site } = await startAtName({ SMTP_URL: mail.url }));
    await registerThirdParties(server);
  });
  afterAll(async () => {
    await server.close();
    await mail.goDown();
  });
  beforeEach(async () => {
    server.clock.advance({ days: 1 });
    me = await newMember(server);
    owner = await signedIn(me);
  });

  async function signedIn(who: Member): Promise<CookieBrowser> {
    const browser = new CookieBrowser(server);
    expect((await browser.signIn(who)).status).toBe(303);
    return browser;
  }

  /** Adds an address by its link. */
  async function addAddress(browser: CookieBrowser, address = newEmail()): Promise<string> {
    expect((await browser.post('/account/identifiers', { identifier: address })).status).toBe(200);
    const { path } = await newestMessage(server, me.id);
    expect((await new CookieBrowser(server).post(path)).status).toBe(200);
    return address;
  }

  const isUsed = (table: 'account_identifier' | 'passkey', where: string) =>
    count(server, table, `account_id = ${me.id} AND ${where}`);
  const addresses = async () =>
    (
      await rows<{ value: string }>(
        server,
        'SELECT value FROM account_identifier WHERE account_id = $1 AND is_validated ORDER BY id',
        [me.id],
      )
    ).map(({ value }) => value);
  const suspendedPasskeys = () => count(server, 'suspended_passkey', `account_id = ${me.id}`);

  async function changePassword(browser: CookieBrowser, reason: 'known' | 'another'): Promise<void> {
    const form = { current: me.password, password: NEXT_PASSWORD, reason };
    expect((await browser.post('/account/password', form)).status).toBe(200);
  }

  async function reset(): Promise<CookieBrowser> {
    const browser = new CookieBrowser(server);
    await askForReset(server, browser, me.email);
    const { path } = await newestMessage(server, me.id);
    expect((await browser.post(path, { password: NEXT_PASSWORD })).status).toBe(303);
    return browser;
  }

  it("a thief's address and passkey are suspended after a reset, and the thief's apps signed out; the owner's stay", async () => {
    await tokensIn(owner);
    server.clock.advance({ days: 31 });
    owner = await signedIn(me);
    const thief = await signedIn(me);
    const added = await addAddress(thief);
    expect((await addPasskey(thief, new Authenticator(site))).status).toBe(303);
    const again = await signedIn(me); // the passkey signed other browsers out
    const young = await tokensIn(again);
    await reset();
    expect(await addresses()).toEqual([me.email]);
    expect([await isUsed('passkey', 'true'), await suspendedPasskeys()]).toEqual([0, 1]);
    expect([await tokenStatus(server, young), await liveGrants()]).toEqual([401, 1]);
    // A mail to the suspended address said so: it may be its owner's after all.
    const told = await outboxOf(server, me.id);
    expect(told.filter(({ kind }) => kind === 'passwordChanged').map(({ recipient }) => recipient)).toContain(
      added,
    );
  });

  async function tokensIn(browser: CookieBrowser): Promise<string> {
    return (await exchange(server, shop, await browser.codeFor(shop))).body.access_token;
  }

  const liveGrants = () =>
    count(server, 'token_grant', `account_id = ${me.id} AND revoked_at IS NULL AND anchor IS NOT NULL`);

  it('stays after an ordinary change of the password', async () => {
    const added = await addAddress(owner);
    await changePassword(owner, 'another');
    expect(await addresses()).toEqual([me.email, added]);
  });

  it('is settled after 30 days', async () => {
    const added = await addAddress(owner);
    expect((await addPasskey(owner, new Authenticator(site))).status).toBe(303);
    server.clock.advance({ days: 31 });
    await reset();
    expect(await addresses()).toEqual([me.email, added]);
    expect([await isUsed('passkey', 'true'), await suspendedPasskeys()]).toEqual([1, 0]);
  });

  it('is settled at once with a settled passkey; a young one is worth no more than a password', async () => {
    const passkey = new Authenticator(site);
    expect((await addPasskey(owner, passkey)).status).toBe(303);
    const ranks = async () =>
      (
        await rows<{ rank: number }>(
          server,
          'SELECT rank FROM sign_in WHERE account_id = $1 ORDER BY at DESC LIMIT 1',
          [me.id],
        )
      )[0].rank;
    server.clock.advance({ days: 2 });
    const young = new CookieBrowser(server);
    expect((await signInBy(young, passkey)).status).toBe(303);
    expect(await ranks()).toBe(1);
    server.clock.advance({ days: 31 });
    const settled = new CookieBrowser(server);
    expect((await signInBy(settled, passkey)).status).toBe(303);
    expect(await ranks()).toBe(3);
    const added = await addAddress(settled);
    await rows(server, 'DELETE FROM passkey WHERE account_id = $1', [me.id]); // a reset requires nothing more
    await reset();
    expect(await addresses()).toEqual([me.email, added]);
  });

  it('costs an owner who moved nothing: the only address stays', async () => {
    const added = await addAddress(owner);
    const [{ id }] = await rows<{ id: string }>(
      server,
      'SELECT id FROM account_identifier WHERE account_id = $1 AND value = $2',
      [me.id, me.email],
    );
    expect((await owner.post(`/account/identifiers/${id}`)).status).toBe(303);
    await changePassword(owner, 'known');
    expect(await addresses()).toEqual([added]);
  });

  it('stays if it delivered the new password: the address of the link stays, whatever else exists', async () => {
    await rows(
      server,
      `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated) VALUES ($1, 'Login', $2, $2, true) RETURNING 1`,
      [me.id, `login:of-${me.id}`],
    );
    const young =
      'UPDATE account_identifier SET added_at = $2 WHERE account_id = $1 AND value = $3 RETURNING 1';
    await rows(server, young, [me.id, server.clock.now(), me.email]);
    await reset();
    expect(await addresses()).toContain(me.email);
  });

  it('loses the scopes that were added to an older consent', async () => {
    const clientId = (
      await rows<{ id: string }>(server, 'SELECT id FROM client WHERE client_id = $1', [shop.id])
    )[0].id;
    await rows(
      server,
      `INSERT INTO consent (account_id, client_id, scopes, created_at) VALUES ($1, $2, '{profile}', $3) RETURNING 1`,
      [me.id, clientId, new Date(server.clock.millis() - 40 * 86_400_000)],
    );
    await owner.codeFor(shop, { scope: 'openid profile' });
    const scopes = async () =>
      (
        await rows<{ scopes: string[] }>(server, 'SELECT scopes FROM consent WHERE account_id = $1', [me.id])
      ).flatMap((row) => [...row.scopes].sort());
    expect(await scopes()).toEqual(['openid', 'profile']);
    await changePassword(owner, 'known');
    expect(await scopes()).toEqual(['profile']);
  });

  describe('and is suspended', () => {
    let added: string;
    beforeEach(async () => {
      added = await addAddress(owner);
      expect((await addPasskey(owner, new Authenticator(site), { name: 'Old phone' })).status).toBe(303);
      await changePassword(owner, 'known');
      me = { ...me, password: NEXT_PASSWORD };
      server.clock.advance({ minutes: 1 });
    });

    const idIn = (text: string, value: string) =>
      new RegExp(`name="id" value="(\\d+)"/?>(?:(?!</form>).)*${value}`, 's').exec(
        text.slice(text.indexOf('id="suspended"')),
      )?.[1] ?? '';

    it('is shown on the page with a button to restore it, which causes a notice and a record', async () => {
      const { text } = await owner.get(SIGN_IN);
      expect(text).toContain('id="suspended"');
      expect(text.split(added)).toHaveLength(3); // once, and once in the name of its button
      const events = await new AuditTrail(server).of(async () => {
        await owner.post('/account/suspended', { kind: 'identifier', id: idIn(text, added) });
        await owner.post('/account/suspended', { kind: 'passkey', id: await idOfPasskey() });
      });
      expect(events.map(({ action }) => action)).toEqual(['way-in.restored', 'way-in.restored']);
      expect(await addresses()).toEqual([me.email, added]);
      expect([await isUsed('passkey', `name = 'Old phone'`), await suspendedPasskeys()]).toEqual([1, 0]);
      expect((await owner.get(SIGN_IN)).text).not.toContain('id="suspended"');
    });

    const idOfPasskey = async () =>
      (
        await rows<{ id: string }>(server, 'SELECT id FROM suspended_passkey WHERE account_id = $1', [me.id])
      )[0].id;

    it('can be restored by nobody else, and never without a proof', async () => {
      const other = await signedIn(await newMember(server));
      await other.post('/account/suspended', { kind: 'passkey', id: await idOfPasskey() });
      server.clock.advance({ minutes: 6 });
      const { status, headers } = await owner.post('/account/suspended', {
        kind: 'passkey',
        id: await idOfPasskey(),
      });
      expect([status, headers.location]).toEqual([303, `/confirm?next=${encodeURIComponent(SIGN_IN)}`]);
      const nonsense: Record<string, string>[] = [
        {},
        { kind: 'password', id: '1' },
        { kind: 'passkey', id: 'x' },
      ];
      for (const form of nonsense) expect((await owner.post('/account/suspended', form)).status).toBe(303);
      expect(await suspendedPasskeys()).toBe(1);
    });

    it('works for nothing, and is deleted after 30 days', async () => {
      const browser = new CookieBrowser(server);
      await askForReset(server, browser, added);
      const resets = (await outboxOf(server, me.id)).filter(({ kind }) => kind === 'reset');
      expect(resets.map(({ recipient }) => recipient)).toEqual([me.email]);
      server.clock.advance({ days: 31 });
      await server.get(CleanUp).run();
      expect(await isUsed('account_identifier', `value = '${added}'`)).toBe(0);
      expect(await suspendedPasskeys()).toBe(0);
    });
  });
});
