import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { plainCode } from '../../platform/security/typed.js';

/** §8 has numbers of ten digits, with the country's code and nothing before it. */
const TEN_DIGITS = /^[1-9]\d{9}$/;
const DIGITS = /^\d{5,15}$/;
const ONLY_DIGITS = /^\d+$/;
const HOW = 'use the international format, such as +49 151 12345678';
const TOO_SHORT = `has too few digits: ${HOW}`;
const TOO_LONG = `has too many digits: ${HOW}`;

/** Numbers from before a country changed its plan, which nobody else can have now. */
const OLD_PLANS: readonly (readonly [before: RegExp, since: string])[] = [
  [/^\+521(\d{10})$/, '+52$1'], // Mexico 2019: mobile numbers without their 1
  [/^\+225([04-9][0-3]\d{6})$/, '+22501$1'], // Ivory Coast 2021: mobile numbers by their operator
  [/^\+225([04-9][4-6]\d{6})$/, '+22505$1'],
  [/^\+225([04-9][7-9]\d{6})$/, '+22507$1'],
  [/^\+55(\d\d)(?=[6-9]\d{7}$)/, '+55$19'], // Brazil 2016: a ninth digit for mobile numbers
  [/^\+229(\d{8})$/, '+22901$1'], // Benin 2024
];

/** Codes of no country: satellites, international networks, and expensive services (ITU-T E.164.1). */
const GLOBAL_SERVICE = /^\+(80[08]|87[08]|88[1238]|979)/;

/** The facts that the cost of a text message to a number depends on. */
interface PhonePlan {
  /**
   * ISO 3166-1 alpha-2, in upper case: its country; several if its digits don't tell; none: no country has such
   * numbers.
   */
  readonly countries: readonly string[];
  readonly dearAs: 'premium-rate' | 'shared-cost' | 'global-service' | null;
}

/** The digits that were typed, without separators. */
interface Typed {
  readonly digits: string;
  /** It begins with the code of a country, after a + or 00. */
  readonly isInternational: boolean;
}

/**
 * The number as E.164; null: it is none (D21). It may have + or 00 and its country's code. With `countryCode` it may
 * also be a national number of that country, or have its code and no +; the code of any other country needs the +,
 * since digits that look like such a code are a mistyped national number. With neither, it is read as if the + were
 * there.
 * @param countryCode ISO 3166-1 alpha-2
 */
export function phoneNumberOf(text: string, countryCode?: string | null): string | null {
  const typed = read(text);
  if (!typed) return null;
  const { digits, isInternational } = typed;
  const international = valid(parsePhoneNumberFromString(`+${digits}`), `+${digits}`);
  if (isInternational) return international;
  if (!countryCode) return international ?? (TEN_DIGITS.test(text.trim()) ? `+${digits}` : null);
  if (!isSupportedCountry(countryCode)) return null;
  if (international?.startsWith(`+${getCountryCallingCode(countryCode)}`)) return international;
  const national = parsePhoneNumberFromString(digits, countryCode);
  return valid(national, national?.number ?? '');
}

/** The number as it was typed, for display: without marks of direction, which would turn it around. */
export function shownPhoneNumber(text: string): string {
  return text.replace(/\p{Cf}/gu, '').trim();
}

/** Why a text is no phone number, to follow its name; null: it is one. */
export function problemWithPhoneNumber(text: string, countryCode?: string | null): string | null {
  if (phoneNumberOf(text, countryCode) !== null) return null;
  const { digits, isInternational } = plainNumber(text);
  if (!ONLY_DIGITS.test(digits)) return `is not a phone number: ${HOW}`;
  if (!DIGITS.test(digits)) return digits.length < 5 ? TOO_SHORT : TOO_LONG;
  const country = !isInternational && countryCode && isSupportedCountry(countryCode) ? countryCode : null;
  if (!isInternational && country === null) return `needs the code of its country: ${HOW}`;
  const length = country
    ? validatePhoneNumberLength(digits, country)
    : validatePhoneNumberLength(`+${digits}`);
  if (length === 'TOO_SHORT') return TOO_SHORT;
  if (length === 'TOO_LONG') return TOO_LONG;
  const isOfACountry = country !== null || parsePhoneNumberFromString(`+${digits}`) !== undefined;
  if (!isOfACountry) return `begins with the code of no country: ${HOW}`;
  return 'has missing or wrong digits: its country has no such numbers';
}

/** @param number E.164 */
export function planOf(number: string): PhonePlan {
  if (GLOBAL_SERVICE.test(number)) return { countries: [], dearAs: 'global-service' };
  const parsed = parsePhoneNumberFromString(number);
  const countries = parsed?.country ? [parsed.country] : (parsed?.getPossibleCountries() ?? []);
  const type = parsed?.getType();
  const dear = { PREMIUM_RATE: 'premium-rate', SHARED_COST: 'shared-cost' } as const;
  return { countries, dearAs: type === 'PREMIUM_RATE' || type === 'SHARED_COST' ? dear[type] : null };
}

function read(text: string): Typed | null {
  const typed = plainNumber(text);
  return DIGITS.test(typed.digits) ? typed : null;
}

/** Without the marks between its digits; what is left may be no number. */
function plainNumber(text: string): Typed {
  const plain = plainCode(text).replace(/[()./]/g, '');
  const digits = plain.replace(/^(\+|00)/, '');
  return { digits, isInternational: digits !== plain };
}

/** @param number E.164, also of one that is not valid */
function valid(parsed: PhoneNumber | undefined, number: string): string | null {
  // The library takes German numbers of 16 digits, which E.164 does not have.
  if (parsed?.isValid() && DIGITS.test(parsed.number.slice(1))) return parsed.number;
  for (const [before, since] of OLD_PLANS) {
    if (!before.test(number)) continue;
    const today = number.replace(before, since);
    if (parsePhoneNumberFromString(today)?.isValid()) return today;
  }
  return null;
}
