import { Get, Post } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { html, seeOther, type Answering, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { TrustedBrowsers } from '../../identity/factors/trusted-browsers.js';
import type { Method, PendingSignIn } from '../../identity/sessions/authentication.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { SecondFactor } from '../../identity/sessions/second-factor.js';
import { pageAccountOf } from '../../identity/sessions/current-session.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { SecondStep } from '../../identity/sessions/second-step.js';
import { byAccount } from '../frame/by-user.js';
import { textIn } from '../../platform/checks/form.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { followUp } from '../../platform/errors/outcome.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { readerOf } from '../../platform/pages/reader.js';
import { factorErrorOf } from './factor-error.js';
import { secondStepOverPage, secondStepPage, type SecondStepProps } from './second-step.page.js';

const BY_FIRST_STEP = 'Its session made the first step of a sign-in, and is signed in to nobody yet.';
const GONE = 410;

/** The page that asks for the second factor, after the first step on any page that signs in (D242). */
@OpenPages('sign-in/code')
export class SecondStepController {
  constructor(
    private readonly signIn: SignIn,
    private readonly secondStep: SecondStep,
    private readonly given: SecondFactor,
    private readonly trusted: TrustedBrowsers,
  ) {}

  @Get()
  @OpenPage('signincode', 'Asks for the second factor', { because: BY_FIRST_STEP, keepsOpener: true })
  async show(@CurrentVisit() visit: Visit): Promise<Shown> {
    const pending = await this.secondStep.find(visit);
    if (!pending) return over(visit);
    return this.ask(pending, visit);
  }

  @Post()
  @OpenPage('signincodepost', 'Takes the second factor, and signs the browser in', {
    because: BY_FIRST_STEP,
    writes: true,
    keepsOpener: true,
  })
  async take(@CurrentVisit() visit: Visit): Promise<Shown> {
    const pending = await this.secondStep.find(visit);
    if (!pending) return over(visit);
    const trust = textIn(visit.body, 'trust') !== '';
    const { accountId } = pending;
    let method: Method;
    try {
      method = await this.given.verify(visit, accountId);
    } catch (cause) {
      const { key, unknown, answering } = factorErrorOf(cause);
      const error = { field: await this.given.fieldOf(visit), key, unknown };
      return this.ask(pending, visit, { error, trusts: trust }, answering);
    }
    const next = await followUp(this.signIn.complete(visit, { accountId, method }));
    if (next === null) return over(visit);
    if (trust) {
      const user = byAccount(accountId, visit);
      const by = { accountId, hold: (tx: Transaction) => holdSignIn(tx, user, 'SHARE') };
      await followUp(this.trusted.trust(by, visit));
    }
    return seeOther(next);
  }

  private async ask(
    pending: PendingSignIn,
    visit: Visit,
    form: Pick<SecondStepProps, 'error' | 'trusts'> = {},
    answering?: Answering,
  ): Promise<Shown> {
    const { accountId, formTarget, lookOf = null, next } = pending;
    const [ways, canTrust] = await Promise.all([
      this.given.waysOf(accountId),
      this.trusted.isOffered(accountId),
    ]);
    // An application asks this signed-in person for a second factor, and may accept a sign-in without it.
    const without = pageAccountOf(visit) === accountId ? next : null;
    const page = secondStepPage(readerOf(visit), { lookOf, ways, canTrust, without, ...form });
    return html(page, { ...answering, formTarget });
  }
}

function over(visit: Visit): Shown {
  return html(secondStepOverPage(readerOf(visit)), { status: GONE });
}
