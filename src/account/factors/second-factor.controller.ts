import { Get, Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { html, seeOther, type Shown, type Answering } from '../../platform/operations/shown.js';
import type { Visit } from '../../platform/operations/visit.js';
import { FactorSetup, type SettingUp } from '../../identity/factors/factor-setup.js';
import { TrustedBrowsers } from '../../identity/factors/trusted-browsers.js';
import { CurrentOwnVisit, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { CurrentHttpSession } from '../../identity/sessions/current-session.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { keptBrowserOf } from '../../identity/sessions/kept-browser.js';
import { pageAfterEnd } from '../frame/after-end.js';
import { byUser } from '../frame/by-user.js';
import { doneIn, FormField, lineIn, readForm } from '../../platform/checks/form.js';
import { followUp } from '../../platform/errors/outcome.js';
import { AccountPage, formOn } from '../../platform/operations/declare.js';
import { readerOf } from '../../platform/pages/reader.js';
import { factorErrorOf } from './factor-error.js';
import { SECOND_FACTOR } from '../frame/account-frame.js';
import { FirstFactors } from '../../identity/factors/first-factors.js';
import { SecondFactors } from '../../identity/factors/second-factors.js';
import { OwnRecovery } from '../recovery/own-recovery.js';
import {
  secondFactorPage,
  type SecondFactorProps,
  factorSetupPage,
  recoveryCodesPage,
  type FactorSetupProps,
} from './second-factor.page.js';

class ConfirmForm {
  @FormField()
  setup!: string;

  @FormField()
  code!: string;

  @FormField()
  setupCode!: string;
}

const SENSITIVE = formOn(SECOND_FACTOR);
const SHOWS_ONCE = { ...SENSITIVE, shows: 'once' } as const;
const DONE = { removed: 'factors.removed', kept: 'recovery.stoppedLead' } as const;

/** Sets up and removes a person's second factor, and ends the trust in browsers. */
@AccountPages('account/second-factor')
export class SecondFactorController {
  constructor(
    private readonly setup: FactorSetup,
    private readonly trusted: TrustedBrowsers,
    private readonly factors: SecondFactors,
    private readonly first: FirstFactors,
    private readonly recovery: OwnRecovery,
  ) {}

  @Get()
  @AccountPage('accountsecondfactor', 'The second factor of an account')
  show(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    return this.page(visit, { done: doneIn(visit, DONE) });
  }

  @Post()
  @AccountPage('accountfactorbegin', 'Shows a new key for an authenticator application', SHOWS_ONCE)
  async begin(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const view = await this.setup.begin(this.by(visit));
    return this.showKey(visit, { view });
  }

  @Post('confirm')
  @AccountPage('accountfactorconfirm', 'Turns a second factor on by its first code', {
    writes: true,
    shows: 'once',
  })
  async confirm(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const form = (await readForm(ConfirmForm, visit.body)).values;
    const who = this.by(visit);
    const outcome = await this.setup.confirm(who, form).catch(factorErrorOf);
    if ('codes' in outcome) {
      await followUp(new CurrentHttpSession(visit.exchange).prove(outcome.at, 'code'));
      return showCodes(outcome.codes, visit);
    }
    const { key: error, answering } =
      'problem' in outcome ? { key: outcome.problem, answering: { status: 400 } } : outcome;
    const isOver = error === 'setupOver' || error === 'alreadyProtected';
    const view = isOver ? null : await this.setup.again(who, form.setup);
    return view
      ? this.showKey(visit, { view, error, setupCode: form.setupCode }, answering)
      : this.page(visit, { error }, answering);
  }

  @Post('codes')
  @AccountPage('accountrecoverycodes', 'Makes new recovery codes in place of the others', SHOWS_ONCE)
  async renewCodes(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const codes = await this.factors.renewRecovery(this.by(visit));
    if (codes === null) return seeOther(SECOND_FACTOR); // removed meanwhile
    return showCodes(codes, visit);
  }

  @Post('remove')
  @AccountPage('accountfactorremove', 'Removes the second factor of an account', SENSITIVE)
  async remove(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    await this.factors.remove(this.by(visit));
    return seeOther(`${SECOND_FACTOR}?done=removed`);
  }

  @Post('untrust')
  @AccountPage('accountuntrust', 'Ends the trust in a browser', SENSITIVE)
  async untrust(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const browser = Buffer.from(lineIn(visit.body, 'browser'), 'hex');
    await this.trusted.endOne(visit.account.accountId, browser, visit.address);
    return seeOther(pageAfterEnd(visit, `${SECOND_FACTOR}#trusted`));
  }

  /** Stops a recovery: the owner still has the second factor and keeps it (D334). */
  @Post('keep')
  @AccountPage(
    'accountfactorkeep',
    'Stops the recovery of an account: its second factor stays',
    formOn(SECOND_FACTOR),
  )
  async keep(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const outcome = await this.recovery.stopByFactor(byUser(visit));
    if (outcome === 'tooYoung')
      return followUp(this.page(visit, { error: 'factorTooYoung' }, { status: 400 }));
    if (!outcome) return seeOther(SECOND_FACTOR); // it was over
    return seeOther(`${SECOND_FACTOR}?done=kept`);
  }

  private async page(
    visit: OwnVisit,
    outcome: Pick<SecondFactorProps, 'error' | 'done'> = {},
    answering?: Answering,
  ): Promise<Shown> {
    const { accountId } = visit.account;
    const [protection, trusted, underWay] = await Promise.all([
      this.factors.of(accountId),
      this.trusted.of(accountId),
      this.recovery.of(accountId),
    ]);
    const recoveryReadyAt = underWay?.readyAt ?? null;
    const reader = readerOf(visit, { path: SECOND_FACTOR });
    const props = { protection, trusted, recoveryReadyAt, ...outcome };
    return html(secondFactorPage(reader, props), answering);
  }

  /** Shows a new key. */
  private async showKey(
    visit: OwnVisit,
    shown: Omit<FactorSetupProps, 'takesSetupCode'>,
    answering?: Answering,
  ): Promise<Shown> {
    const takesSetupCode = await this.first.takeCode(visit.account.accountId);
    const reader = readerOf(visit, { path: SECOND_FACTOR });
    return html(factorSetupPage(reader, { takesSetupCode, ...shown }), answering);
  }

  private by(visit: OwnVisit): SettingUp {
    const { identifiers, name } = visit.account;
    const user = byUser(visit);
    const browser = keptBrowserOf(visit);
    return { ...user, browser, label: identifiers[0]?.value ?? name, hold: (tx) => holdSignIn(tx, user) };
  }
}

function showCodes(codes: readonly string[], visit: Visit): Shown {
  return html(recoveryCodesPage(readerOf(visit, { path: SECOND_FACTOR }), codes));
}
