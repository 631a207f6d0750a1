import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  Length,
  Matches,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  validateSync,
  type ValidationError,
} from 'class-validator';
import type { NewAccount } from '../../../identity/accounts/account.service.js';
import {
  IDENTIFIER_TYPES,
  normalizeIdentifier,
  type IdentifierType,
} from '../../../identity/accounts/identifier.js';
import { isCountryCode, isLocale } from '../../../identity/accounts/profile-rules.js';
import { problemWithJson } from '../../../platform/checks/sound-json.js';
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

  @IsString()
  @Length(1, 320)
  value!: string;

  @IsOptional()
  @IsBoolean()
  validated?: boolean;

  @IsOptional()
  @ValidateIf(({ issuer }: ImportedIdentifier) => issuer !== '')
  @Matches(OPAQUE.regex, { message: `issuer has ${OPAQUE.meaning}` })
  issuer?: string;
}

/** One line of an import. */
class ImportedAccount {
  @IsString()
  @Length(1, 255)
  @Matches(PRINTABLE.regex, { message: `name is ${PRINTABLE.meaning}` })
  name!: string;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => ImportedIdentifier)
  identifiers!: ImportedIdentifier[];

  @IsOptional()
  @Known('passwordHash is not a bcrypt hash ($2a$, $2b$ or $2y$, of cost 4 to 16)', isBcryptHash)
  passwordHash?: string;

  @IsOptional()
  @Known('countryCode is not an ISO 3166-1 alpha-2 code', isCountryCode)
  countryCode?: string;

  @IsOptional()
  @Known('locale is not an ISO 639-1 code', isLocale)
  locale?: string;
}

/** An account to create, with its identifiers as they are kept (D20); or what is wrong with the line. */
export type ParsedLine =
  { readonly account: NewAccount; readonly keys: readonly IdentifierKey[] } | { readonly message: string };

/** What is unique of an identifier, as one text. */
export type IdentifierKey = string;

export function parseLine(text: string): ParsedLine {
  const value = parsedJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { message: 'is not a JSON object' };
  const problem = problemWithJson(value);
  if (problem !== null) return { message: problem };
  const line = plainToInstance(ImportedAccount, value);
  const errors = validateSync(line, { whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: true });
  if (errors.length > 0) return { message: messagesOf(errors).join('; ') };
  return accountOf(line);
}

function accountOf(line: ImportedAccount): ParsedLine {
  const countryCode = line.countryCode?.toUpperCase() ?? null;
  const keys: IdentifierKey[] = [];
  for (const { type, value, issuer = '' } of line.identifiers) {
    const normalized = normalizeIdentifier(type, value, countryCode);
    if (normalized === null) return { message: `${JSON.stringify(value)} is not ${FORMATS[type]}` };
    if (issuer !== '' && type !== 'ExternalId') return { message: 'only an ExternalId has an issuer' };
    if (keys.includes(keyOf(normalized, issuer)))
      return { message: `${JSON.stringify(value)} stands there twice` };
    keys.push(keyOf(normalized, issuer));
  }
  const identifiers = line.identifiers.map(({ type, value, validated, issuer }) => ({
    type,
    value,
    isValidated: validated ?? issuer !== undefined, // as in a bootstrap file
    issuer,
  }));
  const { name, passwordHash = null } = line;
  const locale = line.locale?.toLowerCase() ?? null;
  return { account: { name, identifiers, passwordHash, role: null, countryCode, locale }, keys };
}

export function keyOf(normalized: string, issuer: string): IdentifierKey {
  return JSON.stringify([normalized, issuer]);
}

function Known(message: string, isValid: (text: string) => boolean): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && isValid(value);
  return ValidateBy({ name: 'known', validator: { validate } }, { message });
}

function messagesOf(errors: readonly ValidationError[]): string[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => [
    ...Object.entries(constraints).map(([rule, message]) =>
      rule === 'whitelistValidation' ? `${property} is not known here` : message,
    ),
    ...messagesOf(children),
  ]);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
