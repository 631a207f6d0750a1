import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CookieBrowser } from '../support/authorization.js';
import { askForReset, newestMessage, newMember, NEXT_PASSWORD } from '../support/forgotten-password.js';
import { Authenticator } from '../support/passkey-authenticator.js';
import { askedBy, signInBy } from '../support/passkeys.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';

const ROUNDS = 6;
/** Browsers have no passkeys for a numeric address. */
const SITE = 'http://localhost:4000';

describe('password reset link used on one node, while a thief acts on the other', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ a, b, close } = await startNodes(undefined, { PUBLIC_URL: SITE }));
  });
  afterAll(() => close());
  beforeEach(() => [a, b].forEach(({ clock }) => clock.advance({ days: 1 })));

  it('a link that its owner requested counts, even if a thief changes the password (D343)', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const me = await newMember(a);
      const thief = new CookieBrowser(a);
      await thief.signIn(me);
      await askForReset(a, thief, me.email);
      const { path } = await newestMessage(a, me.id);
      const form = { current: me.password, password: 'only-the-thief-knows', reason: 'known' };
      const change = () => thief.post('/account/password', form);
      const reset = () => new CookieBrowser(b).post(path, { password: NEXT_PASSWORD });
      const [, { status }] = await (round % 2 === 0
        ? Promise.all([change(), reset()])
        : Promise.all([reset(), change()]).then(([one, other]) => [other, one] as const));
      const owner = await new CookieBrowser(b).signIn({ ...me, password: NEXT_PASSWORD });
      const isIn = (await thief.get('/account')).status === 200;
      expect([round, status, owner.status, isIn]).toEqual([round, 303, 303, false]);
    }
  });

  it('a link that its owner requested counts, even if a thief asks to delete the account (D378)', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const me = await newMember(a);
      const thief = new CookieBrowser(a);
      await thief.signIn(me);
      await thief.confirm(me);
      await askForReset(a, thief, me.email);
      const { path } = await newestMessage(a, me.id);
      const owner = new CookieBrowser(b);
      const ask = () => thief.post('/account/data/delete');
      const reset = () => owner.post(path, { password: NEXT_PASSWORD });
      const [, { status, headers }] = await (round % 2 === 0
        ? Promise.all([ask(), reset()])
        : Promise.all([reset(), ask()]).then(([one, other]) => [other, one] as const));
      expect([round, status]).toEqual([round, 303]);
      if (headers.location === '/keep-account') await owner.post('/keep-account');
      const isIn = (await owner.get('/account')).status === 200;
      expect([round, isIn, (await thief.get('/account')).status]).toEqual([round, true, 303]);
    }
  });

  it("a password that is replaced at that moment can't keep the account (D379)", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const me = await newMember(a);
      const thief = new CookieBrowser(a);
      await thief.signIn(me);
      await thief.confirm(me);
      await askForReset(a, thief, me.email);
      const { path } = await newestMessage(a, me.id);
      await thief.post('/account/data/delete');
      await thief.post('/sign-in', { identifier: me.email, password: me.password });
      const keep = () => thief.post('/keep-account');
      const reset = () => new CookieBrowser(b).post(path, { password: NEXT_PASSWORD });
      await Promise.all(round % 2 === 0 ? [keep(), reset()] : [reset(), keep()]);
      expect([round, (await thief.get('/account')).status]).toEqual([round, 303]);
    }
  });

  it('a passkey that a new password removes at that moment signs nobody in (D379)', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const me = await newMember(a);
      const thief = new CookieBrowser(a);
      await thief.signIn(me);
      await askForReset(a, thief, me.email);
      const { path } = await newestMessage(a, me.id);
      const passkey = new Authenticator(SITE);
      const made = JSON.stringify(passkey.register(await askedBy(thief, '/account/passkeys/options')));
      await thief.confirm(me);
      await thief.post('/account/passkeys', { passkey: made, name: 'Phone', next: '' });
      const bots = [0, 1, 2, 3].map(() => new CookieBrowser(a));
      const signIns = bots.map((bot) => () => signInBy(bot, passkey));
      const reset = () => new CookieBrowser(b).post(path, { password: NEXT_PASSWORD });
      await Promise.all([...signIns.slice(0, 2), reset, ...signIns.slice(2)].map((act) => act()));
      const statuses = await Promise.all(bots.map(async (bot) => (await bot.get('/account')).status));
      expect([round, statuses]).toEqual([round, [303, 303, 303, 303]]);
    }
  });
});
