import { Get } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { readerOf } from '../../platform/pages/reader.js';
import { notePage } from './note.page.js';
import { OUTCOME_PAGE, Outcomes } from './outcomes.js';

/** The page that tells the outcome of a form to a browser that need not be signed in (D386). */
@OpenPages(OUTCOME_PAGE)
export class OutcomeController {
  constructor(private readonly outcomes: Outcomes) {}

  @Get()
  @OpenPage('outcome', 'Tells what a form did', {
    because:
      'Only the server makes its address, for the browser that sent the form, and it is open for ten minutes.',
    keepsOpener: true,
  })
  show(@CurrentVisit() visit: Visit): Shown {
    const note = this.outcomes.noteOf(visit);
    if (note === null) return seeOther('/');
    return html(notePage(readerOf(visit, { of: note.reads }), note.key, note.facts));
  }
}
