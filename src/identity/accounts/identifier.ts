import { isEmail } from 'class-validator';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { OPAQUE } from '../../platform/operations/text-rules.js';

/** §2.2. */
export const IDENTIFIER_TYPES = [
  'Email',
  'Msisdn',
  'ExternalId',
  'Login',
  'AccessToken',
  'SOMETHING_ELSE',
] as const;
export type IdentifierType = (typeof IDENTIFIER_TYPES)[number];

/** ExternalIds come last: an opaque value never takes precedence over an identifier that a person chose. */
const BY_LIKELIHOOD: readonly IdentifierType[] = [
  'Email',
  'Msisdn',
  'Login',
  'ExternalId',
  'AccessToken',
  'SOMETHING_ELSE',
];

const LOGIN = /^[^\s@\p{Cc}]{3,64}$/u;
const TEN_DIGITS = /^[1-9]\d{9}$/;

/**
 * The normalized identifier, unique across all accounts (D20), or null when the value does not have the format of its
 * type.
 * @param countryCode ISO 3166-1 alpha-2, for a national phone number (D21)
 */
export function normalizeIdentifier(
  type: IdentifierType,
  value: string,
  countryCode?: string | null,
): string | null {
  switch (type) {
    case 'Email':
      return normalizeEmail(value);
    case 'Msisdn':
      return normalizeMsisdn(value, countryCode);
    case 'Login':
      return normalizeLogin(value);
    default:
      return OPAQUE.regex.test(value) ? `${type}:${value}` : null;
  }
}

/** Every normalized form that a text of unknown type may stand for, the most likely first. */
export function candidatesFor(text: string): string[] {
  const forms = BY_LIKELIHOOD.map((type) => normalizeIdentifier(type, text));
  return forms.filter((form) => form !== null);
}

function normalizeEmail(value: string): string | null {
  const email = value.normalize('NFC').toLowerCase();
  return isEmail(email) ? email : null;
}

/** D21: E.164 with or without `+` or `00`, a national number with its country, or ten digits as in §8. */
function normalizeMsisdn(value: string, countryCode?: string | null): string | null {
  const text = value.trim();
  const digits = text.replace(/^(\+|00)/, '').replace(/[\s().-]/g, '');
  const isInternational = text.startsWith('+') || text.startsWith('00');
  const international = /^\d{5,15}$/.test(digits) ? parsePhoneNumberFromString(`+${digits}`) : undefined;
  const isOfCountry = isInternational || international?.country === countryCode;
  if (international?.isValid() && isOfCountry) return international.number;
  if (countryCode && !isInternational) {
    const national = parsePhoneNumberFromString(text, countryCode as CountryCode);
    if (national?.isValid()) return national.number;
  }
  if (international?.isValid()) return international.number;
  return TEN_DIGITS.test(text) ? `+${text}` : null;
}

function normalizeLogin(value: string): string | null {
  const login = value.normalize('NFC').toLowerCase();
  return LOGIN.test(login) ? login : null;
}
