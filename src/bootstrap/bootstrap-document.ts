import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import countries from 'i18n-iso-countries';
import languages from 'iso-639-1';
import { normalizeIdentifier, type IdentifierType } from '../accounts/identifier.js';
import { problemWithNewPassword } from '../accounts/password-policy.js';
import { problemWithRedirectUrl } from '../clients/redirect-url.js';
import { SettingsError } from '../config/settings-error.js';
import type { Profile } from '../contract/caller.js';
import { isBcryptHash } from '../security/password-hasher.js';

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
  readonly redirectUrls?: string[];
  readonly isOAuth2PasswordBasedAuthorized: boolean;
  readonly keepRefreshToken?: boolean;
  readonly accessTokenTtl?: number;
  readonly refreshTokenTtl?: number;
}

export interface BootstrapAccount {
  readonly name: string;
  readonly identifiers: readonly { type: IdentifierType; value: string; validated?: boolean }[];
  readonly password?: string;
  readonly passwordHash?: string;
  readonly administrator?: boolean;
  readonly countryCode?: string;
  readonly locale?: string;
}

const schema = JSON.parse(
  readFileSync(new URL('../../docs/bootstrap.schema.json', import.meta.url), 'utf8'),
) as object;
const isValid = new Ajv({ allErrors: true }).compile<BootstrapDocument>(schema);

/** @throws SettingsError naming the JSON path of each wrong value */
export async function readBootstrapFile(path: string): Promise<BootstrapDocument> {
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new SettingsError(`BOOTSTRAP_FILE ${path} is not readable JSON: ${(cause as Error).message}`);
  }
  const problems = isValid(document) ? await problemsIn(document) : (isValid.errors ?? []).map(describe);
  if (problems.length > 0)
    throw new SettingsError(`BOOTSTRAP_FILE ${path} is wrong:\n  ${problems.join('\n  ')}`);
  return document as BootstrapDocument;
}

/** What the schema can't say. */
async function problemsIn(document: BootstrapDocument): Promise<string[]> {
  const clients = (document.clients ?? []).flatMap((client, i) =>
    (client.redirectUrls ?? []).map((url, j) =>
      problem(`clients[${i}].redirectUrls[${j}]`, problemWithRedirectUrl(url)),
    ),
  );
  const accounts = await Promise.all(
    (document.accounts ?? []).map((account, i) => problemsInAccount(account, `accounts[${i}]`)),
  );
  return [...clients, ...accounts.flat()].filter((text) => text !== null);
}

async function problemsInAccount(account: BootstrapAccount, path: string): Promise<(string | null)[]> {
  const { password, passwordHash, countryCode, locale, identifiers, name } = account;
  const own = [name, ...identifiers.map(({ value }) => value)];
  return [
    ...identifiers.map(({ type, value }, j) => {
      const isWrong = normalizeIdentifier(type, value, countryCode?.toUpperCase()) === null;
      return problem(`${path}.identifiers[${j}].value`, isWrong ? `is not a valid ${type}` : null);
    }),
    password === undefined ? null : problem(`${path}.password`, await problemWithNewPassword(password, own)),
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
