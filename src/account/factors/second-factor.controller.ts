import { Get, Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import type { Visit } from '../../platform/operations/visit.js';
import { Authenticators } from '../../identity/factors/authenticators.js';
import { FactorSetup, type SettingUp } from '../../identity/factors/factor-setup.js';
import { TrustedBrowsers } from '../../identity/factors/trusted-browsers.js';
import { CurrentOwnVisit, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { CurrentHttpSession } from '../../identity/sessions/http-sessions.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { KeptBrowser } from '../../identity/sessions/kept-browser.js';
import { pageAfterEnd } from '../frame/after-end.js';
import { byUser } from '../frame/by-user.js';
import { FormField, lineIn, readForm } from '../../platform/checks/form.js';
import { followUp } from '../../platform/errors/outcome.js';
import { AccountPage, formOn } from '../../platform/operations/declare.js';
import { readerOf } from '../../platform/pages/reader.js';
import { recoveryCodesPage } from './factor-setup.page.js';
import { factorErrorOf } from './factor-error.js';
import { OwnFactors } from './own-factors.js';
import { SECOND_FACTOR } from '../frame/account-frame.js';

class ConfirmForm {
  @FormField()
  setup!: string;

  @FormField()
  code!: string;

  @FormField()
  setupCode!: string;
}

const SENSITIVE = formOn(SECOND_FACTOR);

/** A person sets up and ends the own second factor, and the trust in browsers. */
@AccountPages('account/second-factor')
export class SecondFactorController {
  constructor(
    private readonly own: OwnFactors,
    private readonly setup: FactorSetup,
    private readonly authenticators: Authenticators,
    private readonly trusted: TrustedBrowsers,
    private readonly browser: KeptBrowser,
  ) {}

  @Get()
  @AccountPage('accountsecondfactor', 'The second factor of an account')
  show(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    return this.own.show(visit);
  }

  @Post()
  @AccountPage('accountfactorbegin', 'Shows a new key for an authenticator application', SENSITIVE)
  async begin(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const view = await this.setup.begin(this.by(visit));
    return this.own.showKey(visit, { view });
  }

  @Post('confirm')
  @AccountPage('accountfactorconfirm', 'Turns a second factor on by its first code', { writes: true })
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
      ? this.own.showKey(visit, { view, error, setupCode: form.setupCode }, answering)
      : this.own.show(visit, { error }, answering);
  }

  @Post('codes')
  @AccountPage('accountrecoverycodes', 'Makes new recovery codes in place of the others', SENSITIVE)
  async renewCodes(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const codes = await this.authenticators.renewRecovery(this.by(visit));
    if (codes === null) return seeOther(SECOND_FACTOR); // removed meanwhile
    return showCodes(codes, visit);
  }

  @Post('remove')
  @AccountPage('accountfactorremove', 'Removes the second factor of an account', SENSITIVE)
  async remove(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    await this.authenticators.remove(this.by(visit));
    return followUp(this.own.show(visit, { isRemoved: true }));
  }

  @Post('untrust')
  @AccountPage('accountuntrust', 'Ends the trust in a browser', SENSITIVE)
  async untrust(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const browser = Buffer.from(lineIn(visit.body, 'browser'), 'hex');
    await this.trusted.endOne(visit.account.accountId, browser, visit.address);
    return seeOther(pageAfterEnd(visit, `${SECOND_FACTOR}#trusted`));
  }

  private by(visit: OwnVisit): SettingUp {
    const { identifiers, name } = visit.account;
    const user = byUser(visit);
    const browser = this.browser.of(visit);
    return { ...user, browser, label: identifiers[0]?.value ?? name, hold: (tx) => holdSignIn(tx, user) };
  }
}

function showCodes(codes: readonly string[], visit: Visit): Shown {
  return html(recoveryCodesPage(readerOf(visit, { path: SECOND_FACTOR }), codes));
}
