import { Post } from '@nestjs/common';
import { OpenPages } from '../platform/operations/controllers.js';
import { seeOther, type Shown } from '../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../platform/operations/visit.js';
import { OpenPage } from '../platform/operations/declare.js';
import { chosenLanguage, keepLanguage } from './chosen-language.js';

/** The language of the pages in this browser, chosen at the foot of each page outside of an account (D235). */
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
    const { language, next } = await chosenLanguage(visit);
    if (language !== null) keepLanguage(visit, language);
    return seeOther(next);
  }
}
