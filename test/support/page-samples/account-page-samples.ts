import { credentialsPage, type CredentialsProps } from '../../../src/account/credentials.page.js';
import { dataPage, keepPage } from '../../../src/account/data/data.page.js';
import {
  devicePasswordsPage,
  type DevicePasswordsProps,
} from '../../../src/account/device-passwords/device-passwords.page.js';
import { disownedSignInPage } from '../../../src/account/disowned-sign-in.page.js';
import { removalPage } from '../../../src/account/frame/removal.page.js';
import { TOLD, textOf as eventText, type ToldAction } from '../../../src/account/frame/told-events.js';
import { newPasskeyPage } from '../../../src/account/passkeys/new-passkey.page.js';
import { profilePage } from '../../../src/account/profile.page.js';
import { appsPage, devicesPage, historyPage } from '../../../src/account/sign-ins.page.js';
import { stopOverPage, stoppedPage, stopPage } from '../../../src/account/stop.page.js';
import { securityPage } from '../../../src/account/ways/security.page.js';
import { WAY_TYPES, type ListedWay, type WayType } from '../../../src/identity/accounts/ways-list.js';
import type { ShownKind } from '../../../src/identity/ways-in/shown-ways.js';
import { addressOf, CLIENT, LOGIN, NOW, odd, PERSON } from './sample-names.js';
import { ago, FIREFOX, RESOURCE, type PageSamples } from './sample-values.js';

type SignIn = Parameters<typeof devicesPage>[1]['signIns'][number];
type Stop = Parameters<typeof stopPage>[2];

const CHECKUP = {
  ...{ now: NOW, hasPassword: true, passwordSince: ago(100), hasCodes: false, passkeys: 0 },
  ...{ unconfirmed: [addressOf('waits')], unused: 2 },
};
const MENDED = { ...CHECKUP, passwordSince: null, hasCodes: true, passkeys: 2, unconfirmed: [], unused: 0 };
const PROFILE = {
  profile: { name: PERSON, countryCode: 'CH', locale: 'sv', timeZone: 'Asia/Tokyo' },
  countryCodes: ['CH', 'DE'],
  asked: [
    { id: '1', value: addressOf('old'), isDormant: true },
    { id: '2', value: '+4915112345678', isDormant: false },
  ],
  checkup: CHECKUP,
};
const PROFILE_ERRORS = {
  ...({ name: 'nameRequired', countryCode: 'chooseFromList', timeZone: 'chooseFromList' } as const),
};

export const PROTECTION = { since: ago(40), isReadable: false, recoveryCodesLeft: 3 };

/** Everything that the page of sign-in methods can show at once. */
export const CREDENTIALS: CredentialsProps = {
  identifiers: [
    { id: '1', value: addressOf('anna'), isValidated: true, canConfirm: false },
    { id: '2', value: '+4915112345678', isValidated: false, canConfirm: true },
    { id: null, value: LOGIN, isValidated: false, canConfirm: false },
  ],
  waiting: [addressOf('waits')],
  suspended: [
    { kind: 'identifier', id: '8', value: addressOf('held'), until: ago(-20), isHeld: true },
    { kind: 'passkey', id: '9', value: odd('Κλειδί'), until: ago(-20), isHeld: false },
  ],
  passkeys: {
    passkeys: [
      {
        ...{ id: '1', name: odd('Τηλέφωνο'), isSynced: true, madeFor: 'old.example' },
        ...{ createdAt: ago(90), lastUsedAt: null },
      },
      { id: '2', name: odd('Κλειδί'), isSynced: false, madeFor: null, createdAt: ago(9), lastUsedAt: ago(1) },
    ],
    signals: [
      { method: 'signalUnknownCredential', options: { rpId: 'hearth.example', credentialId: 'AAAA' } },
    ],
    now: NOW,
  },
  ...{
    isSuspendedWaiting: true,
    isLastPasskey: true,
    sentTo: addressOf('waits'),
    done: 'account.passwordChanged',
  },
  connections: {
    connected: [{ id: '1', provider: { id: 'portal', name: odd('Πύλη') } }],
    others: [{ id: 'school', name: odd('Σχολείο') }],
  } as unknown as CredentialsProps['connections'],
  ...{ hasPassword: true, proof: null, passwordProof: null, protection: PROTECTION },
};

const signIn = (props: Partial<SignIn>): SignIn => ({
  ...{ kind: 'session', id: '1f', application: null, device: null, agent: FIREFOX, since: ago(3) },
  ...{ lastSeen: ago(1), isThis: false, resources: [], ...props },
});

const stop = (kind: string, removed: Stop['removed'] = null): Stop =>
  ({
    ...{ accountId: '7', reads: { locale: null, timeZone: null, countryCode: null } },
    ...{ about: { kind, value: odd('Κλειδί') }, at: ago(1), beganId: '5', removed },
  }) as Stop;
const stopped = (kind: string, isPutBack: boolean | null = null) => ({ ...stop(kind), isPutBack });
const STOPPABLE = [
  ...['identifierAdded', 'passkeyAdded', 'devicePasswordAdded', 'partnerConnected', 'secondFactorAdded'],
];

/** A kind of ways in that has this type. */
const KIND_OF: Readonly<Record<WayType, ShownKind>> = {
  ...{ password: 'password', passkey: 'passkeys', oneTimeCodes: 'factors', recoveryCodes: 'factors' },
  ...{ email: 'identifiers', phone: 'identifiers', login: 'identifiers' },
  ...{ connection: 'partnerIds', externalId: 'partnerIds' },
  ...{ browser: 'sessions', webApplication: 'sessions', console: 'administration' },
  ...{ trustedBrowser: 'trustedBrowsers', device: 'directGrants', application: 'allowedGrants' },
  ...{ consent: 'consents', devicePassword: 'devicePasswords', reset: 'resetLinks' },
  ...{ addition: 'additionLinks', confirmation: 'proposals', membership: 'proposals' },
  ...{ invitation: 'resetLinks', recovery: 'recovery', sentInvitation: 'sentInvitations' },
};

export const wayOf = (type: WayType, props: Partial<ListedWay> = {}): ListedWay => ({
  ...{ kind: KIND_OF[type], id: `id-${type}`, type, name: odd('Όνομα'), detail: CLIENT, since: ago(9) },
  ...{ lastUsedAt: ago(2), agent: FIREFOX, signInId: '5', signedInAt: ago(9), suspendedAt: null },
  ...{ familyId: '4', canEnd: true, ...props },
});
const WAYS = {
  ways: [
    ...WAY_TYPES.map((type) => wayOf(type)),
    wayOf('email', { id: '2', suspendedAt: ago(1) }),
    wayOf('browser', { id: 'here', name: null, signInId: '6' }),
  ],
  ...{ current: 'here', now: NOW, proof: null, isRemoved: true },
};

const DEVICE_PASSWORDS: DevicePasswordsProps = {
  passwords: [
    ...[
      { id: '1', name: odd('Ταμπλέτα'), application: CLIENT, createdAt: ago(9), lastUsedAt: ago(1) },
      { id: '2', name: odd('Παλιό'), application: null, createdAt: ago(9), lastUsedAt: null },
    ].map((row) => ({ ...row, signInId: null })),
  ],
  ...{ clients: [{ id: '5', name: CLIENT }], now: NOW, proof: null },
};

const PASSKEY = {
  ...{ next: '/account/sign-in', isOffer: false, name: '', usualName: odd('Κλειδί'), takesSetupCode: false },
};
const BOTH_WAYS = { code: true, passkey: true };
export const WRONG_CODE = { field: 'code', key: 'codeWrong', unknown: null } as const;

const EVENTS = (Object.keys(TOLD) as ToldAction[]).flatMap((action) =>
  ['ok', 'refused'].map((outcome) => ({
    ...{ what: eventText(action, outcome), isRefused: outcome !== 'ok', at: ago(3) },
    ...{ application: outcome === 'ok' ? CLIENT : null, address: '203.0.113.9' },
  })),
);

/** The pages of a person's own account. */
export const ACCOUNT_PAGES: PageSamples = {
  profilePage: {
    'with much to mend': (reader) => profilePage(reader, PROFILE),
    'after it was saved': (reader) =>
      profilePage(reader, { ...PROFILE, asked: [], checkup: MENDED, done: 'account.saved' }),
    'without a password': (reader) =>
      profilePage(reader, { ...PROFILE, checkup: { ...CHECKUP, hasPassword: false, passkeys: null } }),
    'with errors': (reader) =>
      profilePage(reader, { ...PROFILE, outcome: { isDone: false, errors: PROFILE_ERRORS } }),
  },
  credentialsPage: {
    'with everything': (reader) => credentialsPage(reader, CREDENTIALS),
    'before a proof': (reader) =>
      credentialsPage(reader, {
        ...CREDENTIALS,
        proof: '/confirm?next=%2Faccount',
        passwordProof: '/confirm',
      }),
    'of somebody who has nothing': (reader) =>
      credentialsPage(reader, {
        ...{ ...CREDENTIALS, identifiers: [], waiting: [], suspended: [], passkeys: null, sentTo: null },
        ...{
          connections: { connected: [], others: [] },
          hasPassword: false,
          protection: null,
          done: undefined,
        },
      }),
    'with errors': (reader) =>
      credentialsPage(reader, {
        ...CREDENTIALS,
        address: {
          ...{ isDone: false, values: { identifier: odd('Ά') }, errors: { identifier: 'addressInvalid' } },
        },
        password: {
          ...{ isDone: false, values: { reason: '' } },
          errors: { current: 'wrongPassword', password: 'common', reason: 'chooseFromList' },
        },
      }),
  },
  devicesPage: {
    'with browsers and devices': (reader) =>
      devicesPage(reader, {
        signIns: [
          signIn({ isThis: true }),
          signIn({ id: '2f', agent: null, application: CLIENT }),
          signIn({
            kind: 'device',
            id: '3',
            application: CLIENT,
            device: odd('Ταμπλέτα'),
            resources: [odd('Α')],
          }),
        ],
        now: NOW,
      }),
  },
  historyPage: {
    'with every event': (reader) => historyPage(reader, { events: EVENTS, next: '1.2' }, NOW),
    'without any': (reader) => historyPage(reader, { events: [], next: null }, NOW),
  },
  appsPage: {
    'with one': (reader) =>
      appsPage(
        reader,
        [
          {
            ...{ clientId: 'shop', name: CLIENT, homepageUrl: 'https://shop.example/', since: ago(30) },
            ...{ lastUsed: ago(1), scopes: ['openid', 'profile', 'family.manage'] },
            resources: [RESOURCE, { identifier: 'https://gone.example', name: null, scopes: [] }],
          },
        ],
        NOW,
      ),
    'without any': (reader) => appsPage(reader, [], NOW),
  },
  securityPage: {
    'with a way in of each type': (reader) => securityPage(reader, WAYS),
    'before a proof': (reader) =>
      securityPage(reader, { ...WAYS, proof: '/confirm?next=%2Faccount%2Fsecurity', isRemoved: false }),
  },
  devicePasswordsPage: {
    'with a new one': (reader) =>
      devicePasswordsPage(reader, {
        ...DEVICE_PASSWORDS,
        made: { name: odd('Ταμπλέτα'), plain: '2345-6789-2345-6789-2345' },
      }),
    'with errors': (reader) =>
      devicePasswordsPage(reader, {
        ...DEVICE_PASSWORDS,
        outcome: { isDone: false, errors: { name: 'deviceNameRequired', client: 'chooseFromList' } },
      }),
    'before a proof': (reader) =>
      devicePasswordsPage(reader, { ...DEVICE_PASSWORDS, passwords: [], proof: '/confirm' }),
  },
  disownedSignInPage: {
    'with a browser': (reader) => disownedSignInPage(reader, { id: '5', at: ago(3), agent: FIREFOX }, NOW),
  },
  stopPage: {
    ...Object.fromEntries(
      STOPPABLE.map((kind) => [kind, (reader) => stopPage(reader, 't', stop(kind))] as const),
    ),
    identifierRemoved: (reader) =>
      stopPage(reader, 't', stop('identifierRemoved', { type: 'Email', value: addressOf('anna') })),
  },
  stoppedPage: {
    'a factor, which stays': (reader) => stoppedPage(reader, stopped('secondFactorAdded')),
    'a removal, whose address is back': (reader) => stoppedPage(reader, stopped('identifierRemoved', true)),
    'a removal, whose address is used': (reader) => stoppedPage(reader, stopped('identifierRemoved', false)),
  },
  stopOverPage: { 'a used link': stopOverPage },
  dataPage: {
    'of somebody': (reader) => dataPage(reader, { families: [] }),
    'of a founder': (reader) => dataPage(reader, { families: [{ id: '4', name: odd('Οι Ποταμοί') }] }),
    'with an error': (reader) =>
      dataPage(reader, { families: [], deletion: { isDone: false, errors: { form: 'founderStays' } } }),
  },
  keepPage: {
    'by the second factor': (reader) =>
      keepPage(reader, { deletesAt: ago(-7), ways: BOTH_WAYS, error: WRONG_CODE }),
    'by a button': (reader) =>
      keepPage(reader, { deletesAt: ago(-7), ways: { code: false, passkey: false } }),
    'too late': (reader) => keepPage(reader, null),
  },
  newPasskeyPage: {
    'of somebody with a role': (reader) =>
      newPasskeyPage(reader, {
        ...PASSKEY,
        takesSetupCode: true,
        setupCode: odd('α'),
        error: 'setupCodeWrong',
      }),
    'offered after a sign-in': (reader) =>
      newPasskeyPage(reader, { ...PASSKEY, isOffer: true, triesUnasked: true, problem: 'taken' }),
  },
  removalPage: {
    'of an address': (reader) =>
      removalPage(reader, {
        ...{ title: odd('Τέλος;'), lead: odd('Τέλος'), hint: odd('Τέλος'), action: '/account/identifiers/1' },
        ...{ verb: odd('Τέλος'), error: 'lastIdentifier' },
      }),
  },
};
