import { Controller, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { pipeline } from 'node:stream/promises';
import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import { CurrentAccount } from '../../identity/sessions/current-account.js';
import { CurrentSession, type CurrentHttpSession } from '../../identity/sessions/http-sessions.js';
import { followUp } from '../../platform/errors/outcome.js';
import { BINARY, HTML } from '../../platform/operations/answers.js';
import { AccountPage } from '../../platform/operations/declare.js';
import { readerOf, type Reader } from '../../platform/pages/reader.js';
import { SECTIONS } from '../account-frame.js';
import { byUser } from '../by-user.js';
import { dataPage, deletionAskedPage } from './data.page.js';
import { OwnData } from './own-data.js';
import { OwnDeletion } from './own-deletion.js';

const ZIP = 'application/zip';
const FORM = { formOn: SECTIONS.data };

/** A person's data: all of it in one file, and the end of the account (D237). */
@ApiExcludeController()
@Controller('account/data')
export class DataController {
  constructor(
    private readonly data: OwnData,
    private readonly deletion: OwnDeletion,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @AccountPage('accountdata', "What is done with all of an account's data")
  show(@Req() request: Request): string {
    return dataPage(readerAt(request));
  }

  @Post('download')
  @AccountPage('accountdownload', 'Everything that is kept about an account, in one ZIP file', {
    writes: true,
    isSensitive: FORM,
    answers: { 200: { ...HTML, [ZIP]: BINARY } },
  })
  async download(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.data.record(byUser(account, request));
    response.status(200).type(ZIP).set('Content-Disposition', 'attachment; filename="account.zip"');
    // A reader who disconnects is no error; after one of the database the answer is cut, and the file is incomplete.
    await pipeline(await this.data.archive(account.accountId), response).catch(() => undefined);
  }

  @Post('delete')
  @AccountPage('accountdelete', 'Deletes the account in seven days; signs everything out at once', {
    writes: true,
    isSensitive: { ...FORM, needs: 'again' },
  })
  async delete(
    @CurrentAccount() account: AccountInformationView,
    @CurrentSession() session: CurrentHttpSession,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const outcome = await this.deletion.ask(byUser(account, request));
    if (outcome === null) return response.redirect(303, '/sign-in');
    if (typeof outcome === 'string') {
      const page = dataPage(readerAt(request), { isDone: false, errors: { form: outcome } });
      response.status(400).type('html').send(page);
      return;
    }
    await followUp(session.end());
    const page = deletionAskedPage(readerOf(request, { path: '/sign-in' }), outcome);
    response.status(200).type('html').send(page);
  }
}

function readerAt(request: Request): Reader {
  return readerOf(request, { path: SECTIONS.data });
}
