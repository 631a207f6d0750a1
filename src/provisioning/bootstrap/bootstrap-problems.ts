import { candidatesFor, normalizeIdentifier } from '../../identity/accounts/identifier.js';
import { isCountryCode } from '../../identity/accounts/profile-rules.js';
import { MAX_LIVE_SECRETS } from '../../oauth/clients/client-batch.js';
import { authenticatesByKey } from '../../oauth/clients/client-profiles.js';
import { contradictionsIn } from '../../oauth/clients/client-record.js';
import { isObject } from '../../platform/records/is-object.js';
import type { FieldError } from '../../platform/errors/problems.js';
import type {
  BootstrapAccount,
  BootstrapClient,
  BootstrapDocument,
  BootstrapMember,
} from './bootstrap-document.js';

type Entry = readonly [path: string, value: unknown];

/**
 * Finds the problems that no single member shows, each with its path (`clients.0.clientSecret`).
 * @param isRight whether the value at a path is valid: an invalid family or identifier gets no further problems
 */
export function problemsIn(document: BootstrapDocument, isRight: (path: string) => boolean): FieldError[] {
  const clients = entriesOf(document.clients, 'clients', (path) => isRight(path) || path !== 'clients');
  const { brandings, providers, rulesets, webhooks } = document;
  const accounts = entriesOf(document.accounts, 'accounts', (path) => isRight(path) || path !== 'accounts');
  const families = entriesOf(document.families, 'families', isRight);
  return [
    ...clients.flatMap(([path, client]) => problemsInClient(client, path)),
    ...repeated(clients.map(([path, client]) => [`${path}.clientId`, client.clientId])),
    ...repeatedIn(rulesets, 'rulesets', isRight, 'name'),
    ...repeatedIn(brandings, 'brandings', isRight, 'client'),
    ...repeatedIn(providers, 'providers', isRight, 'id'),
    ...repeatedIn(providers, 'providers', isRight, 'issuer'),
    ...repeatedIn(webhooks, 'webhooks', isRight, 'id'),
    ...repeated(accounts.flatMap(([path, account]) => formsOf(account, path, isRight))),
    ...families.flatMap(([path, { members = [] }]) => problemsInMembers(members, `${path}.members`)),
  ];
}

/** Makes a list of the problem, empty where there is no message. */
function at(path: string, message: string | null | false): FieldError[] {
  return message ? [{ field: path, message }] : [];
}

function entriesOf<T>(
  list: T[] | undefined,
  name: string,
  isRight: (path: string) => boolean,
): [string, T][] {
  if (!isRight(name) || !Array.isArray(list)) return [];
  const entries = list.map((item, i): [string, T] => [`${name}.${i}`, item]);
  return entries.filter(([path, item]) => isRight(path) && isObject(item));
}

function problemsInClient(client: BootstrapClient, path: string): FieldError[] {
  const { clientSecret, clientType, secrets } = client;
  const held = (clientSecret === undefined ? 0 : 1) + (Array.isArray(secrets) ? secrets.length : 0);
  const isWithout = clientSecret === undefined && secrets === undefined; // an export says that there is none: []
  const isByKey = authenticatesByKey(client);
  const missing = 'is required for a confidential client, or secrets: it could never authenticate';
  const idle = 'must be left out: the client authenticates by its key';
  return [
    ...at(`${path}.clientSecret`, isWithout && clientType === 'confidential' && !isByKey && missing),
    ...at(`${path}.clientSecret`, isByKey && clientSecret !== undefined && idle),
    ...at(
      `${path}.secrets`,
      held > MAX_LIVE_SECRETS && `must be ${MAX_LIVE_SECRETS} at most, clientSecret among them`,
    ),
    ...contradictionsIn(client).map(({ field, message }) => ({ field: `${path}.${field}`, message })),
  ];
}

function problemsInMembers(members: readonly BootstrapMember[], path: string): FieldError[] {
  const founders = members.flatMap(({ accountType }, j) =>
    accountType >= 2 ? [`${path}.${j}.accountType`] : [],
  );
  const named = members.map(({ identifier }, j): Entry => [
    `${path}.${j}.identifier`,
    candidatesFor(identifier)[0] ?? identifier,
  ]);
  return [
    ...at(founders[1], founders.length > 1 && 'makes a second founder; a family has one'),
    ...repeated(named),
  ];
}

function formsOf(
  { identifiers, countryCode }: BootstrapAccount,
  path: string,
  isRight: (path: string) => boolean,
): Entry[] {
  const country = knownCountry(countryCode);
  const entries = Array.isArray(identifiers) ? identifiers : [];
  return entries.flatMap((entry, j): Entry[] => {
    const place = `${path}.identifiers.${j}`;
    if (!isRight(place) || !isObject(entry)) return [];
    const { type, value, issuer } = entry;
    const normalized = normalizeIdentifier(type, value, country, issuer ?? '');
    return normalized === null ? [] : [[`${place}.value`, `${normalized} ${issuer ?? ''}`]];
  });
}

function repeated(entries: readonly Entry[]): FieldError[] {
  const first = new Map<unknown, string>();
  return entries.flatMap(([path, value]) => {
    const before = first.get(value);
    if (before === undefined) first.set(value, path);
    return at(path, before !== undefined && `stands already at ${jsonPath(before)}`);
  });
}

function repeatedIn<T extends object>(
  list: T[] | undefined,
  name: string,
  isRight: (path: string) => boolean,
  member: keyof T & string,
): FieldError[] {
  const entries = entriesOf(list, name, isRight);
  return repeated(entries.map(([path, entry]): Entry => [`${path}.${member}`, entry[member]]));
}

/** @returns null: no country, or an invalid one */
function knownCountry(code: unknown): string | null {
  return typeof code === 'string' && isCountryCode(code) ? code.toUpperCase() : null;
}

/** `clients.0.name` as `clients[0].name`. */
export function jsonPath(field: string): string {
  return field.replace(/\.(\d+)(?=\.|$)/g, '[$1]');
}
