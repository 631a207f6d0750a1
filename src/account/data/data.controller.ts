import { Get, Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { asFile, html, seeOther, Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import { CurrentAccount } from '../../identity/sessions/current-account.js';
import { CurrentSession, type CurrentHttpSession } from '../../identity/sessions/http-sessions.js';
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
  show(@CurrentVisit() visit: Visit): Shown {
    return html(dataPage(readerAt(visit)));
  }

  @Post('download')
  @AccountPage('accountdownload', 'Everything that is kept about an account, in one ZIP file', {
    writes: true,
    isSensitive: FORM,
    answers: { 200: { ...HTML, [ZIP]: BINARY } },
  })
  async download(
    @CurrentAccount() account: AccountInformationView,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    await this.data.record(byUser(account, visit));
    return new Shown(ZIP, await this.data.archive(account.accountId), { headers: asFile('account.zip') });
  }

  @Post('delete')
  @AccountPage('accountdelete', 'Deletes the account in seven days; signs everything out at once', {
    writes: true,
    isSensitive: { ...FORM, needs: 'again' },
  })
  async delete(
    @CurrentAccount() account: AccountInformationView,
    @CurrentSession() session: CurrentHttpSession,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const outcome = await this.deletion.ask(byUser(account, visit));
    if (outcome === null) return seeOther('/sign-in');
    if (typeof outcome === 'string') {
      const page = dataPage(readerAt(visit), { isDone: false, errors: { form: outcome } });
      return html(page, { status: 400 });
    }
    await followUp(session.end());
    return html(deletionAskedPage(readerOf(visit, { path: '/sign-in' }), outcome));
  }
}

function readerAt(visit: Visit): Reader {
  return readerOf(visit, { path: SECTIONS.data });
}
