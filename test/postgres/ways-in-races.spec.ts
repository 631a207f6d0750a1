import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../src/identity/accounts/account.service.js';
import { isActing, WAYS, type Remedy, type WayKind } from '../../src/identity/ways-in/ways.js';
import {
  consentFormOf,
  CookieBrowser,
  registerThirdParties,
  THIRD_PARTIES,
} from '../support/authorization.js';
import { count } from '../support/database-rows.js';
import { answerTo, Device, typeCode } from '../support/devices.js';
import { newMember, NEXT_PASSWORD, type Member } from '../support/forgotten-password.js';
import { newEmail } from '../support/invitations.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';

const ROUNDS = 6;

interface Thief {
  readonly server: TestServer;
  readonly browser: CookieBrowser;
  readonly me: Member;
}

/** The last step, and how many are left afterwards. */
interface Made {
  readonly step: () => Promise<unknown>;
  readonly left: () => Promise<number>;
}

/** Prepares the last step of making a way in. */
type Making = (thief: Thief) => Made | Promise<Made>;

const MAKINGS: readonly [name: string, kind: WayKind, making: Making][] = [
  [
    'a device password',
    'devicePasswords',
    ({ server, browser, me }) => ({
      step: () => browser.post('/account/device-passwords', { name: 'Tablet', client: 'legacy' }),
      left: () => count(server, 'device_password', `account_id = ${me.id}`),
    }),
  ],
  [
    'an address',
    'additionLinks',
    ({ server, browser, me }) => ({
      step: () => browser.post('/account/identifiers', { identifier: newEmail() }),
      left: () =>
        count(server, 'invitation', `account_id = ${me.id} AND kind = 'addition' AND used_at IS NULL`),
    }),
  ],
  [
    'a code',
    'authorizations',
    async ({ server, browser, me }) => {
      const tab = await browser.begin(THIRD_PARTIES.shop);
      const form = await tab.consentForm();
      return {
        step: () => tab.decide({ ...form, decision: 'allow' }),
        left: () => count(server, 'authorization_code', `account_id = ${me.id} AND used_at IS NULL`),
      };
    },
  ],
  [
    'an allowed device',
    'authorizations',
    async ({ server, browser, me }) => {
      const codes = await new Device(server).codes();
      const form = consentFormOf(await typeCode(browser, codes.user_code));
      return {
        step: () => answerTo(browser, codes, form, 'allow'),
        left: () => count(server, 'device_authorization', `account_id = ${me.id} AND used_at IS NULL`),
      };
    },
  ],
];

describe('a way in that is made on one node while a remedy runs on the other (D309)', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ a, b, close } = await startNodes());
    await registerThirdParties(a);
  });
  afterAll(() => close());
  beforeEach(() => [a, b].forEach(({ clock }) => clock.advance({ days: 1 })));

  const REMEDIED: Readonly<Partial<Record<Remedy, (owner: CookieBrowser, me: Member) => Promise<unknown>>>> =
    {
      replacePassword: (owner, me) =>
        owner.post('/account/password', { current: me.password, password: NEXT_PASSWORD, reason: 'known' }),
      rotatePassword: (owner, me) =>
        owner.post('/account/password', { current: me.password, password: NEXT_PASSWORD, reason: 'another' }),
      signOutOthers: (owner) => owner.post('/account/end-others'),
      close: (_, me) => b.get(AccountService).disable(me.id),
    };
  const PAIRS = MAKINGS.flatMap(([name, kind, making]) =>
    (Object.keys(REMEDIED) as Remedy[])
      .filter((remedy) => isActing(WAYS[kind].effects[remedy]))
      .map((remedy) => [name, remedy, making] as const),
  );

  it.each(PAIRS)('%s and %s: nothing is left, whichever was first', async (_, remedy, making) => {
    for (let round = 0; round < ROUNDS; round++) {
      const me = await newMember(a);
      const [browser, owner] = [new CookieBrowser(a), new CookieBrowser(b)];
      await Promise.all([browser.signIn(me), owner.signIn(me)]);
      const { step, left } = await making({ server: a, browser, me });
      const end = () => REMEDIED[remedy]?.(owner, me) ?? Promise.reject(new Error('no such remedy'));
      await Promise.all(round % 2 === 0 ? [step(), end()] : [end(), step()]);
      expect([round, await left()]).toEqual([round, 0]);
    }
  });
});
