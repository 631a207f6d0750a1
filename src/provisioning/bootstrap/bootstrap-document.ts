import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import countries from 'i18n-iso-countries/index.js';
import languages from 'iso-639-1';
import type { JSONWebKeySet } from 'jose';
import {
  candidatesFor,
  normalizeIdentifier,
  type IdentifierType,
} from '../../identity/accounts/identifier.js';
import { PASSWORD_PROBLEMS, problemWithNewPassword } from '../../identity/accounts/password-policy.js';
import {
  problemWithIssuer,
  problemWithJwks,
  problemWithJwksUrl,
} from '../../oauth/clients/assertion-keys.js';
import { problemWithRedirectUrl } from '../../oauth/clients/redirect-url.js';
import { problemWithServerNetwork } from '../../oauth/clients/server-networks.js';
import { PROJECT } from '../../platform/paths.js';
import { SettingsError } from '../../platform/config/settings-error.js';
import type { Profile, Provisions } from '../../platform/operations/caller.js';
import { placed } from '../../platform/records/form.js';
import { isBcryptHash } from '../../platform/security/password-hasher.js';

/** What a bootstrap file may hold; `docs/bootstrap.schema.json` is its JSON Schema. */
export interface BootstrapDocument {
  readonly rulesets?: readonly { name: string; description?: string; rules: readonly string[] }[];
  readonly clients?: readonly BootstrapClient[];
  readonly accounts?: readonly BootstrapAccount[];
  readonly families?: readonly {
    name: string;
    premiumType?: number;
    members?: readonly { identifier: string; accountType: number }[];
  }[];
}

export interface BootstrapClient {
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly name: string;
  readonly ruleset: string;
  readonly clientType: string;
  readonly profile?: Profile;
  readonly provisions?: Provisions;
  readonly redirectUrls?: string[];
  readonly serverNetworks?: string[];
  readonly isOAuth2PasswordBasedAuthorized: boolean;
  readonly keepRefreshToken?: boolean;
  readonly accessTokenTtl?: number;
  readonly refreshTokenTtl?: number;
  readonly jwks?: JSONWebKeySet;
  readonly jwksUrl?: string;
  readonly assertionIssuer?: string;
}

export interface BootstrapAccount {
  readonly name: string;
  readonly identifiers: readonly {
    type: IdentifierType;
    value: string;
    validated?: boolean;
    issuer?: string;
  }[];
  readonly password?: string;
  readonly passwordHash?: string;
  readonly administrator?: boolean;
  readonly countryCode?: string;
  readonly locale?: string;
}

const schema = JSON.parse(readFileSync(join(PROJECT, 'docs/bootstrap.schema.json'), 'utf8')) as object;
const isValid = new Ajv({ allErrors: true }).compile<BootstrapDocument>(schema);

/** @throws SettingsError naming the JSON path of each wrong value */
export async function readBootstrapFile(path: string): Promise<BootstrapDocument> {
  let text: string;
  let document: unknown;
  try {
    text = readFileSync(path, 'utf8');
    document = JSON.parse(text);
  } catch (cause) {
    throw new SettingsError(`BOOTSTRAP_FILE ${path} is not readable JSON: ${(cause as Error).message}`);
  }
  if (text.includes('\\u0000')) throw new SettingsError(`BOOTSTRAP_FILE ${path} must not hold \\u0000`);
  const problems = isValid(document) ? await problemsIn(document) : (isValid.errors ?? []).map(describe);
  if (problems.length > 0)
    throw new SettingsError(`BOOTSTRAP_FILE ${path} is wrong:\n  ${problems.join('\n  ')}`);
  return document as BootstrapDocument;
}

/** What the schema can't say. */
async function problemsIn(document: BootstrapDocument): Promise<string[]> {
  const { clients = [], accounts = [], families = [] } = document;
  const inAccounts = await Promise.all(
    accounts.map((account, i) => problemsInAccount(account, `accounts[${i}]`)),
  );
  const inKeys = await Promise.all(clients.map((client, i) => problemsInKeys(client, `clients[${i}]`)));
  const forms = accounts.flatMap((account, i) => formsOf(account, `accounts[${i}]`));
  return [
    ...clients.flatMap((client, i) => problemsInClient(client, `clients[${i}]`)),
    ...inKeys.flat(),
    ...repeated(clients.map(({ clientId }, i) => ({ path: `clients[${i}].clientId`, value: clientId }))),
    ...inAccounts.flat(),
    ...repeated(forms),
    ...families.flatMap((family, i) => problemsInMembers(family.members ?? [], `families[${i}].members`)),
  ].filter((text) => text !== null);
}

function problemsInClient(client: BootstrapClient, path: string): (string | null)[] {
  const { clientSecret, clientType, redirectUrls = [], serverNetworks = [] } = client;
  const isLocked = clientSecret === undefined && clientType.toLowerCase() === 'confidential';
  return [
    isLocked
      ? `${path}.clientSecret is required for a Confidential client: it could never authenticate`
      : null,
    ...redirectUrls.map((url, j) => problem(`${path}.redirectUrls[${j}]`, problemWithRedirectUrl(url))),
    ...serverNetworks.map((text, j) =>
      problem(`${path}.serverNetworks[${j}]`, problemWithServerNetwork(text)),
    ),
  ];
}

async function problemsInKeys(client: BootstrapClient, path: string): Promise<(string | null)[]> {
  const { jwks, jwksUrl, assertionIssuer, isOAuth2PasswordBasedAuthorized: isPrivileged } = client;
  const inJwks = jwks === undefined ? null : await problemWithJwks(jwks);
  const hasKeys = jwks !== undefined || jwksUrl !== undefined;
  return [
    inJwks === null ? null : placed(`${path}.jwks`, inJwks),
    jwksUrl === undefined ? null : problem(`${path}.jwksUrl`, problemWithJwksUrl(jwksUrl)),
    jwks && jwksUrl ? `${path} must have jwks or jwksUrl, not both` : null,
    hasKeys && !isPrivileged
      ? `${path}.isOAuth2PasswordBasedAuthorized must be true: only a privileged client presents assertions`
      : null,
    assertionIssuer === undefined
      ? null
      : problem(`${path}.assertionIssuer`, problemWithIssuer(assertionIssuer)),
  ];
}

function problemsInMembers(
  members: readonly { identifier: string; accountType: number }[],
  path: string,
): string[] {
  const founders = members.flatMap(({ accountType }, j) =>
    accountType >= 2 ? [`${path}[${j}].accountType`] : [],
  );
  const second = founders.length > 1 ? [`${founders[1]} makes a second founder; a family has one`] : [];
  const named = members.map(({ identifier }, j) => ({
    path: `${path}[${j}].identifier`,
    value: candidatesFor(identifier)[0] ?? identifier,
  }));
  return [...second, ...repeated(named)];
}

function formsOf(
  { identifiers, countryCode }: BootstrapAccount,
  path: string,
): { path: string; value: string }[] {
  return identifiers.flatMap(({ type, value, issuer = '' }, j) => {
    const normalized = normalizeIdentifier(type, value, countryCode?.toUpperCase());
    return normalized === null
      ? []
      : [{ path: `${path}.identifiers[${j}].value`, value: `${normalized} ${issuer}` }];
  });
}

function repeated(entries: readonly { path: string; value: string }[]): string[] {
  return entries.flatMap(({ path, value }, i) => {
    const first = entries.findIndex((other) => other.value === value);
    return first < i ? [`${path} stands already at ${entries[first].path}`] : [];
  });
}

async function problemsInAccount(account: BootstrapAccount, path: string): Promise<(string | null)[]> {
  const { password, passwordHash, countryCode, locale, identifiers, name } = account;
  const own = [name, ...identifiers.map(({ value }) => value)];
  return [
    ...identifiers.map(({ type, issuer }, j) =>
      issuer !== undefined && type !== 'ExternalId'
        ? `${path}.identifiers[${j}].issuer belongs to an ExternalId only`
        : null,
    ),
    ...identifiers.map(({ type, value }, j) => {
      const isWrong = normalizeIdentifier(type, value, countryCode?.toUpperCase()) === null;
      return problem(`${path}.identifiers[${j}].value`, isWrong ? `is not a valid ${type}` : null);
    }),
    password === undefined ? null : problem(`${path}.password`, await problemWithPassword(password, own)),
    passwordHash !== undefined && !isBcryptHash(passwordHash)
      ? `${path}.passwordHash must be a bcrypt hash`
      : null,
    password !== undefined && passwordHash !== undefined
      ? `${path} must have password or passwordHash, not both`
      : null,
    countryCode !== undefined && !countries.isValid(countryCode.toUpperCase())
      ? `${path}.countryCode must be an ISO 3166-1 alpha-2 code`
      : null,
    locale !== undefined && !languages.validate(locale.toLowerCase())
      ? `${path}.locale must be an ISO 639-1 code`
      : null,
  ];
}

async function problemWithPassword(password: string, own: readonly string[]): Promise<string | null> {
  const found = await problemWithNewPassword(password, own);
  return found && PASSWORD_PROBLEMS[found];
}

function problem(path: string, text: string | null): string | null {
  return text === null ? null : `${path} ${text}`;
}

/** `/clients/0/name` as `clients[0].name`. */
function describe({ instancePath, message = 'is wrong', params }: ErrorObject): string {
  const path =
    instancePath
      .replace(/\/(\d+)/g, '[$1]')
      .replace(/\//g, '.')
      .replace(/^\./, '') || '(top)';
  const { additionalProperty, allowedValues } = params as {
    additionalProperty?: string;
    allowedValues?: string[];
  };
  if (additionalProperty !== undefined) return `${path} must not have the key "${additionalProperty}"`;
  return allowedValues ? `${path} must be one of ${allowedValues.join(', ')}` : `${path} ${message}`;
}
