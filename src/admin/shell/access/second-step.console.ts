import { Get, Post, UsePipes } from '@nestjs/common';
import { bodyPipe } from '../../../platform/operations/admin-body.js';
import { OpenPages } from '../../../platform/operations/controllers.js';
import { CurrentVisit, type Visit } from '../../../platform/operations/visit.js';
import { html, seeOther, Shown, type Answering } from '../../../platform/operations/shown.js';
import { FactorSetup, type SettingUp } from '../../../identity/factors/factor-setup.js';
import { SetupCodeWrong } from '../../../identity/factors/first-factors.js';
import { SecondFactor } from '../../../identity/sessions/second-factor.js';
import { FormField, readForm } from '../../../platform/checks/form.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { NO_BROWSER } from '../../../identity/accounts/remedies.js';
import { CallError } from '../../../platform/errors/call-error.js';
import { Errors } from '../../../platform/errors/catalogue.js';
import { followUp } from '../../../platform/errors/outcome.js';
import { OpenPage } from '../../../platform/operations/declare.js';
import { AdminBrowsers } from './admin-browsers.js';
import { clearStepCookie, stepCookieOf } from './admin-cookie.js';
import { AdminSignIn, type MissingStep } from './admin-sign-in.js';
import { ConsolePaths } from './console-paths.js';
import type { HeldAdministrator } from './held-administrator.entity.js';
import { requireHeld } from './held-administrators.js';
import { adminCodePage, adminCodesPage, adminSetupPage, STEP_PATHS } from './admin-second-step.page.js';

const BY_FIRST_STEP = {
  because: 'Its cookie says that an administrator gave the password just now; nobody is signed in yet.',
  needsHttps: true,
} as const;

class CodeForm {
  @FormField()
  code!: string;

  /** The page to redirect to afterwards. */
  @FormField()
  next!: string;
}

class SetupForm extends CodeForm {
  @FormField()
  setup!: string;

  @FormField()
  setupCode!: string;
}

/** The second step of a sign-in to the console, or the set-up of a second factor (D244). */
@OpenPages('admin')
@UsePipes(bodyPipe)
export class SecondStepConsole {
  constructor(
    private readonly signIn: AdminSignIn,
    private readonly setup: FactorSetup,
    private readonly browsers: AdminBrowsers,
    private readonly paths: ConsolePaths,
    private readonly given: SecondFactor,
  ) {}

  @Get('sign-in/code')
  @OpenPage('adminsignincode', 'Asks for the second factor of an administrator', BY_FIRST_STEP)
  async ask(@CurrentVisit() visit: Visit): Promise<Shown> {
    const held = await this.held('code', visit);
    if (held instanceof Shown) return held;
    return html(adminCodePage({ next: nextIn(visit), ways: await this.given.waysOf(held.accountId) }));
  }

  @Post('sign-in/code')
  @OpenPage('adminsignincodeform', 'Takes the second factor of an administrator', {
    ...BY_FIRST_STEP,
    writes: true,
  })
  async take(@CurrentVisit() visit: Visit): Promise<Shown> {
    const held = await this.held('code', visit);
    if (held instanceof Shown) return held;
    const { code, next } = (await readForm(CodeForm, visit.body)).values;
    try {
      await this.signIn.check(held.accountId, { typed: code, address: visit.address });
    } catch (cause) {
      const { error, answering } = refusalOf(cause);
      return html(adminCodePage({ next, error, ways: await this.given.waysOf(held.accountId) }), answering);
    }
    return followUp(this.open(held, visit, seeOther(this.paths.pageAt(next))));
  }

  @Get('sign-in/set-up')
  @OpenPage('adminsigninsetup', 'Shows an administrator a new key for one-time codes', BY_FIRST_STEP)
  async showKey(@CurrentVisit() visit: Visit): Promise<Shown> {
    const held = await this.held('setup', visit);
    if (held instanceof Shown) return held;
    const view = await this.setup.begin(by(held, visit.address));
    return html(adminSetupPage({ view, next: nextIn(visit) }));
  }

  @Post('sign-in/set-up')
  @OpenPage('adminsigninsetupform', 'Sets up the second factor of an administrator, and signs in', {
    ...BY_FIRST_STEP,
    writes: true,
    shows: 'once',
  })
  async setUp(@CurrentVisit() visit: Visit): Promise<Shown> {
    const held = await this.held('setup', visit);
    if (held instanceof Shown) return held;
    const { next, ...form } = (await readForm(SetupForm, visit.body)).values;
    const who = by(held, visit.address);
    const outcome = await this.setup.confirm(who, form).catch(setupRefusalOf);
    if ('codes' in outcome) {
      const codes = adminCodesPage(outcome.codes, this.paths.pageAt(next));
      return followUp(this.open(held, visit, html(codes)));
    }
    const { errors, answering } =
      'problem' in outcome
        ? { errors: { code: SETUP_PROBLEMS.codeWrong }, answering: { status: 422 } }
        : { errors: { setupCode: outcome.error }, answering: outcome.answering };
    const isOver = 'problem' in outcome && outcome.problem !== 'codeWrong';
    const same = isOver ? null : await this.setup.again(who, form.setup);
    const shown = same
      ? { view: same, errors, setupCode: form.setupCode }
      : { view: await this.setup.begin(who), problem: SETUP_PROBLEMS.setupOver };
    return html(adminSetupPage({ next, ...shown }), answering);
  }

  /** Finds the sign-in that waits for this step; otherwise redirects the browser to the right page. */
  private async held(step: MissingStep, visit: Visit): Promise<HeldAdministrator | Shown> {
    const found = await this.signIn.find(stepCookieOf(visit));
    if (found?.missing === step) return found;
    return seeOther(found ? STEP_PATHS[found.missing] : '/admin/sign-in');
  }

  /** Signs in. @returns `then`; a redirect to the start if the sign-in no longer waits */
  private async open(held: HeldAdministrator, visit: Visit, then: Shown): Promise<Shown> {
    const id = await this.signIn.complete(held, visit.address);
    clearStepCookie(visit);
    if (id === null) return seeOther('/admin/sign-in');
    await followUp(this.browsers.enter(id, ['password', 'code'], visit));
    return then;
  }
}

const SETUP_PROBLEMS = {
  codeWrong: 'The code is wrong. Wait for the next one and try again.',
  setupOver: 'This took too long. Here is a new key: remove the one before from your application.',
} as const;

function by({ accountId, digest }: HeldAdministrator, address: string): SettingUp {
  const label = `administration (account ${accountId})`;
  const hold = async (tx: Transaction) => {
    await requireHeld(tx, { accountId, digest });
    return { signInId: null }; // the console is no page of the account
  };
  return { accountId, address, session: digest, label, hold, browser: { ...NO_BROWSER, session: digest } };
}

interface Refusal {
  readonly error: string;
  readonly answering: Answering;
}

/** Explains why a code was refused. @throws the cause, if it is another error */
function refusalOf(cause: unknown): Refusal {
  if (!(cause instanceof CallError)) throw cause;
  const { definition, headers, message } = cause;
  const error =
    definition === Errors.credentialInvalid
      ? 'The code is wrong, or it was used already. Wait for the next one and try again.'
      : message;
  return { error, answering: { status: definition.status === 503 ? 503 : 403, headers } };
}

function setupRefusalOf(cause: unknown): Refusal {
  if (!(cause instanceof SetupCodeWrong)) return refusalOf(cause);
  const error =
    'The set-up code is wrong, expired, replaced or already used. Ask another administrator for a new one.';
  return { error, answering: { status: 422 } };
}

/** Returns the page to redirect to afterwards; empty if the address names none. */
function nextIn({ query: { next } }: Visit): string {
  return typeof next === 'string' ? next : '';
}
