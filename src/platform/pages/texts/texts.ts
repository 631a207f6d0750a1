import i18next, { type TFunction } from 'i18next';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

/** All languages with their texts; a new language is added here. Missing texts are shown in English. */
export const TEXTS = { en, fr, de, es, it, nl, pt, pl };
/** Every text has its key in English. */
export type Texts = typeof en;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts };
  }
}

type KeysOf<T> = {
  [Key in keyof T & string]: T[Key] extends string
    ? Key extends `${string}_${'one' | 'other'}`
      ? never
      : Key
    : `${Key}.${KeysOf<T[Key]>}`;
}[keyof T & string];

/** The key of a text without a number, for computed keys; the compiler checks literal keys. */
export type TextKey = KeysOf<Texts>;
export type Language = keyof typeof TEXTS;
export const LANGUAGES = Object.keys(TEXTS) as readonly Language[];

/** "… as Anna K.. Then …": where a name ends in a point, the sentence has it already. */
const ONE_POINT = {
  type: 'postProcessor',
  name: 'onePoint',
  process: (text: string) => text.replace(/(?<![.])[.]{2}(?=\s|$)/g, '.'),
} as const;

const translations = i18next.createInstance().use(ONE_POINT);
void translations.init({
  initAsync: false, // the texts are loaded already
  resources: Object.fromEntries(
    Object.entries(TEXTS).map(([language, texts]) => [language, { translation: texts }]),
  ),
  fallbackLng: 'en',
  supportedLngs: LANGUAGES,
  postProcess: ONE_POINT.name,
  interpolation: { escapeValue: false }, // the components escape
  missingInterpolationHandler: (_text: string, [placeholder]: RegExpExecArray) => placeholder, // not a gap, which nobody sees
});

/** Returns the texts of one language; missing ones are in English (D26). */
export function textsIn(language: Language): TFunction {
  return translations.getFixedT(language);
}

/** The language of a message to an account. */
export function languageOf(locale: string | null): Language {
  return LANGUAGES.find((language) => language === locale) ?? 'en';
}

/** The language of a page: the browser's first one with a translation, else the account's (RFC 9110 §12.5.4). */
export function languageFor(acceptLanguage: string | undefined, locale: string | null): Language {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((range) => {
      const [tag, quality] = range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q\s*=\s*/);
      return { primary: tag.split(/[-_]/)[0], quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { primary } of wanted) {
    const known = LANGUAGES.find((language) => language === primary);
    if (known) return known;
  }
  return languageOf(locale);
}
