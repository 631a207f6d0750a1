import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountLinks } from '../../../src/oauth/sso/account-links.js';
import { Database } from '../../../src/platform/database/database.js';
import { Notices } from '../../../src/identity/notifications/notices.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { giveAddress, noticesOf } from '../../support/addresses.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { Authenticator } from '../../support/passkey-authenticator.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { exchange, makeDevicePassword, protect } from '../../support/device-passwords.js';
import {
  askForReset,
  newestMessage,
  newMember,
  NEXT_PASSWORD,
  type Member,
} from '../../support/forgotten-password.js';
import type { RawAnswer } from '../../support/http.js';
import { headingOf, newEmail, newPhone } from '../../support/invitations.js';
import { sessionDigestOf } from '../../support/open-ways.js';
import { addPasskey, startAtName } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';

const OVER = [410, 'This link is no longer valid'];

describe('"This wasn\'t me" in a notice (D341)', () => {
  let server: TestServer;
  let site: string;
  let trail: AuditTrail;
  let me: Member;
  let second: string;
  let mine: CookieBrowser;
  let thief: CookieBrowser;
  const nobody = () => new CookieBrowser(server);
  beforeAll(async () => {
    const settings = { SMTP_URL: 'smtp://127.0.0.1:9', SMS_GATEWAY_URL: 'http://127.0.0.1:9' };
    ({ server, site } = await startAtName(settings));
    await server.get(OutboxWorker).beforeApplicationShutdown(); // messages stay to be read
    trail = new AuditTrail(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 31 });
    me = await newMember(server);
    second = newEmail();
    await giveAddress(server, me.id, second);
    [mine, thief] = [nobody(), nobody()];
    await mine.signIn(me);
    await thief.signIn(me);
  });

  const isIn = async (browser: CookieBrowser) => (await browser.get('/account')).status === 200;
  const isConfirmed = async (value: string) =>
    (await count(server, 'account_identifier', `normalized = '${value}' AND is_validated`)) === 1;
  const idOf = async (value: string): Promise<string> => {
    const sql = 'SELECT id::text FROM account_identifier WHERE normalized = $1';
    return (await rows<{ id: string }>(server, sql, [value]))[0].id;
  };
  const seen = (answer: RawAnswer) => [answer.status, headingOf(answer)];
  const stop = async (path: string | null) => seen(await nobody().post(path as string, {}));
  /** As if that browser had shown a settled second factor. */
  const showSettledFactor = (browser: CookieBrowser) =>
    rows(
      server,
      `UPDATE sign_in SET rank = 3 WHERE id = (SELECT (data->>'signIn')::bigint FROM session WHERE digest = $1) RETURNING 1`,
      [sessionDigestOf(browser)],
    );
  /** Adds an address as its user does, who then uses the link. */
  const add = async (browser: CookieBrowser, value = newEmail()): Promise<string> => {
    await browser.post('/account/identifiers', { identifier: value });
    await nobody().post((await newestMessage(server, me.id)).path, {});
    expect(await isConfirmed(value)).toBe(true);
    return value;
  };
  const remove = async (browser: CookieBrowser, value: string) =>
    (await browser.post(`/account/identifiers/${await idOf(value)}`)).status;

  it('suspends an address that was added, ends the browser that added it, and nothing else', async () => {
    const added = await add(thief);
    const links = await noticesOf(server, me.id, 'identifierAdded');
    expect(Object.keys(links).sort()).toEqual([me.email, second].sort());
    const path = links[me.email] as string;
    const visitor = nobody();
    const shown = await visitor.get(path);
    expect(seen(shown)).toEqual([200, "Wasn't this you?"]);
    expect(shown.text).toContain(added);
    expect([await isConfirmed(added), await isIn(thief)]).toEqual([true, true]); // a scanner's GET does nothing
    const events = await trail.of(async () => {
      const answer = await visitor.post(path, {});
      expect(seen(answer)).toEqual([200, 'Stopped']);
      expect(answer.text).toContain('href="/forgot-password"');
    });
    expect(events.map(({ action }) => action)).toContain('addition.stopped');
    expect([await isConfirmed(added), await isIn(thief), await isIn(mine)]).toEqual([false, false, true]);
    expect(await isIn(visitor)).toBe(false); // it signs nobody in
    expect((await nobody().signIn(me)).status).toBe(303); // nor sets a password
    const told = await noticesOf(server, me.id, 'additionStopped');
    expect(Object.keys(told).sort()).toEqual([me.email, second, added].sort());
    expect((await mine.get('/account/history')).text).toContain('Change stopped by a link');
    for (const link of Object.values(links)) expect(await stop(link)).toEqual(OVER); // once for each addition
  });

  it('moves a passkey out of use, and one that was added elsewhere stays', async () => {
    await addPasskey(thief, new Authenticator(site));
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(1);
    const links = await noticesOf(server, me.id, 'passkeyAdded');
    expect(await stop(links[second])).toEqual([200, 'Stopped']);
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(0);
    expect(await count(server, 'suspended_passkey', `account_id = ${me.id}`)).toBe(1);
  });

  it('ends a device password, with what it signed in', async () => {
    const plain = await makeDevicePassword(server, thief);
    expect((await exchange(server, me.email, plain)).status).toBe(200);
    expect(await stop((await noticesOf(server, me.id, 'devicePasswordAdded'))[me.email])).toEqual([
      200,
      'Stopped',
    ]);
    expect((await exchange(server, me.email, plain)).status).toBe(400);
    expect(await count(server, 'token_grant', `account_id = ${me.id} AND revoked_at IS NULL`)).toBe(0);
  });

  it('suspends a connection', async () => {
    const event = { action: 'account.linked', outcome: 'ok', accountId: me.id } as const;
    const [{ signInId }] = await rows<{ signInId: string }>(
      server,
      `SELECT data->>'signIn' AS "signInId" FROM session WHERE digest = $1`,
      [sessionDigestOf(thief)],
    );
    const partner = { issuer: 'https://partner.example', subject: `mia-${me.id}` };
    await server
      .get(Database)
      .transaction((tx) => server.get(AccountLinks).attach(tx, me.id, partner, event, signInId));
    expect(await stop((await noticesOf(server, me.id, 'partnerConnected'))[me.email])).toEqual([
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

  it('leaves codes that were set up: its page leads to the recovery', async () => {
    await protect(server, me.id);
    const path = await made('secondFactorAdded', '');
    expect((await nobody().get(path)).text).toContain('The second factor stays');
    const { text } = await nobody().post(path, {});
    expect(text).toContain('href="/lost-factor"');
    expect([await count(server, 'totp', `account_id = ${me.id}`), await isIn(thief)]).toEqual([1, false]);
  });
  /** A notice of something that was done in the thief's browser. */
  const made = async (kind: 'secondFactorAdded' | 'passkeyAdded', value: string): Promise<string> => {
    const [{ signInId }] = await rows<{ signInId: string }>(
      server,
      `SELECT data->>'signIn' AS "signInId" FROM session WHERE digest = $1`,
      [sessionDigestOf(thief)],
    );
    await server
      .get(Database)
      .transaction((tx) => server.get(Notices).add(tx, me.id, { kind, value, made: { signInId } }));
    return (await noticesOf(server, me.id, kind))[me.email] as string;
  };

  it('a phone, a young and a left address hear of it without a link', async () => {
    const [young, left, phone] = [newEmail(), newEmail(), newPhone()];
    await giveAddress(server, me.id, young, { addedDaysAgo: 29 });
    await giveAddress(server, me.id, left, { unreadDays: 400 });
    await giveAddress(server, me.id, phone, { type: 'Msisdn' });
    await add(thief);
    const links = await noticesOf(server, me.id, 'identifierAdded');
    const linked = Object.entries(links).filter(([, link]) => link !== null);
    expect(linked.map(([to]) => to).sort()).toEqual([me.email, second].sort());
    expect(Object.keys(links)).toHaveLength(5);
  });

  it('nobody stops what was done with a settled second factor', async () => {
    await showSettledFactor(thief);
    await add(thief);
    expect(Object.values(await noticesOf(server, me.id, 'identifierAdded'))).toEqual([null, null]);
  });

  it('works for 14 days', async () => {
    const added = await add(thief);
    const { [me.email]: path, [second]: other } = await noticesOf(server, me.id, 'identifierAdded');
    server.clock.advance({ days: 13, minutes: 23 * 60 });
    expect((await nobody().get(path as string)).status).toBe(200);
    server.clock.advance({ minutes: 61 });
    expect(seen(await nobody().get(path as string))).toEqual(OVER);
    expect([await stop(path), await stop(other)]).toEqual([OVER, OVER]);
    expect(await isConfirmed(added)).toBe(true);
  });

  it.each([
    ['was removed', 'DELETE FROM account_identifier WHERE normalized = $1 RETURNING $2::timestamptz'],
    [
      'is suspended',
      'UPDATE account_identifier SET is_validated = false, suspended_at = $2 WHERE normalized = $1 RETURNING 1',
    ],
    ['is young again', 'UPDATE account_identifier SET added_at = $2 WHERE normalized = $1 RETURNING 1'],
    [
      'is dormant',
      `UPDATE account_identifier SET confirmed_at = $2::timestamptz - interval '400 days' WHERE normalized = $1 RETURNING 1`,
    ],
  ])('does nothing where its address %s', async (_, sql) => {
    const added = await add(thief);
    const path = (await noticesOf(server, me.id, 'identifierAdded'))[me.email] as string;
    await rows(server, sql, [me.email, server.clock.now()]);
    expect(seen(await nobody().get(path))).toEqual(OVER);
    expect(await stop(path)).toEqual(OVER);
    expect([await isConfirmed(added), await isIn(thief)]).toEqual([true, true]);
  });

  it('does nothing to what its owner took back since by a stronger proof', async () => {
    const added = await add(thief);
    const path = (await noticesOf(server, me.id, 'identifierAdded'))[me.email] as string;
    await showSettledFactor(mine);
    await rows(
      server,
      `UPDATE account_identifier SET sign_in_id = (SELECT (data->>'signIn')::bigint FROM session WHERE digest = $2)
        WHERE normalized = $1 RETURNING 1`,
      [added, sessionDigestOf(mine)],
    );
    expect(await stop(path)).toEqual([200, 'Stopped']);
    expect([await isConfirmed(added), await isIn(mine)]).toEqual([true, true]);
  });

  it('an unknown link says the same as one that is over', async () => {
    expect(seen(await nobody().get(`/not-me/${'x'.repeat(43)}`))).toEqual(OVER);
    expect(await stop(`/not-me/${'x'.repeat(43)}`)).toEqual(OVER);
    const { status } = await nobody().get('/not-me/%00');
    expect(status).toBe(410);
  });

  describe('an address that was removed', () => {
    const putBackLinks = () => noticesOf(server, me.id, 'identifierRemoved');

    it('comes back by the link that it got, which suspends what removed it; not twice', async () => {
      const added = await add(thief);
      expect(await remove(thief, me.email)).toBe(303);
      expect(await isConfirmed(me.email)).toBe(false);
      const links = await putBackLinks();
      expect(links[second]).toBeNull(); // the others hear of it
      const path = links[me.email] as string;
      expect((await nobody().get(path)).text).toContain(`puts ${me.email} back`);
      const answer = await nobody().post(path, {});
      expect(seen(answer)).toEqual([200, 'Stopped']);
      expect(answer.text).toContain(`${me.email} belongs to your account again.`);
      expect([await isConfirmed(me.email), await isConfirmed(added), await isIn(thief)]).toEqual([
        true,
        false,
        false,
      ]);
      expect(await stop(path)).toEqual(OVER);
      expect(await remove(mine, me.email)).toBe(303);
      expect((await putBackLinks())[me.email]).toBeNull();
      expect(await isConfirmed(me.email)).toBe(false);
    });

    it('is settled again: it resets', async () => {
      await remove(thief, me.email);
      await stop((await putBackLinks())[me.email]);
      await rows(server, 'DELETE FROM account_identifier WHERE normalized = $1 RETURNING 1', [second]);
      await askForReset(server, nobody(), me.email);
      const { kind, path } = await newestMessage(server, me.id);
      expect(kind).toBe('reset');
      expect((await nobody().post(path, { password: NEXT_PASSWORD })).status).toBe(303);
    });

    it.each([
      ['with a settled second factor', () => showSettledFactor(thief)],
      [
        'while it is young',
        () =>
          rows(server, 'UPDATE account_identifier SET added_at = $2 WHERE normalized = $1 RETURNING 1', [
            me.email,
            server.clock.now(),
          ]),
      ],
      [
        'while it is dormant',
        () =>
          rows(
            server,
            `UPDATE account_identifier SET confirmed_at = $2::timestamptz - interval '400 days' WHERE normalized = $1 RETURNING 1`,
            [me.email, server.clock.now()],
          ),
      ],
    ])('%s is gone at once, with all of its links', async (_, first) => {
      await first();
      await add(thief);
      await remove(thief, me.email);
      expect((await putBackLinks())[me.email]).toBeNull();
      const left = `account_id = ${me.id} AND kind IN ('reset', 'recovery', 'putBack', 'disown') AND used_at IS NULL`;
      const links = await rows<{ value: string }>(
        server,
        `SELECT n.value FROM invitation i LEFT JOIN account_identifier n ON n.id = i.identifier_id WHERE i.${left}`,
      );
      expect(links.map(({ value }) => value).filter((value) => value !== second)).toEqual([]);
    });

    it('that another account has by now stays there; what removed it is stopped all the same', async () => {
      await remove(thief, me.email);
      const path = (await putBackLinks())[me.email] as string;
      const other = await newMember(server);
      await giveAddress(server, other.id, me.email);
      const answer = await nobody().post(path, {});
      expect(answer.text).toContain('another account uses it now');
      expect([
        await isIn(thief),
        await count(server, 'account_identifier', `normalized = '${me.email}'`),
      ]).toEqual([false, 1]);
      expect(
        await count(server, 'account_identifier', `account_id = ${me.id} AND normalized = '${me.email}'`),
      ).toBe(0);
    });

    it('a suspended one does not count as the last one that is left', async () => {
      await rows(
        server,
        'UPDATE account_identifier SET is_validated = false, suspended_at = $2 WHERE normalized = $1 RETURNING 1',
        [second, server.clock.now()],
      );
      expect(await remove(mine, me.email)).toBe(400);
      expect(await remove(mine, second)).toBe(303);
    });
  });

  it('nothing else may be done by such a link', async () => {
    await add(thief);
    const path = (await noticesOf(server, me.id, 'identifierAdded'))[me.email] as string;
    const token = path.split('/').at(-1) as string;
    for (const page of ['reset', 'invitation', 'proposal', 'lost-factor'])
      expect([404, 410]).toContain((await nobody().get(`/${page}/${token}`)).status);
  });
});
