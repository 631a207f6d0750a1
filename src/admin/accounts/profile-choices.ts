import { countryCodes, languageCodes } from '../../identity/accounts/profile-rules.js';

type Options = readonly (readonly [value: string, text: string])[];

const NONE = ['', 'Not given'] as const;
const NAMES = {
  region: new Intl.DisplayNames('en', { type: 'region' }),
  language: new Intl.DisplayNames('en', { type: 'language' }),
};

/** The choices of the profile's fields, by name. The values are the stored codes. */
export const PROFILE_CHOICES: Readonly<Record<'countryCode' | 'locale', Options>> = {
  countryCode: [NONE, ...named(countryCodes(), 'region')],
  locale: [NONE, ...named(languageCodes(), 'language')],
};

/** "Germany (DE)"; null: not given. */
export function countryName(code: string | null): string | null {
  return textOf(PROFILE_CHOICES.countryCode, code);
}

export function languageName(code: string | null): string | null {
  return textOf(PROFILE_CHOICES.locale, code);
}

function textOf(options: Options, code: string | null): string | null {
  if (code === null) return null;
  return options.find(([value]) => value === code)?.[1] ?? code;
}

function named(codes: readonly string[], kind: keyof typeof NAMES): Options {
  const texts = codes.map((code) => [code, `${NAMES[kind].of(code) ?? code} (${code})`] as const);
  return texts.sort(([, one], [, other]) => one.localeCompare(other, 'en'));
}
