import { Get, Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { asFile, html, seeOther, Shown, type Answering } from '../../platform/operations/shown.js';
import { CurrentOwnVisit, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { CurrentHttpSession } from '../../identity/sessions/current-session.js';
import { Outcomes } from '../../identity/mailed-links/outcomes.js';
import { followUp } from '../../platform/errors/outcome.js';
import { BINARY, HTML } from '../../platform/operations/answers.js';
import { AccountPage } from '../../platform/operations/declare.js';
import { attachedPreferences, readerOf } from '../../platform/pages/reader.js';
import { SECTIONS } from '../frame/account-frame.js';
import { byUser } from '../frame/by-user.js';
import type { FormOutcome } from '../frame/form-outcome.js';
import { dataPage } from './data.page.js';
import { OwnData } from './own-data.js';
import { OwnDeletion } from './own-deletion.js';

const ZIP = 'application/zip';
const FORM = { formOn: SECTIONS.data };

/** A person's data: its download as one file, and the deletion of the account (D237). */
@AccountPages('account/data')
export class DataController {
  constructor(
    private readonly data: OwnData,
    private readonly deletion: OwnDeletion,
    private readonly outcomes: Outcomes,
  ) {}

  @Get()
  @AccountPage('accountdata', "What is done with all of an account's data")
  show(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    return this.page(visit);
  }

  @Post('download')
  @AccountPage('accountdownload', 'Everything that is kept about an account, in one ZIP file', {
    writes: true,
    isSensitive: FORM,
    answers: { 200: { ...HTML, [ZIP]: BINARY } },
  })
  async download(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    await this.data.record(byUser(visit));
    const archive = await this.data.archive(visit.account.accountId, readerOf(visit));
    return new Shown(ZIP, archive, { headers: asFile('account.zip') });
  }

  @Post('delete')
  @AccountPage('accountdelete', 'Deletes the account in seven days; signs everything out at once', {
    writes: true,
    isSensitive: { ...FORM, needs: 'again' },
  })
  async delete(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const outcome = await this.deletion.ask(byUser(visit));
    if (outcome === null) return seeOther('/sign-in');
    if (typeof outcome === 'string') {
      return this.page(visit, { isDone: false, errors: { form: outcome } }, { status: 400 });
    }
    await followUp(new CurrentHttpSession(visit.exchange).end());
    return this.outcomes.tell('data.asked', { at: outcome.toISOString() }, attachedPreferences(visit));
  }

  private async page(visit: OwnVisit, deletion?: FormOutcome, answering?: Answering): Promise<Shown> {
    const families = await this.deletion.familiesBefore(visit.account.accountId);
    const reader = readerOf(visit, { path: SECTIONS.data });
    return html(dataPage(reader, { families, deletion }), answering);
  }
}
