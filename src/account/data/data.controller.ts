import { Controller, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { pipeline } from 'node:stream/promises';
import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import { CurrentAccount } from '../../identity/sessions/current-account.js';
import { refusedAt } from '../../identity/sessions/form-refusal.js';
import { CurrentSession, type CurrentHttpSession } from '../../identity/sessions/http-session.js';
import { readForm } from '../../platform/checks/form.js';
import { followUp } from '../../platform/errors/outcome.js';
import { BINARY, HTML } from '../../platform/operations/answers.js';
import { AccountPage } from '../../platform/operations/declare.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { readerOf, type Reader } from '../../platform/pages/reader.js';
import { ProofForm } from '../account-forms.js';
import { SECTIONS } from '../account-frame.js';
import type { Proof } from '../own-identifiers.service.js';
import { dataPage, deletionAskedPage } from './data.page.js';
import { OwnData } from './own-data.js';
import { OwnDeletion } from './own-deletion.js';

const ZIP = 'application/zip';

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
    answers: { 200: { ...HTML, [ZIP]: BINARY } },
  })
  async download(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const proof = await proofOf(account, request);
    response.status(400);
    const errors = await refusedAt(response, 'current', this.data.prove(proof));
    if (errors.current !== undefined) {
      response.type('html').send(dataPage(readerAt(request), { download: { isDone: false, errors } }));
      return;
    }
    response.status(200).type(ZIP).set('Content-Disposition', 'attachment; filename="account.zip"');
    // A reader who disconnects is no error; after one of the database the answer is cut, and the file is incomplete.
    await pipeline(await this.data.archive(account.accountId), response).catch(() => undefined);
  }

  @Post('delete')
  @AccountPage('accountdelete', 'Deletes the account in seven days; signs everything out at once', { writes: true })
  async delete(
    @CurrentAccount() account: AccountInformationView,
    @CurrentSession() session: CurrentHttpSession,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const proof = await proofOf(account, request);
    response.status(400);
    let deletesAt: Date | null = null;
    const work = this.deletion.ask(proof).then((outcome) => {
      if (typeof outcome === 'string') return { current: outcome };
      deletesAt = outcome;
      return {};
    });
    const errors = await refusedAt(response, 'current', work);
    response.type('html');
    if (deletesAt === null) {
      response.send(dataPage(readerAt(request), { deletion: { isDone: false, errors } }));
      return;
    }
    await followUp(session.end());
    response.status(200).send(deletionAskedPage(readerOf(request, { path: '/sign-in' }), deletesAt));
  }
}

function readerAt(request: Request): Reader {
  return readerOf(request, { path: SECTIONS.data });
}

async function proofOf({ accountId }: AccountInformationView, request: Request): Promise<Proof> {
  const { current: password } = (await readForm(ProofForm, request.body)).values;
  return { accountId, password, address: exchangeOf(request).origin.address };
}
