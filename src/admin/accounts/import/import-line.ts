import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  Length,
  Matches,
  ValidateNested,
} from 'class-validator';
import type { NewAccount } from '../../../identity/accounts/account.service.js';
import {
  IDENTIFIER_TYPES,
  normalizeIdentifier,
  type IdentifierType,
} from '../../../identity/accounts/identifier.js';
import { isCountryCode, isLocale } from '../../../identity/accounts/profile-rules.js';
import { checkSync } from '../../../platform/checks/check.js';
import { Known, Rule } from '../../../platform/checks/rule.js';
import { OPAQUE, PRINTABLE } from '../../../platform/operations/text-rules.js';
import { isBcryptHash } from '../../../platform/security/password-hasher.js';

const FORMATS: Readonly<Record<IdentifierType, string>> = {
  Email: 'an e-mail address',
  Msisdn: 'a phone number with +, or with countryCode',
  Login: '3 to 64 characters without spaces and @',
  ExternalId: '1 to 255 characters without control characters',
  AccessToken: '1 to 255 characters without control characters',
  SOMETHING_ELSE: '1 to 255 characters without control characters',
};

class ImportedIdentifier {
  @IsIn(IDENTIFIER_TYPES)
  type!: IdentifierType;

  @Rule(problemWithFormat)
  @IsString()
  @Length(1, 320)
  value!: string;

  @IsOptional()
  @IsBoolean()
  validated?: boolean;

  @IsOptional()
  @Rule(problemWithIssuer)
  issuer?: string;

  /** The account's country. Private, so that it is no member that somebody could send. */
  #country: string | null = null;

  /** For the account that it belongs to. */
  with({ countryCode }: { countryCode?: unknown }): this {
    const isKnown = typeof countryCode === 'string' && isCountryCode(countryCode);
    this.#country = isKnown ? countryCode.toUpperCase() : null;
    return this;
  }

  /** null: it does not have the format of its type. */
  normalized(): string | null {
    return normalizeIdentifier(this.type, this.value, this.#country);
  }

  key(): IdentifierKey {
    return keyOf(this.normalized() ?? '', this.issuer ?? '');
  }
}

/** One line of an import. */
class ImportedAccount {
  @IsString()
  @Length(1, 255)
  @Matches(PRINTABLE.regex, { message: `is ${PRINTABLE.meaning}` })
  name!: string;

  @ArrayUnique(keyOfIdentifier, { message: 'has the same identifier twice' })
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @IsArray()
  @ValidateNested({ each: true })
  @Transform(({ value, obj }: { value: unknown; obj: object }) => withCountry(value, obj))
  @Type(() => ImportedIdentifier)
  identifiers!: ImportedIdentifier[];

  @IsOptional()
  @Known(isBcryptHash, 'is not a bcrypt hash ($2a$, $2b$ or $2y$, of cost 4 to 16)')
  passwordHash?: string;

  @IsOptional()
  @Known(isCountryCode, 'is not an ISO 3166-1 alpha-2 code')
  countryCode?: string;

  @IsOptional()
  @Known(isLocale, 'is not an ISO 639-1 code')
  locale?: string;
}

function problemWithIssuer(issuer: unknown, { type }: ImportedIdentifier): string | null {
  if (issuer === '') return null;
  if (typeof issuer !== 'string' || !OPAQUE.regex.test(issuer)) return `has ${OPAQUE.meaning}`;
  return type === 'ExternalId' ? null : 'is for an ExternalId only';
}

function problemWithFormat(value: unknown, identifier: ImportedIdentifier): string | null {
  const { type } = identifier;
  if (typeof value !== 'string' || !IDENTIFIER_TYPES.includes(type)) return null; // told by other rules
  return identifier.normalized() === null ? `${JSON.stringify(value)} is not ${FORMATS[type]}` : null;
}

function withCountry(identifiers: unknown, account: object): unknown {
  if (!Array.isArray(identifiers)) return identifiers;
  return identifiers.map((each: unknown) => (each instanceof ImportedIdentifier ? each.with(account) : each));
}

/** What can't be the same as another: each that is wrong for itself. */
function keyOfIdentifier(each: unknown): unknown {
  return each instanceof ImportedIdentifier &&
    typeof each.value === 'string' &&
    IDENTIFIER_TYPES.includes(each.type)
    ? each.key()
    : Symbol();
}

/** An account to create, with its identifiers as they are kept (D20); or what is wrong with the line. */
export type ParsedLine =
  { readonly account: NewAccount; readonly keys: readonly IdentifierKey[] } | { readonly message: string };

/** What is unique of an identifier, as one text. */
export type IdentifierKey = string;

export function parseLine(text: string): ParsedLine {
  const checked = checkSync(ImportedAccount, parsedJson(text));
  if ('value' in checked) return accountOf(checked.value);
  return { message: checked.problems.map(({ field, message }) => `${field} ${message}`.trim()).join('; ') };
}

function accountOf(line: ImportedAccount): ParsedLine {
  const { name, passwordHash = null } = line;
  const countryCode = line.countryCode?.toUpperCase() ?? null;
  const locale = line.locale?.toLowerCase() ?? null;
  const identifiers = line.identifiers.map(({ type, value, validated, issuer }) => ({
    type,
    value,
    isValidated: validated ?? Boolean(issuer), // as in a bootstrap file
    issuer: issuer || undefined, // null and empty text of an exporter that writes every column
  }));
  const keys = line.identifiers.map((each) => each.key());
  return { account: { name, identifiers, passwordHash, role: null, countryCode, locale }, keys };
}

export function keyOf(normalized: string, issuer: string): IdentifierKey {
  return JSON.stringify([normalized, issuer]);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // which is no object
  }
}
