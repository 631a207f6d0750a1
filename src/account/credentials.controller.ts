import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccountService } from '../identity/accounts/account.service.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import { CurrentAccount, requireProof } from '../identity/sessions/current-account.js';
import { CurrentSession, type CurrentHttpSession } from '../identity/sessions/http-sessions.js';
import { KeptBrowser } from '../identity/sessions/kept-browser.js';
import { refusedAt } from '../identity/sessions/form-refusal.js';
import { readForm } from '../platform/checks/form.js';
import { followUp } from '../platform/errors/outcome.js';
import { AccountPage } from '../platform/operations/declare.js';
import { pageErrors } from '../platform/pages/page-errors.js';
import { isReason, PASSWORD_REASONS, PasswordForm } from './account-forms.js';
import { byUser } from './by-user.js';
import { SECTIONS } from './account-frame.js';
import { OwnCredentials } from './own-credentials.js';
import { PasswordChange } from './password-change.js';
import { WaysIn } from './ways-in.js';

/** How a person signs in: shows it, and changes the password. */
@ApiExcludeController()
@Controller('account')
export class CredentialsController {
  constructor(
    private readonly own: OwnCredentials,
    private readonly passwords: PasswordChange,
    private readonly accounts: AccountService,
    private readonly ways: WaysIn,
    private readonly browser: KeptBrowser,
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
  @AccountPage('accountpassword', 'Changes the password; other browsers are signed out', {
    writes: true,
    isSensitive: { formOn: SECTIONS.signIn, needs: 'factor' },
  })
  async changePassword(
    @CurrentAccount() account: AccountInformationView,
    @CurrentSession() session: CurrentHttpSession,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { accountId } = account;
    const who = byUser(account, request);
    // The first one of an account takes what anything sensitive does; any other the one before (D295, ASVS 6.2.3).
    const isFirst = !(await this.ways.hasPassword(accountId));
    if (isFirst) requireProof(request, SECTIONS.signIn);
    const own = await this.accounts.wordsOf(accountId);
    const { values, problems } = await readForm(PasswordForm, request.body, { own, isFirst });
    response.status(400);
    const current = isFirst ? null : values.current;
    const { password: next, reason } = values;
    const remedy = isReason(reason) ? PASSWORD_REASONS[reason] : 'rotatePassword';
    const work =
      problems.length === 0
        ? this.passwords.change(who, { current, next, remedy }, this.browser.of(accountId, request))
        : this.passwords.verify(who, current);
    const errors = { ...pageErrors(problems), ...(await refusedAt(response, 'current', work)) };
    const isDone = Object.keys(errors).length === 0;
    if (isDone) {
      response.status(200);
      await followUp(this.passwords.noteKnown(session));
    }
    await followUp(
      this.own.show(account, request, response, { password: { isDone, values: { reason }, errors } }),
    );
  }
}
