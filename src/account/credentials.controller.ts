import { Get, Post } from '@nestjs/common';
import { AccountPages } from '../platform/operations/controllers.js';
import type { Shown } from '../platform/operations/shown.js';
import { AccountService } from '../identity/accounts/account.service.js';
import { CurrentOwnVisit, requireProof, type OwnVisit } from '../identity/sessions/own-visit.js';
import { KeptBrowser } from '../identity/sessions/kept-browser.js';
import { attemptAt } from '../identity/sessions/form-refusal.js';
import { readForm } from '../platform/checks/form.js';
import { followUp } from '../platform/errors/outcome.js';
import { AccountPage } from '../platform/operations/declare.js';
import { pageErrors } from '../platform/pages/page-errors.js';
import { isReason, PASSWORD_REASONS, PasswordForm } from './account-forms.js';
import { byUser } from './frame/by-user.js';
import { SECTIONS } from './frame/account-frame.js';
import { OwnCredentials } from './own-credentials.js';
import { PasswordChange } from './password-change.js';
import { WaysIn } from './ways/ways-in.js';

/** How a person signs in: shows it, and changes the password. */
@AccountPages('account')
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
  async show(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    return this.own.show(visit);
  }

  @Post('password')
  @AccountPage('accountpassword', 'Changes the password; other browsers are signed out', {
    writes: true,
    isSensitive: { formOn: SECTIONS.signIn, needs: 'factor' },
  })
  async changePassword(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const { accountId } = visit.account;
    const who = byUser(visit);
    // The first one of an account takes what anything sensitive does; any other the one before (D295, ASVS 6.2.3).
    const isFirst = !(await this.ways.hasPassword(accountId));
    if (isFirst) requireProof(visit, SECTIONS.signIn);
    const own = await this.accounts.wordsOf(accountId);
    const { values, problems } = await readForm(PasswordForm, visit.body, { own, isFirst });
    const current = isFirst ? null : values.current;
    const { password: next, reason } = values;
    const remedy = isReason(reason) ? PASSWORD_REASONS[reason] : 'rotatePassword';
    const work =
      problems.length === 0
        ? this.passwords.change(who, { current, next, remedy }, this.browser.of(visit))
        : this.passwords.verify(who, current);
    const { answering, ...outcome } = await attemptAt('current', work, pageErrors(problems));
    if (outcome.isDone) await followUp(this.passwords.noteKnown(visit));
    const password = { ...outcome, values: { reason } };
    return followUp(this.own.show(visit, { password }, answering));
  }
}
