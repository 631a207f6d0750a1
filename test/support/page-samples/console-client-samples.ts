import { addedSecretPage, endSecretPage } from '../../../src/admin/clients/client-secrets.page.js';
import { clientPage, type ClientPageProps } from '../../../src/admin/clients/client.page.js';
import { CLIENT_FORM, NEW_CLIENT_FORM, valuesOfKind } from '../../../src/admin/clients/client-fields.js';
import type { ClientView } from '../../../src/admin/clients/client.view.js';
import { clientsPage } from '../../../src/admin/clients/clients.page.js';
import { createdClientPage, kindsPage, newClientPage } from '../../../src/admin/clients/new-client.page.js';
import { clientConnectionOf, trialsOf } from '../../../src/admin/clients/try-it.js';
import { grantsPage } from '../../../src/admin/grants/grants.page.js';
import type { TokenView } from '../../../src/admin/grants/grant.view.js';
import { unregisteredPage } from '../../../src/admin/unregistered/unregistered.page.js';
import { CLIENT_FIELDS } from '../../../src/oauth/clients/client.fields.js';
import { CLIENT_KINDS, type ClientKindName } from '../../../src/oauth/clients/client-kinds.js';
import { GRANT } from './console-account-samples.js';
import { decidingRule, isAllowedBy } from '../../../src/oauth/rulesets/ruleset-rules.js';
import { SHIPPED_RULESETS } from '../../../src/oauth/rulesets/shipped-rulesets.js';
import { BY, errorsOf, ETAG, listOf, NONE, recordOf } from './record-samples.js';
import { CLIENT, NOW, odd } from './sample-names.js';
import { ago, type PageSamples } from './sample-values.js';

export const ISSUER = 'https://accounts.example';
const KINDS = Object.keys(CLIENT_KINDS) as ClientKindName[];
const RULESETS = [
  { name: 'WEB', description: odd('Ιστός') },
  { name: 'PROVISIONING', description: '' },
];
const may = () => true;
const ALL = [
  'oauth2authorize',
  'oauth2token',
  'accgetloggedaccount',
  'oauth2deviceauthorization',
  'provsearch',
];
const PROBLEM = { problem: odd('Λάθος') };
const SECRET = { id: '3', createdAt: ago(9), expiresAt: ago(-9), lastUsedAt: null };

export const CLIENT_VIEW: ClientView = {
  ...recordOf(CLIENT_FIELDS, { clientId: 'shop', name: CLIENT, redirectUrls: ['https://shop.example/cb'] }),
  ...{ createdAt: ago(9), refreshRotation: { rotates: true, reason: odd('αιτία') }, secrets: [SECRET] },
  legacyUse: [{ feature: 'log2in', meaning: odd('σημασία'), lastUsedAt: ago(1) }],
};
/** The page of a client; what there is to try and to connect follows from its record. */
export function clientProps(given: Partial<ClientView> = {}): ClientPageProps {
  const client = { ...CLIENT_VIEW, ...given };
  return {
    ...{ by: BY, client, values: CLIENT_FORM.of(client), etag: ETAG, rulesets: RULESETS, now: NOW },
    ...{ trials: trialsOf({ client, allowed: ALL, url: ISSUER }), asksPassword: true },
    connection: clientConnectionOf(client, { issuer: ISSUER, may }),
    idleSwitches: [{ label: odd('Διακόπτης'), call: 'oauth2par' }],
    tested: {
      ...{ redirectUri: odd('x:'), redirect: { matches: false, reason: odd('αιτία') }, call: odd('κλήση') },
      verdict: { allowed: true, rule: 'acc*', ruleset: 'WEB', isKnown: false },
      logout: { delivered: false, reason: odd('αιτία') },
    },
  };
}
/** Whether the ruleset of a client of this kind allows a call. */
const allowedBy = (kind: ClientKindName) => (call: string) => {
  const { rules = [] } =
    SHIPPED_RULESETS.find(({ name }) => name === CLIENT_KINDS[kind].defaults.ruleset) ?? {};
  return isAllowedBy(decidingRule(rules, call));
};

/** The page after a client of this kind was created, and the page that it has from then on. */
export function createdProps(kind: ClientKindName, secret: string | null) {
  const { defaults, fields } = CLIENT_KINDS[kind];
  const client = {
    ...recordOf(CLIENT_FIELDS, { dpopBoundAccessTokens: false, requirePushedAuthorizationRequests: false }),
    ...{ requiresPrivateKeyJwt: false, isPrivileged: false, allowsDeviceAuthorization: false },
    ...{
      ...defaults,
      isDisabled: false,
      clientId: kind,
      name: odd('Νέο'),
      createdAt: NOW,
      legacyUse: [],
      secret,
    },
    redirectUrls: fields.includes('redirectUrls') ? ['https://new.example/cb'] : [],
    ...{ refreshRotation: { rotates: true, reason: '' }, secrets: secret === null ? [] : [SECRET] },
  };
  const [shown, may] = [secret ?? undefined, allowedBy(kind)];
  const trials = trialsOf({ client, allowed: ALL.filter(may), url: ISSUER, secret: shown });
  const connection = clientConnectionOf(client, { issuer: ISSUER, secret: shown, may });
  return { by: BY, client, trials, connection };
}

/** That page, on which the secret is not shown again. */
export function laterProps(kind: ClientKindName, secret: string | null): ClientPageProps {
  const { client } = createdProps(kind, secret);
  const may = allowedBy(kind);
  return {
    ...{ ...clientProps(), client, values: CLIENT_FORM.of(client) },
    trials: trialsOf({ client, allowed: ALL.filter(may), url: ISSUER }),
    connection: clientConnectionOf(client, { issuer: ISSUER, may }),
  };
}

const TOKEN: TokenView = {
  ...{ active: true, state: 'active', kind: 'access', tokenType: 'dpop', grantId: '31', clientId: 'shop' },
  ...{ accountId: '7', deviceId: odd('Ταμπλέτα'), scope: 'openid', resources: [], expiresAt: ago(-1) },
} as unknown as TokenView;
const FORM = { by: BY, asksPassword: true };

/** The console's pages of applications. */
export const CONSOLE_CLIENT_PAGES: PageSamples = {
  clientsPage: {
    'with one': () =>
      clientsPage({
        by: BY,
        page: listOf(CLIENT_VIEW),
        query: { after: 'a' },
        rulesets: RULESETS,
        done: odd('Έ'),
      }),
    'without any': () => clientsPage({ by: BY, page: NONE, query: {}, rulesets: RULESETS }),
    'filtered, with errors': () =>
      clientsPage({
        ...{ by: BY, page: NONE, query: { query: odd('Ά'), state: 'disabled' }, rulesets: RULESETS },
        ...{ errors: { state: odd('Λάθος') }, ...PROBLEM },
      }),
  },
  clientPage: {
    'of an application': () => clientPage({ ...clientProps(), done: odd('Έ'), isStateChanged: true }),
    'of one that is disabled, with errors': () =>
      clientPage({
        ...clientProps({ isDisabled: true, legacyUse: [] }),
        errors: errorsOf(CLIENT_FIELDS),
        ...PROBLEM,
      }),
    'of one with few values': () =>
      clientPage({
        ...clientProps({
          backchannelLogoutUri: null,
          jwks: null,
          jwksUrl: null,
          homepageUrl: null,
          secrets: [],
        }),
        ...{ idleSwitches: [], errors: { state: odd('Λάθος'), password: odd('Λάθος') } },
      }),
  },
  kindsPage: {
    'of each kind': () => kindsPage({ by: BY }),
    'with a problem': () => kindsPage({ by: BY, ...PROBLEM }),
  },
  newClientPage: Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      () =>
        newClientPage({
          ...{ ...FORM, kind, values: valuesOfKind(CLIENT_KINDS[kind]), rulesets: RULESETS, ...PROBLEM },
          errors: errorsOf(NEW_CLIENT_FORM.fields),
        }),
    ]),
  ),
  createdClientPage: Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      () =>
        createdClientPage(
          createdProps(kind, CLIENT_KINDS[kind].defaults.clientType === 'public' ? null : odd('μυστικό')),
        ),
    ]),
  ),
  addedSecretPage: {
    'of an application': () => addedSecretPage({ by: BY, clientId: 'shop', secret: odd('Μ') }),
  },
  endSecretPage: {
    'of an application': () =>
      endSecretPage({ ...FORM, clientId: 'shop', secret: SECRET, error: odd('Λάθος') }),
  },
  grantsPage: {
    'with a pasted token': () =>
      grantsPage({
        by: BY,
        page: listOf({ ...GRANT, keyThumbprint: 'k' }),
        query: { client: 'shop' },
        inspected: TOKEN,
      }),
    'without any': () =>
      grantsPage({ by: BY, page: NONE, query: {}, errors: { token: odd('Λάθος') }, ...PROBLEM }),
  },
  unregisteredPage: {
    'with one': () =>
      unregisteredPage({
        ...{ by: BY, query: {}, setting: ['notes.example'] },
        page: listOf({
          ...{ clientId: 'https://notes.example/c', host: 'notes.example', accounts: 2, createdAt: ago(9) },
          isWelcome: true,
        }),
      }),
    'without any': () => unregisteredPage({ by: BY, query: {}, setting: 'off', page: NONE }),
  },
};
