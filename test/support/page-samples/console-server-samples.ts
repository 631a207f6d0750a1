import { auditPage } from '../../../src/admin/audit/audit.page.js';
import { brandingPage, removeBrandingPage } from '../../../src/admin/branding/branding.page.js';
import { configurationPreviewPage } from '../../../src/admin/configuration/configuration-preview.page.js';
import { configurationPage } from '../../../src/admin/configuration/configuration.page.js';
import { CONFIGURATION_KINDS } from '../../../src/admin/configuration/configuration.view.js';
import { doctorPage } from '../../../src/admin/doctor/doctor.page.js';
import { messagePage, outboxPage } from '../../../src/admin/outbox/outbox.page.js';
import type { MessageView } from '../../../src/admin/outbox/messages.view.js';
import { adminHomePage } from '../../../src/admin/overview/admin-home.page.js';
import type { OverviewView } from '../../../src/admin/overview/overview.view.js';
import { adminSearchPage } from '../../../src/admin/search/admin-search.page.js';
import { legacyUsePage, settingsPage } from '../../../src/admin/settings/settings.page.js';
import {
  adminCodePage,
  adminCodesPage,
  adminSetupPage,
} from '../../../src/admin/shell/access/admin-second-step.page.js';
import { adminSignInPage, setupPage } from '../../../src/admin/shell/access/sign-in.page.js';
import type { BrandingView } from '../../../src/admin/branding/branding.view.js';
import { BRANDING_FIELDS } from '../../../src/identity/branding/branding.fields.js';
import { SETTINGS } from '../../../src/platform/config/settings.js';
import { problemPage } from '../../../src/platform/pages/problem.page.js';
import { formOf } from '../../../src/platform/records/typed-form.js';
import { EVENT, NAMES } from './console-account-samples.js';
import { BY, errorsOf, ETAG, listOf, NONE, recordOf, SUPPORT } from './record-samples.js';
import { addressOf, CLIENT, NOW, odd, PERSON } from './sample-names.js';
import { ago, type PageSamples } from './sample-values.js';

const PROBLEM = { problem: odd('Λάθος') };
const figure = (count: number) => ({ count, before: 2, points: [{ at: ago(1), count }] });

export const OVERVIEW: OverviewView = {
  ...{
    at: NOW,
    period: '24h',
    from: ago(1),
    signIns: figure(7),
    failures: figure(1),
    tokensIssued: figure(9),
  },
  ...{ activeAccounts: figure(5), newFamilies: figure(1) },
  refusals: [{ reason: odd('αιτία'), count: 2, before: 1 }],
  calls: {
    ...{ node: odd('κόμβος'), seconds: 60 },
    items: [{ call: 'accping', requests: 9, perSecond: 1, p50Ms: null, p99Ms: 3, refused: 1, failed: 1 }],
  },
  tokens: { grants: 7, isEstimated: true },
  outbox: { waiting: 1, failed: 1, handover: 1, oldest: ago(1) },
  nodes: [true, false].map((isThis) => ({
    ...{ name: odd('κόμβος'), version: '1.2.3', startedAt: ago(1), seenAt: NOW, isAlive: isThis, isThis },
  })),
  database: { isEmbedded: true, version: '17', answeredMs: 1, bytes: 9_000_000, connections: 1, waiting: 0 },
  certificates: [{ subject: odd('πιστοποιητικό'), endsAt: ago(-9) }],
  legacyUse: { clients: 1, lastUsedAt: ago(1) },
  nextSteps: ['client', 'mail', 'administrator'],
};
const AUDIT = { by: BY, page: listOf(EVENT), search: {}, names: NAMES, saved: [] };
const MESSAGE: MessageView = {
  ...{ id: '9', state: 'waiting', kind: 'invitation', channel: 'email', recipient: addressOf('anna') },
  ...{ accountId: '7', locale: 'de', createdAt: ago(1), attempts: 2, nextAt: ago(-1), sentAt: null },
  lastError: odd('λάθος'),
};
const BRANDING = recordOf(BRANDING_FIELDS, {
  ...{ logo: 'a'.repeat(64), logoDark: null, icon: null, accentLight: '#1b5799', accentDark: null },
  ...{ termsUrl: 'https://smith.example/terms', privacyUrl: null, supportUrl: null },
});
const VIEW = {
  client: 'shop',
  live: BRANDING,
  draft: BRANDING,
  clients: ['shop'],
} as unknown as BrandingView;
const LOOK = {
  by: BY,
  view: VIEW,
  etag: ETAG,
  values: formOf(BRANDING_FIELDS, BRANDING),
  asksPassword: true,
};
const CHANGES = CONFIGURATION_KINDS.flatMap((kind) => [
  { kind, name: odd('Ά'), action: 'create', before: null, after: { name: odd('Ά') } } as const,
  { kind, name: odd('Ά'), action: 'update', before: { name: 'x' }, after: { name: odd('Ά') } } as const,
  { kind, name: odd('Ά'), action: 'delete', before: { name: odd('Ά') }, after: null } as const,
]);
const IMPORT = { by: BY, asksPassword: true, text: odd('{}'), isPruning: true, etag: ETAG };
const SETUP = {
  setup: 's',
  keyText: '2345',
  picture: 'data:image/svg+xml;base64,AA==',
  uri: 'otpauth://totp/x',
};

/** The console's pages of the server itself, and those before a sign-in to it. */
export const CONSOLE_SERVER_PAGES: PageSamples = {
  adminHomePage: {
    'of an administrator': () => adminHomePage({ by: BY, overview: OVERVIEW }),
    'of support': () =>
      adminHomePage({ by: SUPPORT, overview: { ...OVERVIEW, period: '30d', nextSteps: [] } }),
    'of an empty server': () =>
      adminHomePage({
        ...{ by: BY, ...PROBLEM },
        overview: { ...OVERVIEW, refusals: [], certificates: [], calls: { ...OVERVIEW.calls, items: [] } },
      }),
  },
  auditPage: {
    'with an event and filters': () =>
      auditPage({
        ...{
          ...AUDIT,
          search: { account: '7', outcome: 'ok', after: 'a' },
          done: odd('Έ'),
          deleted: odd('Φ'),
        },
        saved: [{ id: '1', name: odd('Φίλτρο'), filters: { outcome: 'ok' }, createdAt: ago(9) }],
      }),
    'with errors': () =>
      auditPage({
        ...{
          ...AUDIT,
          page: NONE,
          search: { from: odd('χθες') },
          errors: { from: odd('Λ'), name: odd('Λ') },
        },
        ...{ ...PROBLEM, name: odd('Φ') },
      }),
    'of support': () => auditPage({ ...AUDIT, by: SUPPORT }),
  },
  outboxPage: {
    'with a message': () => outboxPage({ by: BY, page: listOf(MESSAGE), query: { state: 'waiting' } }),
    'without any': () =>
      outboxPage({ by: BY, page: NONE, query: {}, errors: { state: odd('Λ') }, ...PROBLEM }),
  },
  messagePage: {
    'that waits': () =>
      messagePage({ by: BY, message: MESSAGE, asksPassword: true, passwordError: odd('Λ') }),
    'that is read': () =>
      messagePage({
        ...{ by: BY, message: { ...MESSAGE, accountId: null }, asksPassword: false },
        text: { subject: odd('Θέμα'), text: odd('Κείμενο') },
      }),
    'that was sent': () =>
      messagePage({
        by: SUPPORT,
        message: { ...MESSAGE, state: 'sent', sentAt: ago(1), lastError: null },
        asksPassword: false,
      }),
  },
  brandingPage: {
    'of a client': () => brandingPage(LOOK),
    'of the server, with errors': () =>
      brandingPage({
        ...{ ...LOOK, view: { ...VIEW, client: null, draft: null, live: null }, ...PROBLEM },
        errors: { ...errorsOf(BRANDING_FIELDS), password: odd('Λάθος') },
      }),
  },
  removeBrandingPage: {
    'of a client': () => removeBrandingPage({ ...LOOK, error: odd('Λάθος') }),
    'of the server': () => removeBrandingPage({ ...LOOK, view: { ...VIEW, client: null } }),
  },
  configurationPage: {
    'by itself': () => configurationPage({ by: BY, asksPassword: true, done: odd('Έ'), error: odd('Λάθος') }),
    'with a refused document': () =>
      configurationPage({
        ...{ by: BY, asksPassword: false },
        sent: { text: odd('{}'), isPruning: true, refusals: [odd('Λάθος')], password: odd('Λάθος') },
      }),
  },
  configurationPreviewPage: {
    'with every change': () =>
      configurationPreviewPage({ ...IMPORT, changes: CHANGES, password: odd('Λ'), ...PROBLEM }),
    'without any': () => configurationPreviewPage({ ...IMPORT, changes: [], isPruning: false }),
  },
  doctorPage: {
    'with every result': () =>
      doctorPage({
        by: BY,
        checks: (['ok', 'warning', 'problem'] as const).map((result) => ({
          ...{ name: odd('Έλεγχος'), result, detail: odd('Λ'), advice: result === 'ok' ? null : odd('Σ') },
        })),
      }),
  },
  settingsPage: {
    'with each setting': () =>
      settingsPage({
        by: BY,
        settings: Object.values(SETTINGS).map(({ name }) => ({ name, value: odd('Τ') })),
      }),
  },
  legacyUsePage: {
    'with one': () =>
      legacyUsePage({
        ...{ by: BY, after: 'a' },
        page: listOf({
          ...{
            clientId: 'shop',
            clientName: CLIENT,
            feature: 'log2in',
            lastUsedAt: ago(1),
            meaning: odd('Σ'),
          },
        }),
      }),
    'without any': () => legacyUsePage({ by: BY, after: '', page: NONE }),
  },
  adminSearchPage: {
    'with hits': () =>
      adminSearchPage({
        ...{ by: BY, query: odd('Ά') },
        hits: (['account', 'family', 'client'] as const).map((kind) => ({
          ...{ kind, id: '7', name: PERSON, detail: odd('Λ'), href: '/admin', isExact: true },
        })),
      }),
    'without any': () => adminSearchPage({ by: SUPPORT, query: odd('Ά'), hits: [], ...PROBLEM }),
  },
  adminSignInPage: {
    'after a wrong password': () =>
      adminSignInPage({ next: '/admin', identifier: odd('Ά'), error: odd('Λάθος'), done: odd('Έ') }),
    'with an unknown passkey': () =>
      adminSignInPage({ next: '/admin', unknown: { rpId: 'hearth.example', credentialId: 'AAAA' } }),
  },
  setupPage: {
    'by itself': () => setupPage(),
    'with errors': () =>
      setupPage({
        ...{ values: { name: odd('Ά'), identifier: odd('Ά') }, ...PROBLEM },
        errors: { name: odd('Λ'), identifier: odd('Λ'), password: odd('Λ'), code: odd('Λ') },
      }),
  },
  adminCodePage: {
    'with both ways': () =>
      adminCodePage({ next: '/admin', error: odd('Λ'), ways: { passkey: true, code: true } }),
    'with a passkey only': () => adminCodePage({ next: '/admin', ways: { passkey: true, code: false } }),
  },
  adminSetupPage: {
    'with errors': () =>
      adminSetupPage({
        ...{ next: '/admin', view: SETUP, setupCode: odd('α'), ...PROBLEM },
        errors: { code: odd('Λ'), setupCode: odd('Λ') },
      }),
  },
  adminCodesPage: { 'with two': () => adminCodesPage(['22222-33333', '44444-55555'], '/admin') },
  problemPage: {
    'of a failure': () =>
      problemPage({ status: 500, title: odd('Τίτλος'), advice: odd('Συμβουλή'), requestId: '17' }),
  },
};
