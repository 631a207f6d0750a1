import type { Demand, Flow } from '../../platform/reference/snippets/snippet.js';
import type { ClientRecord } from './client.fields.js';
import { isProfile, profileRulesOf } from './client-profiles.js';

type FieldName = keyof ClientRecord;

/** What an application is, as the person who registers it knows it. */
export interface ClientKind {
  readonly title: string;
  /** One sentence that tells it from the others. */
  readonly about: string;
  /** What is special about it, in plain words. */
  readonly means: readonly string[];
  /** What its record has, beside the defaults of every new one. */
  readonly defaults: Readonly<Partial<ClientRecord>>;
  /** The fields that matter for it, in their order. All others are folded. */
  readonly fields: readonly FieldName[];
  /** The fields without which it does not work, beside the fields that every client needs. */
  readonly needs: readonly FieldName[];
  /** How it gets its tokens. */
  readonly flow: Flow;
}

export type ClientKindName =
  'server' | 'bank' | 'page' | 'native' | 'television' | 'machine' | 'partner' | 'password';

const PKCE = 'PKCE required';
const SECRET = 'Has a secret';
const NO_SECRET = 'No secret';

/**
 * What there is to choose for a new client (D388). The console's first page and forms, `hearth client create --kind` and
 * docs/administer/clients.md follow from it.
 */
export const CLIENT_KINDS: Readonly<Record<ClientKindName, ClientKind>> = {
  server: {
    title: 'Web application with a server',
    about: 'People sign in in their browser. The application’s server keeps the tokens.',
    means: [SECRET, PKCE],
    defaults: { clientType: 'confidential', ruleset: 'WEB', profile: 'strict' },
    fields: ['clientId', 'name', 'redirectUrls', 'homepageUrl'],
    needs: ['redirectUrls'],
    flow: 'code',
  },
  bank: {
    title: 'Web application for money or health',
    about:
      'People sign in in their browser. The application’s server has a key instead of a secret, and stolen tokens are worth nothing.',
    means: ['Has a key', PKCE, 'Pushed requests', 'Bound tokens'],
    defaults: { clientType: 'confidential', ruleset: 'WEB', profile: 'fapi2' },
    fields: ['clientId', 'name', 'redirectUrls', 'jwksUrl', 'jwks', 'homepageUrl'],
    needs: ['redirectUrls'],
    flow: 'code',
  },
  page: {
    title: 'Page in a browser',
    about: 'An application of JavaScript without a server of its own: it keeps its tokens in the browser.',
    means: [NO_SECRET, PKCE],
    defaults: { clientType: 'public', ruleset: 'WEB', profile: 'strict' },
    fields: ['clientId', 'name', 'redirectUrls', 'allowedOrigins', 'homepageUrl'],
    needs: ['redirectUrls'],
    flow: 'code',
  },
  native: {
    title: 'Phone or desktop app',
    about: 'People install it. It signs them in by the browser of their system, and comes back to the app.',
    means: [NO_SECRET, PKCE],
    defaults: { clientType: 'public', ruleset: 'WEB', profile: 'strict' },
    fields: ['clientId', 'name', 'redirectUrls', 'homepageUrl'],
    needs: ['redirectUrls'],
    flow: 'code',
  },
  television: {
    title: 'Television',
    about: 'A device without a keyboard or browser: it shows a code, which its user enters on a phone.',
    means: [NO_SECRET],
    defaults: { clientType: 'public', ruleset: 'WEB', profile: 'strict', allowsDeviceAuthorization: true },
    fields: ['clientId', 'name', 'homepageUrl'],
    needs: [],
    flow: 'device',
  },
  machine: {
    title: 'Machine to machine',
    about: 'A program that acts for itself, without a user: a job, a service, a gateway.',
    means: [SECRET],
    defaults: { clientType: 'confidential', ruleset: 'WEB', profile: 'strict' },
    fields: ['clientId', 'name', 'ruleset'],
    needs: [],
    flow: 'credentials',
  },
  partner: {
    title: 'Partner’s provisioning',
    about: 'A partner’s back end that creates and manages families and accounts.',
    means: [SECRET],
    defaults: { clientType: 'confidential', ruleset: 'PROVISIONING', profile: 'strict', provisions: 'own' },
    fields: ['clientId', 'name', 'provisions'],
    needs: [],
    flow: 'provisioning',
  },
  password: {
    title: 'Device with a password',
    about: 'A mail or calendar service whose programs only know a name and a password, one for each device.',
    means: [SECRET],
    defaults: { clientType: 'confidential', ruleset: 'WEB', profile: 'strict', isPrivileged: true },
    fields: ['clientId', 'name', 'homepageUrl'],
    needs: [],
    flow: 'password',
  },
};

export function isClientKind(name: string): name is ClientKindName {
  return Object.hasOwn(CLIENT_KINDS, name);
}

/** What of a client says how it gets its tokens. */
type Flowing = Pick<
  ClientRecord,
  'clientType' | 'redirectUrls' | 'allowsDeviceAuthorization' | 'isPrivileged'
>;

/**
 * How a client gets its tokens first of all; null: it can't get any.
 * @param may whether its ruleset allows a call
 */
export function flowOf(client: Flowing, may: (call: string) => boolean): Flow | null {
  if (!may('oauth2token')) return null;
  if (client.redirectUrls.length > 0 && may('oauth2authorize')) return 'code';
  if (client.allowsDeviceAuthorization && may('oauth2deviceauthorization')) return 'device';
  if (client.clientType === 'public') return null;
  if (may('provcreatefamily')) return 'provisioning';
  return client.isPrivileged && may('accgetloggedaccount') ? 'password' : 'credentials';
}

const FIELD_OF = {
  key: 'requiresPrivateKeyJwt',
  pushed: 'requirePushedAuthorizationRequests',
  bound: 'dpopBoundAccessTokens',
} as const satisfies Record<Demand, FieldName>;

/** What of a client says what its requests have to be like. */
export type Demanding = Pick<ClientRecord, 'profile' | (typeof FIELD_OF)[Demand]>;

/** What a client's record asks for, or its profile whatever the record says. */
export function demandsOf(client: Partial<Demanding>): Demand[] {
  const always = isProfile(client.profile) ? profileRulesOf({ profile: client.profile }).always : {};
  const asked = { ...client, ...always };
  return (Object.keys(FIELD_OF) as Demand[]).filter((demand) => asked[FIELD_OF[demand]] === true);
}
