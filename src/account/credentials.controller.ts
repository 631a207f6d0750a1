import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccountService } from '../identity/accounts/account.service.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import { CurrentAccount } from '../identity/sessions/current-account.js';
import { refusedAt } from '../identity/sessions/form-refusal.js';
import { sessionDigestOf } from '../identity/sessions/http-session.js';
import { readForm } from '../platform/checks/form.js';
import { followUp } from '../platform/errors/outcome.js';
import { AccountPage } from '../platform/operations/declare.js';
import { exchangeOf } from '../platform/operations/exchange.js';
import { pageErrors } from '../platform/pages/page-errors.js';
import { PasswordForm } from './account-forms.js';
import { OwnCredentials } from './own-credentials.js';
import { PasswordChange } from './password-change.js';

/** How a person signs in: shows it, and changes the password. */
@ApiExcludeController()
@Controller('account')
export class CredentialsController {
  constructor(
    private readonly own: OwnCredentials,
    private readonly passwords: PasswordChange,
    private readonly accounts: AccountService,
  ) {}

  @Get('sign-in')
  @AccountPage('accountcredentials', 'What an account signs in with')
  async show(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.own.show(account, request, response);
  }

  @Post('password')
  @AccountPage('accountpassword', 'Changes the password; other browsers are signed out', { writes: true })
  async changePassword(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { accountId } = account;
    const { address } = exchangeOf(request).origin;
    const who = { accountId, address, session: sessionDigestOf(request) };
    const own = await this.accounts.wordsOf(accountId);
    const { values, problems } = await readForm(PasswordForm, request.body, { own });
    response.status(400);
    const work =
      problems.length === 0
        ? this.passwords.change(who, values.current, values.password)
        : this.passwords.verify(who, values.current);
    const errors = { ...pageErrors(problems), ...(await refusedAt(response, 'current', work)) };
    const isDone = Object.keys(errors).length === 0;
    if (isDone) response.status(200);
    await followUp(this.own.show(account, request, response, { password: { isDone, errors } }));
  }
}
