import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { giveAddress } from '../../support/addresses.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import {
  askForReset,
  newestMessage,
  newMember,
  NEXT_PASSWORD,
  type Member,
} from '../../support/forgotten-password.js';
import { newEmail } from '../../support/invitations.js';
import { sessionDigestOf } from '../../support/open-ways.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('worth of a password reset link', () => {
  let server: TestServer;
  let me: Member;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1 });
    me = await newMember(server);
  });

  const browser = () => new CookieBrowser(server);

  async function signedIn(password = me.password): Promise<CookieBrowser> {
    const signed = browser();
    expect((await signed.signIn({ ...me, password })).status).toBe(303);
    return signed;
  }

  async function askFor(address: string): Promise<string> {
    await askForReset(server, browser(), address);
    const { kind, recipient, path } = await newestMessage(server, me.id);
    expect([kind, recipient]).toEqual(['reset', address]);
    return path;
  }

  const works = async (path: string) => (await browser().get(path)).status === 200;
  const changed = async (by: CookieBrowser, current: string, password: string, reason: string) =>
    (await by.post('/account/password', { current, password, reason })).status;

  /** Chooses a new password by the link. @returns the signed-in browser */
  async function reset(path: string, password = NEXT_PASSWORD): Promise<CookieBrowser> {
    const signed = browser();
    expect((await signed.post(path, { password })).status).toBe(303);
    return signed;
  }

  /** A young address of an account without a settled one. */
  async function onlyYoung(): Promise<string> {
    const young = newEmail();
    await giveAddress(server, me.id, young, { addedDaysAgo: 1 });
    await rows(server, 'DELETE FROM account_identifier WHERE normalized = $1 RETURNING 1', [me.email]);
    return young;
  }

  async function rankIn(signed: CookieBrowser): Promise<number> {
    const sql = `SELECT s.rank FROM sign_in s JOIN session ON s.id = (data->>'signIn')::bigint WHERE digest = $1`;
    return (await rows<{ rank: number }>(server, sql, [sessionDigestOf(signed)]))[0].rank;
  }

  it('one mailed to a settled address works for its owner, however often a thief changes the password (D343)', async () => {
    const thief = await signedIn();
    const link = await askFor(me.email);
    expect(await changed(thief, me.password, 'only-the-thief-knows-1', 'known')).toBe(200);
    expect(await changed(thief, 'only-the-thief-knows-1', 'only-the-thief-knows-2', 'another')).toBe(200);
    const owner = await reset(link);
    expect([(await owner.get('/account')).status, (await thief.get('/account')).status]).toEqual([200, 303]);
    expect((await browser().signIn({ ...me, password: 'only-the-thief-knows-2' })).status).not.toBe(303);
    await signedIn(NEXT_PASSWORD);
  });

  it.each(['known', 'another'])(
    'one to a young address ends with a new password set with the old one, if that is "%s" (D343)',
    async (reason) => {
      const young = await onlyYoung();
      const by = browser();
      await by.signIn({ email: young, password: me.password });
      const link = await askFor(young);
      expect(await works(link)).toBe(true);
      expect(await changed(by, me.password, NEXT_PASSWORD, reason)).toBe(200);
      expect(await works(link)).toBe(false);
    },
  );

  it('a sign-in by a link to a settled address has rank 2, by one to a young address rank 1 (D344)', async () => {
    const settled = await rankIn(await reset(await askFor(me.email)));
    expect([settled, await rankIn(await reset(await askFor(await onlyYoung())))]).toEqual([2, 1]);
  });

  it('one to a young address removes nothing that was made after a link to a settled one (D344)', async () => {
    const owner = await reset(await askFor(me.email));
    const mine = newEmail();
    expect((await owner.post('/account/identifiers', { identifier: mine })).status).toBe(200);
    await browser().post((await newestMessage(server, me.id)).path);
    await giveAddress(server, me.id, `login-${me.id}`, { type: 'Login' }); // a settled way in that stays
    const thiefs = await onlyYoung();
    await reset(await askFor(thiefs), 'only-the-thief-knows-1');
    const stays = `account_id = ${me.id} AND normalized = '${mine}' AND is_validated`;
    expect(await count(server, 'account_identifier', stays)).toBe(1);
  });
});
