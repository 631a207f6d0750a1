import { Post } from '@nestjs/common';
import { OpenPages } from '../platform/operations/controllers.js';
import { seeOther, type Shown } from '../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../platform/operations/visit.js';
import { FormField, readForm } from '../platform/checks/form.js';
import { PageRule, pageErrors } from '../platform/pages/page-errors.js';
import { OpenPage } from '../platform/operations/declare.js';
import { LANGUAGE_COOKIE, wayBack } from '../platform/pages/reader.js';
import { LANGUAGES } from '../platform/pages/texts/texts.js';
import { DAY } from '../platform/security/clock.js';

class LanguageForm {
  @FormField()
  @PageRule((code) => (LANGUAGES.some((language) => language === code) ? null : 'chooseFromList'))
  language!: string;

  @FormField(wayBack)
  next!: string;
}

/** The language of the pages in this browser, chosen at the foot of each (D235). */
@OpenPages('language')
export class LanguageController {
  @Post()
  @OpenPage('language', 'Shows the pages in another language', {
    because: 'It changes nothing but the language of the pages in this browser.',
    writes: true,
    foreign: {
      allows: 'an unnamed origin',
      because: 'Pages behind mailed links send no origin, and a language harms nobody.',
    },
    keepsOpener: true,
  })
  async choose(@CurrentVisit() visit: Visit): Promise<Shown> {
    const { values, problems } = await readForm(LanguageForm, visit.body);
    if (pageErrors(problems).language === undefined)
      visit.setCookie(LANGUAGE_COOKIE, values.language, { keptMs: 365 * DAY });
    return seeOther(values.next);
  }
}
