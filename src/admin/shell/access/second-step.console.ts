import { Get, Header, Post, Query } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../../../platform/operations/visit.js';
import { FactorSetup, type SettingUp } from '../../../identity/factors/factor-setup.js';
import { SetupCodeWrong } from '../../../identity/factors/setup-code-wrong.js';
import { GivenFactors } from '../../../identity/sessions/given-factors.js';
import { FormField, readForm } from '../../../platform/checks/form.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { NO_BROWSER } from '../../../identity/ways-in/remedies.js';
import { CallError } from '../../../platform/errors/call-error.js';
import { Errors } from '../../../platform/errors/catalogue.js';
import { followUp } from '../../../platform/errors/outcome.js';
import { Console } from '../../../platform/operations/declare-admin.js';
import { CurrentAddress, OpenPage } from '../../../platform/operations/declare.js';
import { AdminBrowsers } from './admin-browsers.js';
import { clearStepCookie, stepCookieOf } from './admin-cookie.js';
import { AdminSignIn, type MissingStep } from './admin-sign-in.js';
import { ConsolePaths } from './console-paths.js';
import type { HeldAdministrator } from './held-administrator.entity.js';
import { requireHeld } from './held-administrators.js';
import { adminCodePage, adminCodesPage, adminSetupPage, STEP_PATHS } from './second-step.page.js';

const BY_FIRST_STEP =
  'Its cookie says that an administrator gave the password just now; nobody is signed in yet.';

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

/** The second step of signing in to the console, or the set-up of what it takes (D244). */
@Console('')
export class SecondStepConsole {
  constructor(
    private readonly signIn: AdminSignIn,
    private readonly setup: FactorSetup,
    private readonly browsers: AdminBrowsers,
    private readonly paths: ConsolePaths,
    private readonly given: GivenFactors,
  ) {}

  @Get('sign-in/code')
  @Header('Cache-Control', 'no-store')
  @OpenPage('adminsignincode', 'Asks for the second factor of an administrator', {
    because: BY_FIRST_STEP,
    needsHttps: true,
  })
  async ask(@Query('next') next: unknown, @CurrentVisit() visit: Visit): Promise<void> {
    const held = await this.held('code', visit);
    if (!held) return;
    response.type('html').send(adminCodePage({ next: textOf(next), ...(await this.waysOf(held)) }));
  }

  @Post('sign-in/code')
  @Header('Cache-Control', 'no-store')
  @OpenPage('adminsignincodeform', 'Takes the second factor of an administrator', {
    because: BY_FIRST_STEP,
    writes: true,
    needsHttps: true,
  })
  async take(@CurrentVisit() visit: Visit, @CurrentAddress() address: string): Promise<void> {
    const held = await this.held('code', visit);
    if (!held) return;
    const { code, next } = (await readForm(CodeForm, visit.body)).values;
    try {
      await this.signIn.check(held.accountId, { typed: code, address });
    } catch (cause) {
      const error = problemOf(response, cause);
      response.type('html').send(adminCodePage({ next, error, ...(await this.waysOf(held)) }));
      return;
    }
    if (await followUp(this.open(held, address, visit))) response.redirect(303, this.paths.pageAt(next));
  }

  @Get('sign-in/set-up')
  @Header('Cache-Control', 'no-store')
  @OpenPage('adminsigninsetup', 'Shows an administrator a new key for one-time codes', {
    because: BY_FIRST_STEP,
    needsHttps: true,
  })
  async showKey(
    @Query('next') next: unknown,
    @CurrentVisit() visit: Visit,
    @CurrentAddress() address: string,
  ): Promise<void> {
    const held = await this.held('setup', visit);
    if (!held) return;
    const view = await this.setup.begin(by(held, address));
    response.type('html').send(adminSetupPage({ view, next: textOf(next) }));
  }

  @Post('sign-in/set-up')
  @Header('Cache-Control', 'no-store')
  @OpenPage('adminsigninsetupform', 'Sets up the second factor of an administrator, and signs in', {
    because: BY_FIRST_STEP,
    writes: true,
    needsHttps: true,
  })
  async setUp(@CurrentVisit() visit: Visit, @CurrentAddress() address: string): Promise<void> {
    const held = await this.held('setup', visit);
    if (!held) return;
    const { next, ...form } = (await readForm(SetupForm, visit.body)).values;
    const who = by(held, address);
    const outcome = await this.setup
      .confirm(who, form)
      .catch((cause: unknown) => ({ refused: setupProblemOf(response, cause) }));
    if (!('codes' in outcome)) {
      if ('problem' in outcome) response.status(422);
      const wrong =
        'problem' in outcome ? { code: SETUP_PROBLEMS.codeWrong } : { setupCode: outcome.refused };
      const isOver = 'problem' in outcome && outcome.problem !== 'codeWrong';
      const same = isOver ? null : await this.setup.again(who, form.setup);
      const shown = same
        ? { view: same, errors: wrong, setupCode: form.setupCode }
        : { view: await this.setup.begin(who), problem: SETUP_PROBLEMS.setupOver };
      response.type('html').send(adminSetupPage({ next, ...shown }));
      return;
    }
    if (await followUp(this.open(held, address, visit)))
      response
        .status(200)
        .type('html')
        .send(adminCodesPage(outcome.codes, this.paths.pageAt(next)));
  }

  private async waysOf({
    accountId,
  }: HeldAdministrator): Promise<{ hasCodes: boolean; hasPasskey: boolean }> {
    const { code, passkey } = await this.given.waysOf(accountId);
    return { hasCodes: code, hasPasskey: passkey };
  }

  /** Whoever waits for this step; otherwise null, and the browser was sent where it belongs. */
  private async held(step: MissingStep, visit: Visit): Promise<HeldAdministrator | null> {
    const found = await this.signIn.find(stepCookieOf(visit));
    if (found?.missing === step) return found;
    response.redirect(303, found ? STEP_PATHS[found.missing] : '/admin/sign-in');
    return null;
  }

  /** false: it waits no longer, and the browser was sent to begin again. */
  private async open(held: HeldAdministrator, address: string, visit: Visit): Promise<boolean> {
    const id = await this.signIn.complete(held, address);
    clearStepCookie(visit);
    if (id === null) response.redirect(303, '/admin/sign-in');
    else await followUp(this.browsers.enter(id, ['password', 'code'], visit));
    return id !== null;
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

/** Sets the status of the refusal. */
function problemOf(response: Response, cause: unknown): string {
  if (!(cause instanceof CallError)) throw cause;
  response.status(cause.definition.status === 503 ? 503 : 403).set(cause.headers);
  return cause.definition === Errors.credentialInvalid
    ? 'The code is wrong, or it was used already. Wait for the next one and try again.'
    : cause.message;
}

/** The same for a set-up code. */
function setupProblemOf(response: Response, cause: unknown): string {
  if (!(cause instanceof SetupCodeWrong)) return problemOf(response, cause);
  response.status(422);
  return 'The set-up code is wrong, expired, replaced or already used. Ask another administrator for a new one.';
}

function textOf(next: unknown): string {
  return typeof next === 'string' ? next : '';
}
