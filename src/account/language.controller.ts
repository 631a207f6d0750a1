import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { FormField, readForm } from '../platform/checks/form.js';
import { PageRule, pageErrors } from '../platform/pages/page-errors.js';
import { OpenPage } from '../platform/operations/declare.js';
import { exchangeOf } from '../platform/operations/exchange.js';
import { LANGUAGE_COOKIE, wayBack } from '../platform/pages/reader.js';
import { LANGUAGES } from '../platform/pages/texts/texts.js';
import { DAY } from '../platform/security/clock.js';

const OPTIONS = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 365 * DAY } as const;

class LanguageForm {
  @FormField()
  @PageRule((code) => (LANGUAGES.some((language) => language === code) ? null : 'chooseFromList'))
  language!: string;

  @FormField(wayBack)
  next!: string;
}

/** The language of the pages in this browser, chosen at the foot of each (D235). */
@ApiExcludeController()
@Controller('language')
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
  async choose(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { values, problems } = await readForm(LanguageForm, request.body);
    const { isEncrypted: secure } = exchangeOf(request).origin;
    if (pageErrors(problems).language === undefined)
      response.cookie(LANGUAGE_COOKIE, values.language, { ...OPTIONS, secure });
    response.set('Cache-Control', 'no-store').redirect(303, values.next);
  }
}
