import { normalAddress, problemWithAddress, FRAGMENT } from '../../platform/checks/address.js';
import { problemWithText } from '../../platform/operations/text-rules.js';
import { defineFields } from '../../platform/records/field.js';
import type { FieldError } from '../../platform/errors/problems.js';
import type { ProtectedResource } from './protected-resource.entity.js';
import { problemWithScope, scopeNameOf } from './resource-scopes.js';

/** Of a JWT, in seconds: nothing ends it earlier (D404). */
export const LONGEST_JWT_S = 15 * 60;
const LONGEST_LIFETIME_S = 365 * 24 * 60 * 60;
/** Stands for every client, in a list of client_ids. */
export const EVERY_CLIENT = '*';
const CLIENT_ID = /^[\x21-\x7e]{1,255}$/;

export type ResourceRecord = Omit<ProtectedResource, 'number'>;

/**
 * What can be set of a resource: the administration API, the console's form, `hearth resource`, exports, the audit and
 * docs/sign-people-in/resource-servers.md are derived from it.
 */
export const RESOURCE_FIELDS = defineFields<ResourceRecord>()({
  id: {
    kind: 'text',
    isRequired: true,
    isFixed: true,
    pattern: {
      regex: /^[a-z][a-z0-9-]{1,39}$/,
      meaning: 'must be 2 to 40 small letters, digits and -, beginning with a letter',
    },
    label: 'Id',
    hint: 'A short word, such as reports. It can’t be changed.',
    about: 'a short word for administrators; can’t be changed',
    example: 'reports',
    cli: { shown: 'id' },
  },
  identifier: {
    kind: 'text',
    isRequired: true,
    isFixed: true,
    longest: 500,
    label: 'Identifier',
    hint: 'The URI that applications send as resource, and that tokens have as aud. It can’t be changed.',
    about:
      'the absolute URI, without a fragment, that applications send as `resource` and tokens have as `aud`; can’t be changed',
    example: 'https://reports.example/api',
    rule: problemWithIdentifier,
    kept: normalAddress,
    cli: {
      shown: 'identifier',
      option: { flag: 'identifier', value: 'uri', help: 'what applications send as resource' },
    },
  },
  name: {
    kind: 'text',
    isRequired: true,
    longest: 60,
    label: 'Name',
    hint: 'As users read it when an application asks for it.',
    about: 'as users read it where an application asks for it',
    example: 'Reports',
    rule: problemWithText,
    cli: { shown: 'name', option: { flag: 'name', value: 'text' } },
  },
  scopes: {
    kind: 'lines',
    most: 30,
    rows: 4,
    label: 'Scopes',
    hint: 'One on each line: its name, a space, and what users read, such as: reports:read See your reports',
    about:
      'the scopes that it defines, each a name, a space, and the text that users read, in their own language if you have one',
    example: ['reports:read See your reports', 'reports:write Change your reports'],
    rule: problemWithScope,
    kept: (sent) => sent.trim(),
    cli: {
      shown: 'scopes',
      option: { flag: 'scope', value: 'scope', help: 'a name, a space, and the text that users read' },
    },
  },
  defaultScopes: {
    kind: 'lines',
    most: 30,
    rows: 2,
    label: 'Default scopes',
    hint: 'Names of its scopes, one on each line, for an application that asks for the resource without a scope.',
    about: 'the names of those that an application gets that asks for the resource without a `scope`',
    example: ['reports:read'],
    cli: {
      shown: 'default scopes',
      option: { flag: 'default-scope', value: 'name', help: 'for a request without a scope' },
    },
  },
  clients: {
    kind: 'lines',
    most: 1000,
    rows: 3,
    label: 'Clients that may ask for it',
    hint: 'Their client_ids, one on each line, or * for every client. Empty: no client may.',
    about:
      'the `client_id`s of those that may ask for its tokens, or `*` for every client; empty: no client may',
    example: ['shop'],
    rule: (id) => (CLIENT_ID.test(id) ? null : 'must be client_ids, or *'),
    cli: {
      shown: 'clients',
      option: { flag: 'client', value: 'client-id', help: 'may ask for its tokens; * for every client' },
    },
  },
  introspectionClients: {
    kind: 'lines',
    most: 20,
    rows: 2,
    label: 'Clients that introspect its tokens',
    hint: 'The client_ids of its own servers, one on each line. They see its tokens as active, and no others.',
    about:
      'the `client_id`s of its own servers: [introspection](#introspection) tells them of its tokens, and of no others',
    example: ['reports-server'],
    rule: (id) => (CLIENT_ID.test(id) && id !== EVERY_CLIENT ? null : 'must be client_ids'),
    cli: {
      shown: 'introspected by',
      option: { flag: 'introspection-client', value: 'client-id', help: 'one of its own servers' },
    },
  },
  tokenFormat: {
    kind: 'choice',
    choices: ['opaque', 'jwt'],
    choiceTexts: { opaque: 'Opaque: it asks this server about each', jwt: 'JWT: it verifies them itself' },
    label: 'Access tokens',
    hint: 'A JWT can’t be ended before it expires.',
    about:
      '`opaque` (default): it asks this server about each token; `jwt`: it [verifies them itself](#jwts), and none ends before it expires',
    startsAs: 'opaque',
    cli: { shown: 'tokens', option: { flag: 'token-format', value: 'format', help: 'opaque or jwt' } },
  },
  accessLifetimeSeconds: {
    kind: 'number',
    isNullable: true,
    least: 1,
    most: LONGEST_LIFETIME_S,
    label: 'Access token lifetime (seconds)',
    hint: 'Of JWTs 900 at most. Leave empty for that of the client.',
    about:
      'lifetime of its access tokens in seconds, instead of that of the client; of JWTs 900 at most, and 900 by default where the client’s is longer',
    example: 300,
    cli: {
      shown: 'access lifetime',
      option: {
        flag: 'access-lifetime',
        value: 'seconds',
        help: 'of its access tokens, of JWTs at most 900; "none": that of the client',
      },
    },
  },
  signingAlg: {
    kind: 'choice',
    choices: ['RS256', 'ES256'],
    label: 'Signature of JWTs',
    hint: 'RS256: what libraries expect unless they are told otherwise. ES256: shorter.',
    about: 'how its JWTs, and JWTs that answer its introspection, are signed: `RS256` (default) or `ES256`',
    startsAs: 'RS256',
    cli: { shown: 'signature', option: { flag: 'signing-alg', value: 'alg', help: 'RS256 or ES256' } },
  },
});

/** Problems of fields that depend on each other. */
export function contradictionsInResource({
  scopes,
  defaultScopes,
  tokenFormat,
  accessLifetimeSeconds,
}: ResourceRecord): FieldError[] {
  const names = scopes.map(scopeNameOf);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  const unknown = defaultScopes.find((name) => !names.includes(name));
  const isTooLong = tokenFormat === 'jwt' && (accessLifetimeSeconds ?? 0) > LONGEST_JWT_S;
  return [
    ...(twice === undefined ? [] : [{ field: 'scopes', message: `must not have ${twice} twice` }]),
    ...(unknown === undefined
      ? []
      : [{ field: 'defaultScopes', message: `must be names of its scopes: ${unknown} is none` }]),
    ...(isTooLong
      ? [{ field: 'accessLifetimeSeconds', message: `must be ${LONGEST_JWT_S} at most for JWTs` }]
      : []),
  ];
}

/** RFC 8707 §2. A fragment is refused; a query is compared as it is. */
function problemWithIdentifier(text: string): string | null {
  const must = 'must be an absolute URI, such as https://reports.example/api';
  const isUri = /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(text);
  if (!isUri) return must;
  if (text.includes('#')) return FRAGMENT;
  return problemWithAddress(text, ({ protocol }) => !UNSAFE.includes(protocol), must);
}

/** Schemes that name no server. */
const UNSAFE = ['javascript:', 'data:', 'file:', 'about:', 'blob:', 'vbscript:'];
