import { Controller, Get, Header, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PasswordVerifier } from '../identity/accounts/password-verifier.js';
import { PASSWORD_ACR, rankOf } from '../identity/sessions/acr.js';
import { CurrentAccount } from '../identity/sessions/current-account.js';
import { refusedAt } from '../identity/sessions/form-refusal.js';
import { CurrentSession, type CurrentHttpSession } from '../identity/sessions/http-session.js';
import { SignIn } from '../identity/sessions/sign-in.js';
import { StrongerSignIns } from '../identity/sessions/stronger-sign-ins.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import { readForm } from '../platform/checks/form.js';
import { followUp } from '../platform/errors/outcome.js';
import { AccountPage } from '../platform/operations/declare.js';
import { exchangeOf } from '../platform/operations/exchange.js';
import { pageIn } from '../platform/pages/sign-in-path.js';
import { readerOf } from '../platform/pages/reader.js';
import type { ErrorKey } from '../platform/pages/page-errors.js';
import { Clock } from '../platform/security/clock.js';
import { ProofForm } from './account-forms.js';
import { proofPage } from './proof.page.js';

/** Where who is signed in shows again that it is them, before something sensitive (D253). */
@ApiExcludeController()
@Controller('confirm')
export class ProofController {
  constructor(
    private readonly passwords: PasswordVerifier,
    private readonly stronger: StrongerSignIns,
    private readonly signIn: SignIn,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @AccountPage('accountconfirm', 'Asks who is signed in to show it again')
  ask(
    @CurrentAccount() account: AccountInformationView,
    @Query('next') next: unknown,
    @Req() request: Request,
  ): Promise<string> {
    return this.page(account, next, request);
  }

  @Post()
  @AccountPage('accountconfirmed', 'Takes the password again, and goes on', { writes: true })
  async byPassword(
    @CurrentAccount() account: AccountInformationView,
    @CurrentSession() session: CurrentHttpSession,
    @Query('next') next: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { current } = (await readForm(ProofForm, request.body)).values;
    const { address } = exchangeOf(request).origin;
    const work = this.passwords.verifyAgain(account.accountId, current, address);
    const { current: error } = await refusedAt(response, 'current', work);
    if (error === undefined) {
      await followUp(session.prove(this.clock.now()));
      return response.redirect(303, pageIn(next));
    }
    response.type('html').send(await followUp(this.page(account, next, request, error)));
  }

  @Post('second')
  @AccountPage('accountconfirmsecond', 'Leads to the second factor in place of the password', {
    writes: true,
  })
  async bySecond(
    @Query('next') next: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const who = await this.signIn.current(request, response);
    const on = { next: pageIn(next) };
    const isThere = who !== null && (await this.hasSecond(who));
    response.redirect(303, isThere ? await this.stronger.ask(who, on, request, response) : on.next);
  }

  private async page(
    account: AccountInformationView,
    next: unknown,
    request: Request,
    error?: ErrorKey,
  ): Promise<string> {
    const { name, identifiers } = account;
    const hasSecond = await this.hasSecond(account);
    const page = { next: pageIn(next), name, username: identifiers[0]?.value ?? '', hasSecond, error };
    return proofPage(readerOf(request), page);
  }

  private async hasSecond({ accountId }: Pick<AccountInformationView, 'accountId'>): Promise<boolean> {
    return rankOf(await this.stronger.reachOf(accountId)) > rankOf(PASSWORD_ACR);
  }
}
