import { OPAQUE, PRINTABLE, withoutCase } from '../../platform/operations/text-rules.js';
import { normalizeEmail, shownEmail } from './email-address.js';
import { phoneNumberOf, shownPhoneNumber } from './phone-number.js';

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

/** The format of each type, to follow "is not". */
export const FORMATS: Readonly<Record<IdentifierType, string>> = {
  Email: 'an e-mail address',
  Msisdn: 'a phone number with +, or a national one with countryCode',
  Login: '1 to 255 characters without @, and no phone number',
  ExternalId: '1 to 255 characters without control characters',
  AccessToken: '1 to 255 characters without control characters',
  SOMETHING_ELSE: '1 to 255 characters without control characters',
};

const DIGITS = /^\+?\d{5,15}$/;
const SOUND = /^[^\p{Cc}\p{Cs}]{1,320}$/u;

/** The value as it is kept for display: as it was typed, without characters that would display something else. */
export function shownIdentifier(type: IdentifierType, value: string): string {
  if (type === 'Email') return shownEmail(value);
  return type === 'Msisdn' ? shownPhoneNumber(value) : value;
}

/**
 * The normalized identifier, or null when the value does not have the format of its type. It is unique across all
 * accounts, whatever the type (D20); an ExternalId of an issuer among those of its issuer (D115).
 * @param countryCode ISO 3166-1 alpha-2, for a national phone number (D21)
 * @param issuer of an ExternalId; empty: no particular one
 */
export function normalizeIdentifier(
  type: IdentifierType,
  value: string,
  countryCode?: string | null,
  issuer = '',
): string | null {
  switch (type) {
    case 'Email':
      return normalizeEmail(value);
    case 'Msisdn':
      return phoneNumberOf(value, countryCode);
    case 'Login':
      return normalizeLogin(value);
    default:
      if (!OPAQUE.regex.test(value)) return null;
      return issuer === '' ? (candidatesFor(value)[0] ?? null) : `${type}:${value}`;
  }
}

/**
 * The normalized forms that a text of unknown type may stand for, the most likely first.
 * @param countryCode as for normalizeIdentifier
 */
export function candidatesFor(text: string, countryCode?: string | null): string[] {
  const typed = text.normalize('NFC').trim();
  if (!SOUND.test(typed)) return [];
  const phone = phoneNumberOf(typed, countryCode);
  const form = normalizeEmail(typed) ?? plainForm(typed);
  return [...new Set(phone === null ? [form] : [phone, form])];
}

/** Keeps digits in the form of a phone number: a number that is not valid today may be assigned one day. */
function plainForm(value: string): string {
  const plain = withSingleSpaces(withoutCase(value).trim());
  return DIGITS.test(plain) ? `+${plain.replace('+', '')}` : plain;
}

/** Joins blanks, except in a possible e-mail address, where blanks within quotes are part of it. */
function withSingleSpaces(text: string): string {
  return text.includes('@') ? text : text.replace(/\s+/gu, ' ');
}

/** Accepts free text, but no e-mail address and no phone number, which someone else may prove to own (D20). */
function normalizeLogin(value: string): string | null {
  const login = value.normalize('NFC');
  const isFree = OPAQUE.regex.test(login) && PRINTABLE.regex.test(login) && login === login.trim();
  const isAddress = login.includes('@') || phoneNumberOf(login.replace(/^\+/, '')) !== null;
  return isFree && !isAddress ? plainForm(login) : null;
}
