import countries from 'i18n-iso-countries/index.js'; // without the names in every language, which the package's main file loads
import languages from 'iso-639-1';
import { PRINTABLE } from '../../platform/operations/text-rules.js';
import { knownTimeZone } from '../../platform/pages/time-zones.js';

export const LONGEST_NAME = 255;
/** A code of two letters (§8); script and region may follow (RFC 5646). */
const TAG = /^([a-z]{2})(?:[-_][a-z\d]{1,8})*$/;
/** The length that RFC 5646 §4.4.1 recommends to support. */
export const LONGEST_TAG = 35;

/** The part of a profile that others may give too. */
export interface AccountProfile {
  readonly name: string;
  /** ISO 3166-1 alpha-2; null: not given. */
  readonly countryCode: string | null;
  /** ISO 639-1, the language of messages to the person. */
  readonly locale: string | null;
}

/** The profile that a person edits. */
export interface OwnProfile extends AccountProfile {
  /** A name of IANA; null: the country decides. */
  readonly timeZone: string | null;
}

type GivenProfile = Pick<AccountProfile, 'name'> & Partial<AccountProfile>;

/** The problem of a person's name; keys of the texts under `errors`. */
export function problemWithName(name: string): 'nameRequired' | 'nameTooLong' | null {
  if (!PRINTABLE.regex.test(name)) return 'nameRequired';
  return name.length > LONGEST_NAME ? 'nameTooLong' : null;
}

/** ISO 3166-1 alpha-2, in any case (D30). */
export function isCountryCode(text: string): boolean {
  return text.length === 2 && countries.isValid(text.toUpperCase());
}

/**
 * The language of ISO 639-1 that a language tag begins with, by its present code: `he` for `iw`, `pt` for `pt-BR` or `pt_BR`;
 * null: there is none (D30, D376).
 */
export function localeOf(tag: string): string | null {
  const code = TAG.exec(tag.toLowerCase())?.[1];
  if (code === undefined) return null;
  const language = languages.validate(code) ? code : new Intl.Locale(code).language;
  return languages.validate(language) ? language : null;
}

export function isTimeZone(name: string): boolean {
  return knownTimeZone(name) !== null;
}

/** A profile as it is stored, with its codes in their usual case; null: not given. */
export function storedProfile({ name, countryCode, locale }: GivenProfile): AccountProfile {
  return {
    name,
    countryCode: countryCode?.toUpperCase() ?? null,
    locale: storedLocale(locale),
  };
}

/** A language tag that was checked, as it is stored; null: not given. */
export function storedLocale(tag: string | null | undefined): string | null {
  return tag === null || tag === undefined ? null : localeOf(tag);
}

/** All country codes, in upper case. */
export function countryCodes(): string[] {
  return Object.keys(countries.getAlpha2Codes());
}

/** All language codes, in lower case. */
export function languageCodes(): string[] {
  return languages.getAllCodes();
}
