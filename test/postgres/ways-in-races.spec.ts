import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../src/identity/accounts/account.service.js';
import { isActing, type Remedy } from '../../src/identity/ways-in/effects.js';
import { WAYS, type WayKind } from '../../src/identity/ways-in/ways.js';
import {
  consentFormOf,
  CookieBrowser,
  exchange,
  registerThirdParties,
  THIRD_PARTIES,
} from '../support/authorization.js';
import { count, rows } from '../support/database-rows.js';
import { LateLinks } from '../../src/identity/mailed-links/late-links.js';
import { Authenticator } from '../support/passkey-authenticator.js';
import { askedBy } from '../support/passkeys.js';
import { answerTo, Device, typeCode } from '../support/devices.js';
import {
  askForReset,
  newestMessage,
  newMember,
  NEXT_PASSWORD,
  type Member,
} from '../support/forgotten-password.js';
import { newEmail, provision, resultOf } from '../support/invitations.js';
import { sessionDigestOf } from '../support/open-ways.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';

const ROUNDS = 6;

interface Thief {
  readonly server: TestServer;
  readonly browser: CookieBrowser;
  readonly me: Member;
}

/** The last step, and the number left afterwards. */
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
  [
    'an address by its link',
    'identifiers',
    async ({ server, browser, me }) => {
      const address = newEmail();
      await browser.post('/account/identifiers', { identifier: address });
      await server.get(LateLinks).settled();
      const { path } = await newestMessage(server, me.id);
      return {
        step: () => new CookieBrowser(server).post(path),
        left: () =>
          count(
            server,
            'account_identifier',
            `account_id = ${me.id} AND is_validated AND value = '${address}'`,
          ),
      };
    },
  ],
  [
    'a passkey',
    'passkeys',
    async ({ server, browser, me }) => {
      const asked = await askedBy(browser, '/account/passkeys/options');
      const passkey = JSON.stringify(new Authenticator(SITE).register(asked));
      return {
        step: () => browser.post('/account/passkeys', { passkey, name: 'Phone', next: '' }),
        left: () => count(server, 'passkey', `account_id = ${me.id}`),
      };
    },
  ],
  [
    "a code's tokens",
    'allowedGrants',
    async ({ server, browser, me }) => {
      const code = await browser.codeFor(THIRD_PARTIES.shop);
      return {
        step: () => exchange(server, THIRD_PARTIES.shop, code),
        left: () => count(server, 'token_grant', `account_id = ${me.id} AND revoked_at IS NULL`),
      };
    },
  ],
  [
    'a consent',
    'consents',
    async ({ server, browser, me }) => {
      const tab = await browser.begin(THIRD_PARTIES.shop);
      const form = await tab.consentForm();
      return {
        step: () => tab.decide({ ...form, decision: 'allow' }),
        left: () => count(server, 'consent', `account_id = ${me.id}`),
      };
    },
  ],
  [
    'an invitation to a family',
    'sentInvitations',
    async ({ server, browser, me }) => {
      const familyId = resultOf(await provision(server, 'createfamily', { FamilyName: 'Ours' }));
      await provision(server, 'addaccount2family', { accountId: me.id, familyId, AccountType: '2' });
      return {
        step: () =>
          browser.post(`/account/families/${familyId}/invite`, {
            name: 'Guest',
            address: newEmail(),
            role: 'member',
          }),
        left: () => count(server, 'sent_invitation', `invited_by = ${me.id} AND ended_at IS NULL`),
      };
    },
  ],
];

/** Browsers have no passkeys for a numeric address. */
const SITE = 'http://localhost:4000';

describe('new way in on one node while a remedy runs on the other (D309)', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ a, b, close } = await startNodes(undefined, { PUBLIC_URL: SITE }));
    await registerThirdParties(a);
  });
  afterAll(() => close());
  beforeEach(() => [a, b].forEach(({ clock }) => clock.advance({ days: 1 })));

  interface Owner {
    readonly browser: CookieBrowser;
    readonly me: Member;
    /** The thief's. */
    readonly signInId: string;
    /** The path of a link that chooses a new password. */
    readonly link: string;
  }
  const change = ({ browser, me }: Owner, reason: string) =>
    browser.post('/account/password', { current: me.password, password: NEXT_PASSWORD, reason });
  /** The last step of each remedy. */
  const REMEDIED: readonly [name: string, remedy: Remedy, act: (owner: Owner) => Promise<unknown>][] = [
    ['replacePassword', 'replacePassword', (owner) => change(owner, 'known')],
    ['rotatePassword', 'rotatePassword', (owner) => change(owner, 'another')],
    ['signOutOthers', 'signOutOthers', ({ browser }) => browser.post('/account/end-others')],
    [
      'disownSignIn',
      'disownSignIn',
      ({ browser, signInId }) => browser.post(`/account/sign-ins/${signInId}`),
    ],
    ['close', 'close', ({ me }) => b.get(AccountService).disable(me.id)],
  ];
  // The first passkey signs the owner out: the reader of the mailbox gets back by a link.
  const BY_LINK = [
    'replacePassword by a mailed link',
    'replacePassword',
    ({ link }: Owner) => new CookieBrowser(b).post(link, { password: NEXT_PASSWORD }),
  ] as const;
  const PAIRS = MAKINGS.flatMap(([name, kind, making]) =>
    (kind === 'passkeys' ? [BY_LINK] : [...REMEDIED, BY_LINK])
      .filter(([, remedy]) => isActing(WAYS[kind].effects[remedy]))
      .map(([what, , act]) => [name, what, making, act] as const),
  );

  it.each(MAKINGS)('control: %s is created while nothing runs beside it', async (_name, _kind, making) => {
    const me = await newMember(a);
    const browser = new CookieBrowser(a);
    await browser.signIn(me);
    const { step, left } = await making({ server: a, browser, me });
    expect(await left()).toBe(0);
    await step();
    expect(await left()).toBe(1);
  });

  it.each(PAIRS)('%s and %s: nothing is left, in either order', async (_name, _what, making, act) => {
    for (let round = 0; round < ROUNDS; round++) {
      const me = await newMember(a);
      const [browser, own] = [new CookieBrowser(a), new CookieBrowser(b)];
      await browser.signIn(me);
      const [{ signInId }] = await rows<{ signInId: string }>(
        a,
        `SELECT data->>'signIn' AS "signInId" FROM session WHERE digest = $1`,
        [sessionDigestOf(browser)],
      );
      await own.signIn(me);
      await askForReset(a, browser, me.email);
      const link = (await newestMessage(a, me.id)).path;
      const { step, left } = await making({ server: a, browser, me });
      const end = () => act({ browser: own, me, signInId, link });
      await Promise.all(round % 2 === 0 ? [step(), end()] : [end(), step()]);
      expect([round, await left()]).toEqual([round, 0]);
    }
  });
});
