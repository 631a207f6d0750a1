import { Body, Delete, Get, Post } from '@nestjs/common';
import { AdminApi } from '../../../platform/operations/controllers.js';
import { CurrentVisit, type Visit } from '../../../platform/operations/visit.js';
import { AdminRoute } from '../../../platform/operations/declare-admin.js';
import { CurrentAddress, OpenPage } from '../../../platform/operations/declare.js';
import { Errors } from '../../../platform/errors/catalogue.js';
import { followUp } from '../../../platform/errors/outcome.js';
import { ProblemError } from '../../../platform/errors/problem-error.js';
import { Problems } from '../../../platform/errors/problems.js';
import { AdminBrowsers } from './admin-browsers.js';
import { clearAdminCookie, setAdminCookie } from './admin-cookie.js';
import { ConfirmBody, OpenBody, SetupBody } from './admin-session.args.js';
import {
  AdminCallerView,
  adminCallerView,
  AdminSessionView,
  adminSessionView,
  FirstAdministratorView,
} from './admin-session.view.js';
import { AdminSignIn } from './admin-sign-in.js';
import { AdminSessions } from './admin-sessions.js';
import { CurrentAdministrator, type Administrator, type CurrentAdminSession } from './administrator.js';
import { FirstAdministrator } from './first-administrator.js';

/** Signs administrators in and out. */
@AdminApi('')
export class AdminSessionController {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly signIn: AdminSignIn,
    private readonly browsers: AdminBrowsers,
    private readonly first: FirstAdministrator,
  ) {}

  @Post('session')
  @OpenPage('adminsessionopen', 'Signs an administrator in and sets the session cookie', {
    because: 'Administrators sign in here.',
    writes: true,
    needsHttps: true,
    takes: 'json',
    answers: { 201: AdminSessionView },
    problems: [
      ...[Errors.credentialInvalid, Errors.tooManyAttempts, Problems.notSignedIn],
      ...[Problems.secondFactorRequired, Problems.secondFactorMissing],
    ],
  })
  async open(
    @Body() { identifier, password, code }: OpenBody,
    @CurrentAddress() address: string,
    @CurrentVisit() visit: Visit,
  ): Promise<AdminSessionView> {
    const id = await this.signIn.open({ identifier, password, address }, code);
    await followUp(this.browsers.note(id, visit));
    setAdminCookie(visit, 'api', id);
    return followUp(this.view(id));
  }

  @Get('session')
  @AdminRoute('adminsessionget', 'The caller, by session or access token', {
    role: 'support',
    answers: AdminCallerView,
  })
  get(@CurrentAdministrator() administrator: Administrator): AdminCallerView {
    return adminCallerView(administrator);
  }

  @Post('session/confirm')
  @AdminRoute('adminsessionconfirm', 'Confirms the password, for operations that require it', {
    role: 'support',
    writes: true,
    answers: AdminSessionView,
    problems: [Problems.conflict, Errors.tooManyAttempts],
  })
  async confirm(
    @Body() { password }: ConfirmBody,
    @CurrentAdministrator() administrator: Administrator,
  ): Promise<AdminSessionView> {
    const session = requireSession(administrator);
    return adminSessionView(await this.sessions.confirm(session, password, administrator.address));
  }

  @Delete('session')
  @AdminRoute('adminsessionend', 'Signs out', {
    role: 'support',
    writes: true,
    status: 204,
    problems: [Problems.conflict],
  })
  async end(
    @CurrentAdministrator() administrator: Administrator,
    @CurrentVisit() visit: Visit,
  ): Promise<void> {
    await this.sessions.end(requireSession(administrator), administrator.address);
    clearAdminCookie(visit, 'api');
  }

  @Post('setup')
  @OpenPage('adminsetup', 'Creates the first administrator, with the setup code that the server printed', {
    because: 'There is no administrator yet; the setup code that the server printed authorizes the request.',
    writes: true,
    needsHttps: true,
    takes: 'json',
    answers: { 201: FirstAdministratorView },
    problems: [Problems.forbidden, Errors.tooManyAttempts],
  })
  async setUp(@Body() body: SetupBody, @CurrentAddress() address: string): Promise<FirstAdministratorView> {
    return { accountId: await this.first.create(body, address) };
  }

  private async view(id: string): Promise<AdminSessionView> {
    const session = await this.sessions.find(id, 'api');
    if (!session)
      throw new ProblemError(Problems.notSignedIn, 'The session has ended already. Sign in again.');
    return adminSessionView(session);
  }
}

function requireSession({ session }: Administrator): CurrentAdminSession {
  if (session) return session;
  throw new ProblemError(Problems.conflict, 'You use an access token, so there is no session.');
}
