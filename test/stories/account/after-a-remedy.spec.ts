import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { basic, post } from '../../support/a01.js';
import { giveAddress, noticesOf } from '../../support/addresses.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { protect, showFactor } from '../../support/device-passwords.js';
import { CLIENTS } from '../../support/fixtures.js';
import {
  askForReset,
  newestMessage,
  newMember,
  NEXT_PASSWORD,
  type Member,
} from '../../support/forgotten-password.js';
import { from } from '../../support/http.js';
import { linkIn, newEmail, newPhone, outboxOf, provision, resultOf } from '../../support/invitations.js';
import { LegacyClient } from '../../support/legacy-client.js';
import { PasswordGuesses } from '../../support/password-guesses.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { TwoBrowsers, UNSENT } from '../../support/two-browsers.js';

const newAccountFields = (Identifier: string) => ({
  ...{ Identifier, Type: 'Email', UserName: 'Ann', UserCountryCode: 'DE', FamilyName: `Of ${Identifier}` },
});
const HOME = '203.0.113.9';

describe('traces of a password thief do not outlive the remedy (D379)', () => {
  let server: TestServer;
  let scene: TwoBrowsers;
  let me: Member;
  let second: string;
  let thief: CookieBrowser;
  const nobody = () => new CookieBrowser(server);
  beforeAll(async () => {
    server = await startApp({ ...UNSENT, TRUST_PROXY: '127.0.0.1' });
    await server.get(OutboxWorker).beforeApplicationShutdown(); // messages can be read
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 31 }); // earlier requests do not count
    scene = await TwoBrowsers.on(server);
    ({ me, second, thief } = scene);
  });

  /** Chooses a new password by a link to the address. @returns the signed-in browser */
  async function reset(address: string): Promise<CookieBrowser> {
    await askForReset(server, nobody(), address);
    const { kind, recipient, path } = await newestMessage(server, me.id);
    expect([kind, recipient]).toEqual(['reset', address]);
    const owner = nobody();
    expect((await owner.post(path, { password: NEXT_PASSWORD }, from(HOME))).status).toBe(303);
    return owner;
  }
  const validationToken = (identifier: string) =>
    post(server, '/api/log2/createvalidationtoken', { identifier }, basic(CLIENTS.app));

  it('an address of the thief, after the owner moved to a new one this month: the one that reset the password stays', async () => {
    const mine = newEmail();
    await giveAddress(server, me.id, mine, { addedDaysAgo: 10 });
    await scene.drop(me.email);
    await scene.drop(second);
    const theirs = await scene.add(thief);
    await reset(mine);
    expect([await scene.isConfirmed(mine), await scene.isConfirmed(theirs)]).toEqual([true, false]);
  });

  it('a suspended address of the thief names the account to nobody: not to a page, an app or a partner', async () => {
    const theirs = await scene.add(thief);
    expect((await validationToken(theirs)).status).toBe(200);
    await reset(me.email);
    const who = { email: theirs, password: NEXT_PASSWORD };
    const guesses = new PasswordGuesses(server);
    const answers = [
      await nobody().signIn(who),
      await guesses.right(HOME, who),
      await guesses.attempt(who.email, who.password, HOME, '/token'),
      await validationToken(theirs),
    ];
    const unknown = [
      await nobody().signIn({ ...who, email: newEmail() }),
      await guesses.right(HOME, { ...who, email: newEmail() }),
      await guesses.attempt(newEmail(), who.password, HOME, '/token'),
      await validationToken(newEmail()),
    ];
    expect(answers.map(({ status }) => status)).toEqual(unknown.map(({ status }) => status));
    expect((await nobody().signIn({ ...who, email: me.email })).status).toBe(303);
    const taken = await provision(server, 'createaccount', newAccountFields(theirs));
    expect(taken.status).toBe(409);
  });

  it('an address unconfirmed until then is young: a thief who reads its mail resets by it once', async () => {
    const theirs = newEmail();
    await giveAddress(server, me.id, theirs, { isValidated: false });
    await scene.drop(second);
    expect(await scene.remove(thief, me.email)).toBe(400); // no confirmed identifier would be left
    await giveAddress(server, me.id, `login-${me.id}`, { type: 'Login' });
    await scene.drop(me.email);
    await rows(
      server,
      `UPDATE account_identifier SET is_validated = false WHERE normalized = $1 RETURNING 1`,
      [`login-${me.id}`],
    );
    await reset(theirs);
    const isYoung = `normalized = '${theirs}' AND is_validated AND added_at IS NOT NULL`;
    expect(await count(server, 'account_identifier', isYoung)).toBe(1);
  });

  it('an address of the owner that a partner gave to an incomplete account is restored', async () => {
    await scene.remove(thief, me.email);
    const taking = resultOf(await provision(server, 'createaccount', newAccountFields(me.email)));
    const path = (await noticesOf(server, me.id, 'identifierRemoved'))[me.email];
    expect((await scene.stop(path))[0]).toBe(200);
    expect(await scene.isConfirmed(me.email)).toBe(true);
    expect(await count(server, 'account_identifier', `account_id = ${taking}`)).toBe(0);
  });

  it('the only settled phone number is removed by a mailed link, not by a password only', async () => {
    const phone = newPhone();
    await scene.drop(second);
    await giveAddress(server, me.id, phone, { type: 'Msisdn' });
    await scene.drop(me.email);
    await scene.add(thief);
    expect(await scene.remove(thief, phone)).toBe(400);
    const owner = await reset(phone);
    await scene.add(owner);
    expect(await scene.remove(owner, phone)).toBe(303);
  });

  it('a factor that the thief showed and removed again proves no more than a password', async () => {
    await protect(server, me.id);
    await rows(server, 'DELETE FROM totp WHERE account_id = $1 RETURNING 1', [me.id]);
    await thief.confirm(me);
    const sql = 'SELECT rank, methods FROM sign_in WHERE id = $1';
    const [last] = await rows<{ rank: number; methods: string }>(server, sql, [await scene.signInOf(thief)]);
    expect([last.methods, last.rank]).toEqual(['password passkey', 1]);
  });

  it("a legacy client's session ends with a sign-in that its owner does not recognize", async () => {
    const legacy = new LegacyClient(server);
    await legacy.signIn(me);
    expect(await legacy.status()).toBe(200);
    await scene.mine.confirm(me);
    await scene.mine.post(`/account/sign-ins/${await scene.signInOf(thief)}`);
    expect([await scene.isIn(thief), await legacy.status(), await scene.isIn(scene.mine)]).toEqual([
      false,
      501,
      true,
    ]);
  });

  it('guesses elsewhere do not delay the owner where the link was used', async () => {
    const guesses = new PasswordGuesses(server);
    await reset(me.email);
    for (let i = 0; i < 60; i++) await guesses.wrong(guesses.address(), me.email);
    const mine = { email: me.email, password: NEXT_PASSWORD };
    expect((await guesses.right(guesses.address(), mine)).status).toBe(429);
    expect((await guesses.right(HOME, mine)).status).toBe(200);
  });

  it("the thief's changes in a day do not count towards the owner's limit", async () => {
    const make = (browser: CookieBrowser) =>
      browser.post('/account/device-passwords', { name: 'Tablet', client: 'legacy' });
    for (let i = 0; i < 10; i++) expect((await make(thief)).status).toBe(200);
    expect((await make(thief)).status).toBe(429);
    expect((await make(await reset(me.email))).status).toBe(200);
  });

  it("the thief's recovery requests do not count for the owner, whose recovery begins at once", async () => {
    await protect(server, me.id);
    const lose = async (browser: CookieBrowser) => {
      expect((await browser.post('/lost-factor')).status).toBe(200);
      return (await outboxOf(server, me.id)).filter(({ kind }) => kind === 'recovery').length;
    };
    const again = nobody();
    await again.signIn(me);
    for (let i = 0; i < 6; i++) {
      await lose(again);
      server.clock.advance({ minutes: 6 });
      await again.signIn(me);
    }
    const before = await lose(again);
    const owner = await reset(me.email);
    expect(await lose(owner)).toBeGreaterThan(before);
    expect(await count(server, 'factor_recovery', `account_id = ${me.id} AND ends_at > ready_at`)).toBe(1);
    await showFactor(server, me.id);
  });

  it('another invitation to a family that removed the thief is void', async () => {
    const familyId = resultOf(await provision(server, 'createfamily', { FamilyName: 'Ours' }));
    const founder = await newMember(server);
    await provision(server, 'addaccount2family', { accountId: founder.id, familyId, AccountType: '2' });
    const theirs = nobody();
    await theirs.signIn(founder);
    for (const address of [me.email, second]) {
      const form = { name: 'Mia', address, role: 'administrator' };
      await theirs.confirm(founder);
      await theirs.post(`/account/families/${familyId}/invite`, form);
      await server.get(LateLinks).settled();
      server.clock.advance({ minutes: 6 });
    }
    const links = (await outboxOf(server, me.id)).filter(({ kind }) => kind === 'membership');
    const paths = links.map(({ payload }) => linkIn(server, payload as Buffer).pathname);
    expect(paths).toHaveLength(2);
    const accept = async (path: string) => {
      await thief.post(`${path}/sign-in`, { identifier: me.email, password: me.password });
      await thief.post(`${path}/decision`, { decision: 'accept' });
    };
    await accept(paths[0]);
    const isMember = `account_id = ${me.id} AND family_id = ${familyId}`;
    expect(await count(server, 'family_member', isMember)).toBe(1);
    resultOf(await provision(server, 'removeaccount2family', { accountId: me.id, familyId }));
    await accept(paths[1]);
    expect(await count(server, 'family_member', isMember)).toBe(0);
  });
});
