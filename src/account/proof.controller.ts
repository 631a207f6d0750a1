import { Get, Post, Query } from '@nestjs/common';
import { AccountPages } from '../platform/operations/controllers.js';
import { html, seeOther, type Answering, type Shown } from '../platform/operations/shown.js';
import { PasswordVerifier } from '../identity/passwords/password-verifier.js';
import type { FirstStep, Method } from '../identity/sessions/authentication.js';
import { CurrentOwnVisit, type OwnVisit } from '../identity/sessions/own-visit.js';
import { refusalOf } from '../identity/sessions/form-refusal.js';
import { SecondFactor } from '../identity/sessions/second-factor.js';
import { Proofs } from '../identity/sessions/proofs.js';
import { SignIn } from '../identity/sessions/sign-in.js';
import { readForm } from '../platform/checks/form.js';
import { followUp } from '../platform/errors/outcome.js';
import { AccountPage } from '../platform/operations/declare.js';
import { pageIn, signInPath } from '../platform/pages/sign-in-path.js';
import { readerOf } from '../platform/pages/reader.js';
import { ProofForm } from './account-forms.js';
import { factorErrorOf } from './factors/factor-error.js';
import { proofPage, type ProofProps } from './proof.page.js';
import { WaysIn } from './ways/ways-in.js';

/** Asks a signed-in person for a new proof of identity before a sensitive act (D253). */
@AccountPages('confirm')
export class ProofController {
  constructor(
    private readonly passwords: PasswordVerifier,
    private readonly given: SecondFactor,
    private readonly ways: WaysIn,
    private readonly signIn: SignIn,
    private readonly proofs: Proofs,
  ) {}

  @Get()
  @AccountPage('accountconfirm', 'Asks who is signed in to show it again', { keepsOpener: true })
  ask(@CurrentOwnVisit() visit: OwnVisit, @Query('next') next: unknown): Promise<Shown> {
    return this.page(visit, next);
  }

  @Post()
  @AccountPage('accountconfirmed', 'Takes the password again, and goes on', {
    writes: true,
    isProof: true,
    keepsOpener: true,
  })
  async byPassword(@CurrentOwnVisit() visit: OwnVisit, @Query('next') next: unknown): Promise<Shown> {
    const { current } = (await readForm(ProofForm, visit.body)).values;
    const { accountId } = visit.account;
    let mark: FirstStep['mark'];
    try {
      ({ mark } = await this.passwords.verifyAgain(accountId, current, visit.address));
    } catch (cause) {
      const { key, ...answering } = refusalOf(cause);
      return followUp(this.page(visit, next, { field: 'current', key }, answering));
    }
    const page = pageIn(next);
    if (await followUp(this.proofs.show(visit, 'password'))) return seeOther(page);
    // A second click on the button, or the session ended meanwhile: the password signs in as on any page.
    const who = { accountId, methods: ['password'], mark } as const;
    const outcome = await followUp(this.signIn.proceed(who, { next: page }, visit));
    return seeOther('step' in outcome ? outcome.step : page);
  }

  @Post('factor')
  @AccountPage('accountconfirmedfactor', 'Takes a second factor in place of the password, and goes on', {
    writes: true,
    isProof: true,
    keepsOpener: true,
  })
  async byFactor(@CurrentOwnVisit() visit: OwnVisit, @Query('next') next: unknown): Promise<Shown> {
    let method: Method;
    try {
      method = await this.given.verify(visit, visit.account.accountId, true);
    } catch (cause) {
      const { key, unknown, answering } = factorErrorOf(cause);
      const error = { field: await this.given.fieldOf(visit), key, unknown };
      return followUp(this.page(visit, next, error, answering));
    }
    // A second click finds another session id: it leads to the sign-in, since a factor by itself signs nobody in.
    const isProven = await followUp(this.proofs.show(visit, method));
    return seeOther(isProven ? pageIn(next) : signInPath(pageIn(next)));
  }

  private async page(
    visit: OwnVisit,
    next: unknown,
    error?: ProofProps['error'],
    answering?: Answering,
  ): Promise<Shown> {
    const { accountId, name, identifiers } = visit.account;
    const ways = await this.ways.provingOf(accountId);
    const page = { next: pageIn(next), name, username: identifiers[0]?.value ?? '', ways, error };
    return html(proofPage(readerOf(visit), page), answering);
  }
}
