import { FormField, readForm } from '../platform/checks/form.js';
import type { Visit } from '../platform/operations/visit.js';
import { PageRule, pageErrors } from '../platform/pages/page-errors.js';
import { LANGUAGE_COOKIE, wayBack } from '../platform/pages/reader.js';
import { LANGUAGES } from '../platform/pages/texts/texts.js';
import { DAY } from '../platform/security/clock.js';

/** The form at the foot of each page. */
class LanguageForm {
  @FormField()
  @PageRule((code) => (LANGUAGES.some((language) => language === code) ? null : 'chooseFromList'))
  language!: string;

  @FormField(wayBack)
  next!: string;
}

interface ChosenLanguage {
  /** null: it is none of ours. */
  readonly language: string | null;
  /** The page that the form was on, of this server. */
  readonly next: string;
}

/** Reads the form at the foot of a page. */
export async function chosenLanguage(visit: Visit): Promise<ChosenLanguage> {
  const { values, problems } = await readForm(LanguageForm, visit.body);
  return {
    language: pageErrors(problems).language === undefined ? values.language : null,
    next: values.next,
  };
}

/** Shows the pages of this browser in a language for a year. */
export function keepLanguage(visit: Visit, language: string): void {
  visit.setCookie(LANGUAGE_COOKIE, language, { keptMs: 365 * DAY });
}
