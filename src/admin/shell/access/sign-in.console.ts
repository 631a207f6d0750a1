import { Get, Header, Post } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../../../platform/operations/visit.js';
import { Console, ConsolePage } from '../../../platform/operations/declare-admin.js';
import { CurrentAddress, OpenPage } from '../../../platform/operations/declare.js';
import { CallError } from '../../../platform/errors/call-error.js';
import { FormField, readForm, formLabels } from '../../../platform/checks/form.js';
import { SignInForm } from '../../../identity/sessions/sent-credentials.js';
import { refusalOf, sentForm, queryIn } from '../console/sent-form.js';
import { followUp } from '../../../platform/errors/outcome.js';
import { AdminBrowsers } from './admin-browsers.js';
import { clearStepCookie, setStepCookie } from './admin-cookie.js';
import { SetupBody } from './admin-session.args.js';
import { AdminSignIn } from './admin-sign-in.js';
import { CurrentAdministrator, type Administrator } from './administrator.js';
import { ConsolePasskeys } from './console-passkeys.js';
import { ConsolePaths } from './console-paths.js';
import { FirstAdministrator } from './first-administrator.js';
import { STEP_PATHS } from './second-step.page.js';
import { adminSignInPage, setupPage } from './sign-in.page.js';

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
    private readonly passkeys: ConsolePasskeys,
    private readonly browsers: AdminBrowsers,
    private readonly first: FirstAdministrator,
    private readonly paths: ConsolePaths,
  ) {}

  @Get('sign-in')
  @Header('Cache-Control', 'no-store')
  @OpenPage('adminsigninpage', 'Signs in to the console', {
    because: 'Administrators sign in here.',
    needsHttps: true,
  })
  async page(@CurrentVisit() visit: Visit): Promise<void> {
    if (await this.first.isWanted()) return response.redirect(303, '/admin/setup');
    response.type('html').send(adminSignInPage({ next: queryIn(visit, 'next') }));
  }

  @Post('sign-in')
  @Header('Cache-Control', 'no-store')
  @OpenPage('adminsignin', 'Signs in to the console', {
    because: 'Administrators sign in here.',
    writes: true,
    needsHttps: true,
  })
  async signIn(@CurrentVisit() visit: Visit, @CurrentAddress() address: string): Promise<void> {
    const { identifier, password, passkey, next } = (await readForm(ConsoleSignInForm, visit.body)).values;
    try {
      if (passkey !== '') {
        const id = await this.passkeys.open(visit, passkey, address);
        await followUp(this.browsers.enter(id, ['passkey'], visit));
        clearStepCookie(visit);
        return response.redirect(303, this.paths.pageAt(next));
      }
      const outcome = await this.admin.begin({ identifier, password, address });
      if ('session' in outcome) {
        await followUp(this.browsers.enter(outcome.session, ['password'], visit));
        return response.redirect(303, this.paths.pageAt(next));
      }
      setStepCookie(visit, outcome.held);
      const query = next === '' ? '' : `?${new URLSearchParams({ next }).toString()}`;
      response.redirect(303, `${STEP_PATHS[outcome.missing]}${query}`);
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      response.status(cause.definition.status === 503 ? 503 : 403).set(cause.headers);
      response.type('html').send(adminSignInPage({ next, identifier, error: cause.message }));
    }
  }

  @Post('sign-out')
  @ConsolePage('adminsignout', 'Signs out of the console', { role: 'support', writes: true })
  async signOut(
    @CurrentAdministrator() administrator: Administrator,
    @CurrentVisit() visit: Visit,
  ): Promise<void> {
    await this.browsers.leave(administrator, visit);
    response.redirect(303, '/admin/sign-in');
  }

  @Get('setup')
  @Header('Cache-Control', 'no-store')
  @OpenPage('adminsetuppage', 'Creates the first administrator', {
    because: 'There is no administrator yet; the setup code that the server printed authorizes the request.',
    needsHttps: true,
  })
  async setupPage(): Promise<void> {
    if (!(await this.first.isWanted())) return response.redirect(303, '/admin/sign-in');
    response.type('html').send(setupPage());
  }

  @Post('setup')
  @Header('Cache-Control', 'no-store')
  @OpenPage('adminsetupform', 'Creates the first administrator', {
    because: 'There is no administrator yet; the setup code that the server printed authorizes the request.',
    writes: true,
    needsHttps: true,
  })
  async setUp(@CurrentVisit() visit: Visit, @CurrentAddress() address: string): Promise<void> {
    const sent = await sentForm(SetupBody, visit.body);
    const outcome =
      'errors' in sent ? sent : await refusalOf(this.first.create(sent.body, address), formLabels(SetupBody));
    if ('done' in outcome) return response.redirect(303, '/admin/sign-in');
    response
      .status(422)
      .type('html')
      .send(setupPage({ ...outcome, values: sent.values }));
  }
}
