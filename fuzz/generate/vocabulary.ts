import type { Persona } from '../cast/persona.js';
import type { Schema } from '../surface/document.js';
import { normalizeName } from '../../src/platform/operations/parameters.js';

type Value = (persona: Persona, schema: Schema) => unknown;

const COUNTRIES = ['DE', 'FR', 'GB', 'ES', 'us', 'JP'];
const LOCALES = ['de', 'en', 'FR', 'es', 'ja'];
const KINDS = ['Email', 'phone', 'login'] as const;

const of =
  (kind: string): Value =>
  ({ stock, random }) =>
    stock.pick(kind, random)?.[kind];

/** Valid values by the name of a parameter or member, where its schema is not enough. */
const VALUES: Readonly<Record<string, Value>> = {
  accountid: of('accountId'),
  familyid: of('familyId'),
  clientid: (persona) => persona.newName('c'),
  identifier: (persona) => persona.stock.pick('identifier', persona.random)?.identifier ?? persona.user.email,
  email: (persona) => persona.stock.pick('email', persona.random)?.email ?? persona.user.email,
  login: (persona) => persona.user.login,
  msisdn: of('msisdn'),
  username: (persona) => persona.newName('Name '),
  familyname: (persona) => persona.newName('Family '),
  name: (persona) => persona.newName('Name '),
  label: (persona) => persona.newName('Label '),
  description: (persona) => persona.newName('Text '),
  usercountrycode: ({ random }) => random.pick(COUNTRIES),
  countrycode: ({ random }) => random.pick(COUNTRIES),
  locale: ({ random }) => random.pick(LOCALES),
  accounttype: (_, schema) => (schema.type === 'string' ? '0' : undefined),
  deviceid: ({ random }) => `device-${random.letters(4)}`,
  password: ({ cast }) => cast.password,
  current: ({ cast }) => cast.password,
  tokentype: ({ random }) => random.pick(['Bearer', 'Mac']),
  staterandomcipher: ({ random }) => random.letters(24),
  token: (persona) => persona.stock.pick('anyToken', persona.random)?.token,
  redirecturi: ({ cast, random }) => random.pick(Object.values(cast.clients)).redirectUri,
  redirecturls: (persona) => [`https://${persona.random.letters(6)}.fuzz.test/callback`],
  ruleset: ({ random }) => random.pick(['WEB', 'LEGACY', 'PROVISIONING']),
  rules: ({ random }) => random.pick([['prov*'], ['acc*', '!accping'], ['oauth2*', 'log2in'], []]),
  jwks: ({ cast, random }) => (random.chance(20) ? { keys: [cast.portalJwk] } : null),
  events: ({ random }) => random.pick([['*'], ['account.changed', 'account.deleted']]),
  url: () => 'https://receiver.invalid/hooks', // of a webhook: a name that nobody has
  jwksurl: () => null, // the server must send no requests elsewhere
  assertionissuer: (persona) => (persona.random.chance(30) ? persona.newName('https://issuer.test/') : null),
  accesslifetimeseconds: ({ random }) => (random.chance(50) ? null : random.between(60, 86_400)),
  refreshlifetimeseconds: ({ random }) => (random.chance(50) ? null : random.between(3600, 31_536_000)),
  isprivileged: () => false,
  isdisabled: ({ random }) => random.chance(10),
  expiresat: () => new Date(Date.now() + 86_400_000).toISOString(),
  issuer: ({ cast }) => cast.portalIssuer,
  value: (persona) => persona.newName('value-'),
  limit: ({ random }) => String(random.between(1, 20)),
  after: of('after'),
  query: ({ random }) => random.pick(['a', 'fuzz', 'Name', '+49', 'login-', '1', 'people.fuzz.test']),
  client: ({ cast, random }) => random.pick(Object.values(cast.clients)).id,
  account: of('accountId'),
  from: () => '2026-01-01T00:00:00Z',
  to: () => '2036-01-01T00:00:00Z',
  call: ({ random }) => random.pick(['provsearch', 'accping', 'oauth2token']),
  role: ({ random }) => (random.chance(50) ? null : 'support'),
  dryrun: ({ random }) => random.pick(['true', 'false']),
  prune: () => 'false', // true would delete the clients of this run
  audience: () => undefined,
};

/** A new identifier and its type, for the parameters `Type` and `Identifier`. */
export function newIdentifier(persona: Persona): { Type: string; Identifier: string } {
  const { random } = persona;
  const Type = random.pick(KINDS);
  if (Type === 'phone') return { Type, Identifier: `+49151${random.digits(8)}` };
  const name = persona.newName(Type === 'Email' ? 'e' : 'l');
  return { Type, Identifier: Type === 'Email' ? `${name}@new.fuzz.test` : name };
}

/** undefined: only the schema is known. */
export function valueNamed(name: string, persona: Persona, schema: Schema): unknown {
  return VALUES[normalizeName(name)]?.(persona, schema);
}
