import { Get, Post } from '@nestjs/common';
import { AccountPages } from '../platform/operations/controllers.js';
import { seeOther, type Shown } from '../platform/operations/shown.js';
import { AccountService } from '../identity/accounts/account.service.js';
import { CurrentOwnVisit, requireProof, type OwnVisit } from '../identity/sessions/own-visit.js';
import { keptBrowserOf } from '../identity/sessions/kept-browser.js';
import { attemptAt } from '../identity/sessions/form-refusal.js';
import { Proofs } from '../identity/sessions/proofs.js';
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

/** Shows the sign-in methods of a person, and changes the password. */
@AccountPages('account')
export class CredentialsController {
  constructor(
    private readonly own: OwnCredentials,
    private readonly passwords: PasswordChange,
    private readonly accounts: AccountService,
    private readonly ways: WaysIn,
    private readonly proofs: Proofs,
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
    // The first password needs the proof of any sensitive act, any other the current password (D295, ASVS 6.2.3).
    const isFirst = !(await this.ways.hasPassword(accountId));
    if (isFirst) requireProof(visit, SECTIONS.signIn);
    const own = await this.accounts.wordsOf(accountId);
    const { values, problems } = await readForm(PasswordForm, visit.body, { own, isFirst });
    const current = isFirst ? null : values.current;
    const { password: next, reason } = values;
    const remedy = isReason(reason) ? PASSWORD_REASONS[reason] : 'rotatePassword';
    const work =
      problems.length === 0
        ? this.passwords.change(who, { current, next, remedy }, keptBrowserOf(visit))
        : this.passwords.verify(who, current);
    const { answering, ...outcome } = await attemptAt('current', work, pageErrors(problems));
    if (!outcome.isDone)
      return this.own.show(visit, { password: { ...outcome, values: { reason } } }, answering);
    await followUp(this.proofs.show(visit, 'password')); // the person who chose it knows it
    const done = remedy === 'replacePassword' ? 'replaced' : 'changed';
    return seeOther(`${SECTIONS.signIn}?done=${done}#password-section`);
  }
}
