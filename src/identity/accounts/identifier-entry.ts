import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  Length,
  ValidateNested,
} from 'class-validator';
import { Rule } from '../../platform/checks/rule.js';
import { OPAQUE } from '../../platform/operations/text-rules.js';
import type { NewIdentifier } from './account-identifiers.js';
import { FORMATS, IDENTIFIER_TYPES, normalizeIdentifier, type IdentifierType } from './identifier.js';
import { problemWithPhoneNumber } from './phone-number.js';
import { isCountryCode } from './profile-rules.js';

/**
 * The country of the account that an entry belongs to: beside the entry, so that it can't be sent as one of its
 * members.
 */
const COUNTRIES = new WeakMap<object, string>();

/** An identifier of an account in an import or in a bootstrap file. Its value is declared by `IsValueOfItsType`. */
export abstract class IdentifierEntry {
  @ApiProperty({ enum: IDENTIFIER_TYPES })
  @IsIn(IDENTIFIER_TYPES)
  type!: IdentifierType;

  abstract value: string;

  @ApiPropertyOptional({ description: 'Left out: whether it is an ExternalId with an issuer.' })
  @IsOptional()
  @IsBoolean()
  isValidated?: boolean;

  @ApiPropertyOptional({
    ...{ minLength: 1, maxLength: 255 },
    description: 'For an ExternalId: the assertionIssuer (or clientId) of the partner whose id it is.',
  })
  @IsOptional()
  @Rule(problemWithIssuer)
  @Transform(({ value }: { value: unknown }) => (value === '' || value === null ? undefined : value)) // exporters that write every column
  issuer?: string;
}

/** @param isOfItsType whether the value is of the entry's type; by default, whether it can be normalized */
export function IsValueOfItsType<T extends IdentifierEntry>(
  isOfItsType: (entry: T) => boolean = (entry) => normalizedEntry(entry) !== null,
): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ minLength: 1, maxLength: 320 }),
    IsString(),
    Length(1, 320),
    Rule<T>((value, entry) => {
      if (!IDENTIFIER_TYPES.includes(entry.type) || isOfItsType(entry)) return null; // the type has a rule itself
      if (entry.type === 'Msisdn' && typeof value === 'string')
        return problemWithPhoneNumber(value, COUNTRIES.get(entry));
      return `is not ${FORMATS[entry.type]}`; // the place says which: a start would write addresses of people into the log
    }),
  );
}

/** Marks the identifiers of an account, whose country its phone numbers may be written for. */
export function AreIdentifiers(type: () => new () => IdentifierEntry): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: () => [type()], minItems: 1 }),
    IsArray(),
    ArrayMinSize(1),
    ValidateNested({ each: true }),
    Type(type),
    Transform(({ value, obj }: { value: unknown; obj: { countryCode?: unknown } }) =>
      withCountry(value, obj),
    ),
  );
}

/** The identifier in normalized form; null: it does not have the format of its type. */
export function normalizedEntry(entry: IdentifierEntry): string | null {
  return normalizeIdentifier(entry.type, entry.value, COUNTRIES.get(entry), entry.issuer);
}

export function newIdentifiers(entries: readonly IdentifierEntry[]): NewIdentifier[] {
  return entries.map(({ type, value, isValidated, issuer }) => ({
    ...{ type, value, issuer },
    isValidated: isValidated ?? issuer !== undefined, // an ExternalId that the operator attaches is connected (D157)
  }));
}

function problemWithIssuer(issuer: unknown, { type }: IdentifierEntry): string | null {
  if (typeof issuer !== 'string' || !OPAQUE.regex.test(issuer)) return `has ${OPAQUE.meaning}`;
  return type === 'ExternalId' ? null : 'is for an ExternalId only';
}

function withCountry(identifiers: unknown, { countryCode }: { readonly countryCode?: unknown }): unknown {
  if (!Array.isArray(identifiers) || typeof countryCode !== 'string' || !isCountryCode(countryCode))
    return identifiers;
  for (const each of identifiers as unknown[])
    if (each instanceof IdentifierEntry) COUNTRIES.set(each, countryCode.toUpperCase());
  return identifiers;
}
