import type { AuditEventView } from '../../../src/admin/audit/audit-trail.view.js';
import { removeIdentifierPage } from '../../../src/admin/accounts/account-identity.page.js';
import { accountDeletion, accountPage } from '../../../src/admin/accounts/account.page.js';
import type { AccountPageProps } from '../../../src/admin/accounts/account-page-props.js';
import { holdAccountPage, secureAccountPage } from '../../../src/admin/accounts/account-securing.page.js';
import type { AccountTab } from '../../../src/admin/accounts/account-tabs.js';
import type { AccountSummary, AccountView, SessionView } from '../../../src/admin/accounts/account.view.js';
import { endWayPage } from '../../../src/admin/accounts/account-ways.page.js';
import { accountsPage } from '../../../src/admin/accounts/accounts.page.js';
import { accountImportPage } from '../../../src/admin/accounts/import/account-import.page.js';
import { newAccountPage } from '../../../src/admin/accounts/new-account.page.js';
import {
  adminFamiliesPage,
  adminFamilyPage,
  familyDeletion,
  newFamilyPage,
} from '../../../src/admin/families/admin-families.page.js';
import type {
  FamilyInvitationView,
  FamilySummary,
  OneFamilyView,
} from '../../../src/admin/families/family.view.js';
import type { GrantView } from '../../../src/admin/grants/grant.view.js';
import { deletionPage } from '../../../src/admin/shell/console/deletion.page.js';
import { ACCOUNT_FIELDS, PROFILE_FIELDS } from '../../../src/identity/accounts/account.fields.js';
import { WAY_TYPES } from '../../../src/identity/accounts/ways-list.js';
import {
  FAMILY_FIELDS,
  FAMILY_INVITATION_FIELDS,
  FAMILY_SETTINGS,
  NEW_FAMILY_FIELDS,
} from '../../../src/identity/families/family.fields.js';
import { emptyForm, formOf } from '../../../src/platform/records/typed-form.js';
import { wayOf } from './account-page-samples.js';
import { BY, errorsOf, ETAG, listOf, NONE, recordOf, SUPPORT } from './record-samples.js';
import { addressOf, CLIENT, LOGIN, odd, PERSON } from './sample-names.js';
import { ago, type PageSamples } from './sample-values.js';

export const ACCOUNT_VIEW: AccountView = {
  ...recordOf(ACCOUNT_FIELDS, {
    name: PERSON,
    status: 'active',
    role: null,
    locale: 'de',
    countryCode: 'DE',
  }),
  ...{ accountId: '7', createdAt: ago(400), lastLoginAt: ago(1), deletesAt: null, heldUntil: null },
  ...{ securedAt: null, securedFor: null, securedLinkUntil: null, isProtected: true, takesSetupCode: false },
  identifiers: [
    { identifierId: '1', type: 'Email', value: addressOf('anna'), issuer: null, isValidated: true },
    { identifierId: '2', type: 'ExternalId', value: odd('Ά7'), issuer: odd('Πύλη'), isValidated: true },
    { identifierId: '3', type: 'Login', value: LOGIN, issuer: null, isValidated: false },
  ],
  families: [{ familyId: '4', name: odd('Οι Ποταμοί'), accountType: 2 }],
  connectedApps: [
    {
      ...{ clientId: 'shop', name: CLIENT, scopes: ['openid'], homepageUrl: null, since: ago(9) },
      ...{ lastUsed: ago(1), resources: [{ identifier: 'https://gone.example', name: null, scopes: [] }] },
    },
  ],
  waitingLinks: [{ kind: 'reset', sentTo: addressOf('anna'), createdAt: ago(1), expiresAt: ago(-1) }],
  ...{ sessions: 1, grants: 1 },
};
const SECURED = {
  ...ACCOUNT_VIEW,
  status: 'disabled',
  securedAt: ago(1),
  securedFor: 'a…@family.example',
} as const;

export const GRANT: GrantView = {
  ...{ grantId: '31', clientId: 'shop', clientName: CLIENT, accountId: '7', accountName: PERSON },
  ...{
    deviceId: odd('Ταμπλέτα'),
    tokenType: 'bearer',
    scope: 'openid',
    resources: [
      { identifier: 'https://reports.example/api', name: odd('Αναφορές') },
      { identifier: null, name: null },
    ],
    createdAt: ago(9),
  },
  ...{
    expiresAt: ago(-9),
    refreshedAt: ago(1),
    refreshedFrom: '192.0.2.1',
    keyThumbprint: null,
    generation: 2,
  },
};
const SESSION: SessionView = {
  ...{ sessionId: '1f', kind: 'webapp', clientId: 'shop', browser: 'Firefox', system: 'Linux' },
  ...{ network: '203.0.113.x', signedInAt: ago(1), lastUsedAt: ago(1), expiresAt: ago(-1) },
};
export const EVENT: AuditEventView = {
  ...{ id: '1', at: ago(1), action: 'account.changed', outcome: 'ok', accountId: '7', clientId: 'shop' },
  ...{
    target: 'account:7',
    address: '192.0.2.9',
    details: { before: { name: odd('Ά') }, after: { name: 'x' } },
  },
};
export const NAMES = new Map([
  ['account:7', PERSON],
  ['client:shop', CLIENT],
]);
const WAYS = WAY_TYPES.map((type) => {
  const { id: wayId, agent, ...way } = wayOf(type);
  return { ...way, wayId, ...placeOf(agent) };
});

export const ACCOUNT_PROPS: AccountPageProps = {
  ...{ by: BY, account: ACCOUNT_VIEW, tab: 'profile', sessions: [SESSION], grants: [GRANT] },
  ...{ timeline: { ...listOf(EVENT), names: NAMES }, ways: WAYS, etag: ETAG, asksPassword: true },
};
const TABS: readonly AccountTab[] = [
  ...(['profile', 'ways', 'sign-in', 'sessions', 'applications', 'families', 'timeline'] as const),
];
const ERRORS = errorsOf({ ...ACCOUNT_FIELDS, ...FAMILY_SETTINGS });
const SUMMARY: AccountSummary = {
  ...{
    accountId: '7',
    name: PERSON,
    status: 'pending',
    role: 'support',
    createdAt: ago(9),
    lastLoginAt: null,
  },
  identifiers: [addressOf('anna')],
} as unknown as AccountSummary;
const FAMILY_SUMMARY: FamilySummary = {
  ...recordOf(FAMILY_FIELDS),
  ...{ familyId: '4', members: 2, createdAt: ago(9) },
};
export const FAMILY_VIEW: OneFamilyView = {
  ...recordOf(FAMILY_SETTINGS),
  ...{ familyId: '4', createdAt: ago(9), pictureUrl: 'https://hearth.example/pictures/a.webp' },
  members: [
    { accountId: '7', name: PERSON, status: 'active', accountType: 2 },
    { accountId: '8', name: odd('Βασίλης'), status: 'disabled', accountType: 0 },
  ],
};
const INVITATION: FamilyInvitationView = {
  ...{ invitationId: '9', kind: 'invitation', accountId: '9', name: PERSON, sentTo: addressOf('guest') },
  ...{ createdAt: ago(1), expiresAt: ago(-6), accountType: 0 },
};
const FAMILY_PROPS = {
  ...{ by: BY, family: FAMILY_VIEW, etag: ETAG, values: formOf(FAMILY_SETTINGS, FAMILY_VIEW) },
  invitations: [INVITATION],
};
const DANGER = {
  by: BY,
  asksPassword: true,
  etag: ETAG,
  errors: { typed: odd('Λάθος'), password: odd('Λάθος') },
};

/** The console's pages of accounts and families. */
export const CONSOLE_ACCOUNT_PAGES: PageSamples = {
  accountsPage: {
    'of an administrator': () =>
      accountsPage({ by: BY, page: listOf(SUMMARY), query: { after: 'a' }, done: odd('Έγινε') }),
    'of support, who searches': () =>
      accountsPage({ by: SUPPORT, page: listOf(SUMMARY), query: { query: odd('Ά'), status: 'active' } }),
    'without any, with errors': () =>
      accountsPage({ by: BY, page: NONE, query: {}, errors: { query: odd('Λάθος') }, problem: odd('Λάθος') }),
  },
  accountPage: {
    ...Object.fromEntries(TABS.map((tab) => [tab, () => accountPage({ ...ACCOUNT_PROPS, tab })] as const)),
    ...Object.fromEntries(
      TABS.map(
        (tab) => [`${tab}, by support`, () => accountPage({ ...ACCOUNT_PROPS, tab, by: SUPPORT })] as const,
      ),
    ),
    'profile, with errors': () =>
      accountPage({
        ...ACCOUNT_PROPS,
        errors: ERRORS,
        problem: odd('Λάθος'),
        profile: formOf(PROFILE_FIELDS, SUMMARY),
      }),
    'sign-in, with errors': () =>
      accountPage({
        ...{ ...ACCOUNT_PROPS, tab: 'sign-in', errors: { value: odd('Λάθος'), issuer: odd('Λάθος') } },
        ...{ identifier: { value: odd('Ά') }, externalId: { value: odd('Ά'), issuer: odd('Ά') } },
      }),
    'of an administrator without a second factor': () =>
      accountPage({
        ...{ ...ACCOUNT_PROPS, account: { ...ACCOUNT_VIEW, role: 'administrator', takesSetupCode: true } },
        ...{ isStatusChanged: true, setupCode: { code: '00000-11111', expiresAt: ago(-1) } },
      }),
    'on hold': () =>
      accountPage({ ...ACCOUNT_PROPS, account: { ...ACCOUNT_VIEW, status: 'disabled', heldUntil: ago(-1) } }),
    secured: () => accountPage({ ...ACCOUNT_PROPS, account: SECURED }),
    'secured, with a link': () =>
      accountPage({ ...ACCOUNT_PROPS, account: { ...SECURED, securedFor: null, securedLinkUntil: ago(-1) } }),
    'about to be deleted': () =>
      accountPage({ ...ACCOUNT_PROPS, account: { ...ACCOUNT_VIEW, deletesAt: ago(-1), waitingLinks: [] } }),
    pending: () => accountPage({ ...ACCOUNT_PROPS, account: { ...ACCOUNT_VIEW, status: 'pending' } }),
  },
  removeIdentifierPage: {
    'of an address': () =>
      removeIdentifierPage({
        ...{ by: BY, account: ACCOUNT_VIEW, identifier: ACCOUNT_VIEW.identifiers[0], asksPassword: true },
      }),
  },
  endWayPage: {
    'of a passkey': () => endWayPage({ by: BY, account: ACCOUNT_VIEW, way: WAYS[1], asksPassword: true }),
  },
  holdAccountPage: { 'by support': () => holdAccountPage({ by: SUPPORT, account: ACCOUNT_VIEW }) },
  secureAccountPage: {
    'with an address': () =>
      secureAccountPage({
        ...{ by: BY, account: ACCOUNT_VIEW, asksPassword: true },
        addresses: [{ id: '1', value: addressOf('anna'), addedAt: null }] as never,
      }),
    'without one, with errors': () =>
      secureAccountPage({
        ...{ by: BY, account: ACCOUNT_VIEW, asksPassword: false, addresses: [] },
        ...{ errors: { to: odd('Λάθος') }, problem: odd('Λάθος'), values: { endsGrants: true } },
      }),
  },
  newAccountPage: {
    'with errors': () =>
      newAccountPage({
        ...{ by: BY, profile: formOf(PROFILE_FIELDS, SUMMARY), identifier: { identifier: odd('Ά') } },
        ...{ errors: { ...ERRORS, identifier: odd('Λάθος') }, problem: odd('Λάθος') },
      }),
  },
  accountImportPage: {
    'with lines': () =>
      accountImportPage({
        ...{ by: BY, text: odd('{}'), asksPassword: true },
        lines: [
          { line: 1, result: 'created', accountId: '9' },
          { line: 2, result: 'invalid', message: odd('Λάθος') },
        ] as never,
      }),
  },
  adminFamiliesPage: {
    'of an administrator': () =>
      adminFamiliesPage({ by: BY, page: listOf(FAMILY_SUMMARY), query: { after: 'a' } }),
    'found by a name': () =>
      adminFamiliesPage({ by: SUPPORT, page: listOf(FAMILY_SUMMARY), query: { query: odd('Π') } }),
    'without any': () => adminFamiliesPage({ by: BY, page: NONE, query: {} }),
  },
  newFamilyPage: {
    'with errors': () =>
      newFamilyPage({ by: BY, values: emptyForm(NEW_FAMILY_FIELDS), errors: ERRORS, problem: odd('Λάθος') }),
  },
  adminFamilyPage: {
    'of an administrator': () => adminFamilyPage(FAMILY_PROPS),
    'of support': () => adminFamilyPage({ ...FAMILY_PROPS, by: SUPPORT }),
    'without members': () =>
      adminFamilyPage({
        ...{ ...FAMILY_PROPS, family: { ...FAMILY_VIEW, members: [], pictureUrl: null }, invitations: [] },
      }),
    'with errors': () =>
      adminFamilyPage({
        ...{ ...FAMILY_PROPS, errors: { ...ERRORS, account: odd('Λάθος') }, problem: odd('Λάθος') },
        ...{ member: { account: odd('Ά'), accountType: 1 }, invitation: emptyForm(FAMILY_INVITATION_FIELDS) },
        ...{ invitationErrors: { email: odd('Λάθος') }, handOverErrors: { accountId: odd('Λάθος') } },
        pictureErrors: { data: odd('Λάθος') },
      }),
  },
  deletionPage: {
    'of an account': () => deletionPage({ ...DANGER, deletion: accountDeletion(ACCOUNT_VIEW) }),
    'of a family': () =>
      deletionPage({ ...DANGER, deletion: familyDeletion(FAMILY_VIEW), problem: odd('Λάθος') }),
  },
};

function placeOf(agent: ReturnType<typeof wayOf>['agent']) {
  return { browser: agent?.browser ?? null, system: agent?.system ?? null, network: agent?.network ?? null };
}
