import { Get, Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { asFile, html, seeOther, Shown } from '../../platform/operations/shown.js';
import type { Visit } from '../../platform/operations/visit.js';
import { CurrentOwnVisit, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { CurrentHttpSession } from '../../identity/sessions/http-sessions.js';
import { followUp } from '../../platform/errors/outcome.js';
import { BINARY, HTML } from '../../platform/operations/answers.js';
import { AccountPage } from '../../platform/operations/declare.js';
import { readerOf, type Reader } from '../../platform/pages/reader.js';
import { SECTIONS } from '../frame/account-frame.js';
import { byUser } from '../frame/by-user.js';
import { dataPage, deletionAskedPage } from './data.page.js';
import { OwnData } from './own-data.js';
import { OwnDeletion } from './own-deletion.js';

const ZIP = 'application/zip';
const FORM = { formOn: SECTIONS.data };

/** A person's data: all of it in one file, and the end of the account (D237). */
@AccountPages('account/data')
export class DataController {
  constructor(
    private readonly data: OwnData,
    private readonly deletion: OwnDeletion,
  ) {}

  @Get()
  @AccountPage('accountdata', "What is done with all of an account's data")
  show(@CurrentOwnVisit() visit: OwnVisit): Shown {
    return html(dataPage(readerAt(visit)));
  }

  @Post('download')
  @AccountPage('accountdownload', 'Everything that is kept about an account, in one ZIP file', {
    writes: true,
    isSensitive: FORM,
    answers: { 200: { ...HTML, [ZIP]: BINARY } },
  })
  async download(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    await this.data.record(byUser(visit));
    return new Shown(ZIP, await this.data.archive(visit.account.accountId), { headers: asFile('account.zip') });
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
      const page = dataPage(readerAt(visit), { isDone: false, errors: { form: outcome } });
      return html(page, { status: 400 });
    }
    await followUp(new CurrentHttpSession(visit.exchange).end());
    return html(deletionAskedPage(readerOf(visit, { path: '/sign-in' }), outcome));
  }
}

function readerAt(visit: Visit): Reader {
  return readerOf(visit, { path: SECTIONS.data });
}
