import { Get, Post } from '@nestjs/common';
import { Console } from '../../../platform/operations/controllers.js';
import { CurrentVisit, type Visit } from '../../../platform/operations/visit.js';
import { html, seeOther, type Shown } from '../../../platform/operations/shown.js';
import { ConsolePage } from '../../../platform/operations/declare-admin.js';
import { OpenPage } from '../../../platform/operations/declare.js';
import { CallError } from '../../../platform/errors/call-error.js';
import { doneIn, FormField, readForm } from '../../../platform/checks/form.js';
import { PasskeyRefused } from '../../../identity/passkeys/passkey-refused.js';
import { SignInForm } from '../../../identity/sessions/sign-in.js';
import { outcomeOf, queryIn, sentForm } from '../console/sent-form.js';
import { followUp } from '../../../platform/errors/outcome.js';
import { AdminBrowsers } from './admin-browsers.js';
import { clearStepCookie, setStepCookie } from './admin-cookie.js';
import { SetupBody } from './admin-session.args.js';
import { AdminSignIn } from './admin-sign-in.js';
import { AtConsole, type ConsoleVisit } from './administrator.js';
import { ConsolePaths } from './console-paths.js';
import { FirstAdministrator } from './first-administrator.js';
import { STEP_PATHS } from './admin-second-step.page.js';
import { adminSignInPage, setupPage } from './sign-in.page.js';

const BY_PASSWORD = { because: 'Administrators sign in here.', needsHttps: true } as const;
const BY_SETUP_CODE = {
  because: 'There is no administrator yet; the setup code that the server printed authorizes the request.',
  needsHttps: true,
} as const;
const DONE = { created: 'The administrator was created. Sign in with the password that you chose.' };

class ConsoleSignInForm extends SignInForm {
  /** The page to redirect to afterwards. */
  @FormField()
  next!: string;
}

/** Console pages for signing in and out, and for the first administrator. */
@Console('')
export class SignInConsole {
  constructor(
    private readonly admin: AdminSignIn,
    private readonly browsers: AdminBrowsers,
    private readonly first: FirstAdministrator,
    private readonly paths: ConsolePaths,
  ) {}

  @Get('sign-in')
  @OpenPage('adminsigninpage', 'Signs in to the console', BY_PASSWORD)
  async page(@CurrentVisit() visit: Visit): Promise<Shown> {
    if (await this.first.isWanted()) return seeOther('/admin/setup');
    return html(adminSignInPage({ next: queryIn(visit, 'next'), done: doneIn(visit, DONE) }));
  }

  @Post('sign-in')
  @OpenPage('adminsignin', 'Signs in to the console', { ...BY_PASSWORD, writes: true })
  async signIn(@CurrentVisit() visit: Visit): Promise<Shown> {
    const { address } = visit;
    const { identifier, password, passkey, next } = (await readForm(ConsoleSignInForm, visit.body)).values;
    try {
      if (passkey !== '') {
        const id = await this.admin.openByPasskey(visit, passkey);
        await followUp(this.browsers.enter(id, ['passkey'], visit));
        clearStepCookie(visit);
        return seeOther(this.paths.pageAt(next));
      }
      const outcome = await this.admin.begin({ identifier, password, address });
      if ('session' in outcome) {
        await followUp(this.browsers.enter(outcome.session, ['password'], visit));
        return seeOther(this.paths.pageAt(next));
      }
      setStepCookie(visit, outcome.held);
      const query = next === '' ? '' : `?${new URLSearchParams({ next }).toString()}`;
      return seeOther(`${STEP_PATHS[outcome.missing]}${query}`);
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      const { definition, headers, message: error } = cause;
      const status = definition.status === 503 ? 503 : 403;
      const unknown = cause instanceof PasskeyRefused ? cause.unknown : null;
      return html(adminSignInPage({ next, identifier, error, unknown }), { status, headers });
    }
  }

  @Post('sign-out')
  @ConsolePage('adminsignout', 'Signs out of the console', { role: 'support', writes: true })
  async signOut(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    await this.browsers.leave(visit);
    return seeOther('/admin/sign-in');
  }

  @Get('setup')
  @OpenPage('adminsetuppage', 'Creates the first administrator', BY_SETUP_CODE)
  async setupPage(): Promise<Shown> {
    if (!(await this.first.isWanted())) return seeOther('/admin/sign-in');
    return html(setupPage());
  }

  @Post('setup')
  @OpenPage('adminsetupform', 'Creates the first administrator', { ...BY_SETUP_CODE, writes: true })
  async setUp(@CurrentVisit() visit: Visit): Promise<Shown> {
    const sent = await sentForm(SetupBody, visit.body);
    const outcome = await outcomeOf(sent, (body) => this.first.create(body, visit.address));
    if ('done' in outcome) return seeOther('/admin/sign-in?done=created');
    return html(setupPage({ ...outcome, values: sent.values }), { status: 422 });
  }
}
