import type { Reader } from './reader.js';
import { LANGUAGES, textsIn, type Language } from './texts/texts.js';

/** Every language under its own name; choosing one shows the same page in it (D235). */
export function LanguageSwitch({ reader }: { readonly reader: Reader }) {
  const t = textsIn(reader.language);
  return (
    <form method="post" action="/language" class="plain languages">
      <input type="hidden" name="next" value={reader.path} />
      <fieldset>
        <legend class="unseen">{t('languages')}</legend>
        {LANGUAGES.map((code) =>
          code === reader.language ? (
            <strong key={code} aria-current="true">
              {nameOf(code)}
            </strong>
          ) : (
            <button key={code} type="submit" name="language" value={code} lang={code} class="as-link">
              {nameOf(code)}
            </button>
          ),
        )}
      </fieldset>
    </form>
  );
}

/** A language as those who speak it write it, with a capital as the first word of its line. */
function nameOf(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) as string;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
