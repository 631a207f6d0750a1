import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccountService } from '../identity/accounts/account.service.js';
import { ProfileService } from '../identity/accounts/profile.service.js';
import { AccountPage } from '../platform/operations/declare.js';
import { exchangeOf } from '../platform/operations/exchange.js';
import { followUp } from '../platform/errors/outcome.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import { CurrentAccount } from '../identity/sessions/current-account.js';
import { sessionDigestOf } from '../identity/sessions/http-session.js';
import { OwnAccount } from './own-account.js';
import { PasswordChange } from './password-change.js';
import { refusedAt } from '../identity/sessions/form-refusal.js';
import { readForm } from '../platform/checks/form.js';
import { pageErrors } from '../platform/pages/page-errors.js';
import { PasswordForm, ProfileForm } from './account-forms.js';

/** A person's own account: profile and password. */
@ApiExcludeController()
@Controller('account')
export class AccountController {
  constructor(
    private readonly own: OwnAccount,
    private readonly profiles: ProfileService,
    private readonly passwords: PasswordChange,
    private readonly accounts: AccountService,
  ) {}

  @Get()
  @AccountPage('account', 'The account of who is signed in')
  async show(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.own.show(account, request, response);
  }

  @Post('profile')
  @AccountPage('accountprofile', 'Changes name, country and language', { writes: true })
  async changeProfile(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { values, problems } = await readForm(ProfileForm, request.body);
    const isDone = problems.length === 0;
    if (isDone) await this.profiles.change(account.accountId, values, exchangeOf(request).origin.address);
    response.status(isDone ? 200 : 400);
    const profile = { isDone, values, errors: pageErrors(problems) };
    await followUp(this.own.show(account, request, response, { profile }));
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
    const password = { isDone, errors };
    await followUp(this.own.show(account, request, response, { password }));
  }
}
