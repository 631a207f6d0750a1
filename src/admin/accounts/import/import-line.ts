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
  ValidateNested,
} from 'class-validator';
import { PROFILE_FIELDS } from '../../../identity/accounts/account.fields.js';
import type { NewAccount } from '../../../identity/accounts/account.service.js';
import {
  IDENTIFIER_TYPES,
  normalizeIdentifier,
  type IdentifierType,
} from '../../../identity/accounts/identifier.js';
import { isCountryCode, storedProfile } from '../../../identity/accounts/profile-rules.js';
import { checkSync } from '../../../platform/checks/check.js';
import { Rule } from '../../../platform/checks/rule.js';
import { OPAQUE } from '../../../platform/operations/text-rules.js';
import { newBodyOf } from '../../../platform/records/rest.js';
import { problemWithHash } from '../../../platform/security/password-hasher.js';
import { FORMATS } from '../given-identifier.js';

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

  /** The account's country. Private, so that it can't be sent as a member. */
  #country: string | null = null;

  /** Takes over the country of the account that the identifier belongs to. */
  with({ countryCode }: { countryCode?: unknown }): this {
    const isKnown = typeof countryCode === 'string' && isCountryCode(countryCode);
    this.#country = isKnown ? countryCode.toUpperCase() : null;
    return this;
  }

  /** The identifier in normalized form; null: it does not have the format of its type. */
  normalized(): string | null {
    return normalizeIdentifier(this.type, this.value, this.#country, this.issuer ?? '');
  }

  key(): IdentifierKey {
    return keyOf(this.normalized() ?? '', this.issuer ?? '');
  }
}

/** One line of an import. */
class ImportedAccount extends newBodyOf(PROFILE_FIELDS) {
  @ArrayUnique(keyOfIdentifier, { message: 'has the same identifier twice' })
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @IsArray()
  @ValidateNested({ each: true })
  @Transform(({ value, obj }: { value: unknown; obj: object }) => withCountry(value, obj))
  @Type(() => ImportedIdentifier)
  identifiers!: ImportedIdentifier[];

  @IsOptional()
  @Rule(problemWithHash)
  passwordHash?: string;
}

function problemWithIssuer(issuer: unknown, { type }: ImportedIdentifier): string | null {
  if (issuer === '') return null;
  if (typeof issuer !== 'string' || !OPAQUE.regex.test(issuer)) return `has ${OPAQUE.meaning}`;
  return type === 'ExternalId' ? null : 'is for an ExternalId only';
}

function problemWithFormat(value: unknown, identifier: ImportedIdentifier): string | null {
  const { type } = identifier;
  if (typeof value !== 'string' || !IDENTIFIER_TYPES.includes(type)) return null; // reported by other rules
  return identifier.normalized() === null ? `${JSON.stringify(value)} is not ${FORMATS[type]}` : null;
}

function withCountry(identifiers: unknown, account: object): unknown {
  if (!Array.isArray(identifiers)) return identifiers;
  return identifiers.map((each: unknown) => (each instanceof ImportedIdentifier ? each.with(account) : each));
}

/** What makes an identifier of a line unique; an invalid one is never equal to another. */
function keyOfIdentifier(each: unknown): unknown {
  return each instanceof ImportedIdentifier &&
    typeof each.value === 'string' &&
    IDENTIFIER_TYPES.includes(each.type)
    ? each.key()
    : Symbol();
}

/** An account to create, with normalized identifiers (D20), or what is wrong with the line. */
export type ParsedLine =
  { readonly account: NewAccount; readonly keys: readonly IdentifierKey[] } | { readonly message: string };

/** The unique columns of an identifier as one string. */
export type IdentifierKey = string;

export function parseLine(text: string): ParsedLine {
  const checked = checkSync(ImportedAccount, parsedJson(text));
  if ('value' in checked) return accountOf(checked.value);
  return { message: checked.problems.map(({ field, message }) => `${field} ${message}`.trim()).join('; ') };
}

function accountOf(line: ImportedAccount): ParsedLine {
  const { passwordHash = null } = line;
  const identifiers = line.identifiers.map(({ type, value, validated, issuer }) => ({
    type,
    value,
    isValidated: validated ?? Boolean(issuer), // as a bootstrap file has it
    issuer: issuer || undefined, // exporters that write every column send null or an empty string
  }));
  const keys = line.identifiers.map((each) => each.key());
  return { account: { ...storedProfile(line), identifiers, passwordHash, role: null }, keys };
}

export function keyOf(normalized: string, issuer: string): IdentifierKey {
  return JSON.stringify([normalized, issuer]);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // not an object
  }
}
