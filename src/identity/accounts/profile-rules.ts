import countries from 'i18n-iso-countries/index.js'; // without the names in every language, which the package's main file loads
import languages from 'iso-639-1';
import { PRINTABLE } from '../../platform/operations/text-rules.js';

const MAX_NAME_LENGTH = 255;

/** The problem of a person's name; keys of the texts under `errors`. */
export function problemWithName(name: string): 'nameRequired' | 'nameTooLong' | null {
  if (!PRINTABLE.regex.test(name)) return 'nameRequired';
  return name.length > MAX_NAME_LENGTH ? 'nameTooLong' : null;
}

/** ISO 3166-1 alpha-2, in any case (D30). */
export function isCountryCode(text: string): boolean {
  return text.length === 2 && countries.isValid(text.toUpperCase());
}

/** ISO 639-1, in any case (D30). */
export function isLocale(text: string): boolean {
  return languages.validate(text.toLowerCase());
}

/** All of them, in upper case. */
export function countryCodes(): string[] {
  return Object.keys(countries.getAlpha2Codes());
}
