import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { GrantPage, type GrantView } from '../grants/grant.view.js';
import { Grants } from '../grants/grants.service.js';
import type { ListPage } from '../shell/paging.js';
import { PageQuery } from '../shell/page-query.js';
import { ExternalIdBody } from './admin-account.args.js';
import { AccountDirectory } from './account-directory.js';
import { AccountHelp } from './account-help.js';
import { AccountSessions } from './account-sessions.js';
import { AccountTimeline } from './account-timeline.js';
import { TimelinePage, type TimelineEventView } from './account-timeline.view.js';
import {
  AccountIdentifierView,
  AddedIdentifierView,
  type ConnectedAppView,
  ConsentPage,
  SessionPage,
  type SessionView,
} from './account.view.js';
import { AdministeredIdentifiers } from './administered-identifiers.js';
import { NewIdentifierBody } from './new-account.args.js';

const HELPS = { role: 'support', writes: true } as const;
const SENDS = { ...HELPS, status: 202, problems: [Problems.conflict] } as const;

/** Helps the user of an account: links, identifiers, sessions, grants and consents. */
@AdminApi('accounts/:accountId')
export class AccountHelpController {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly help: AccountHelp,
    private readonly sessions: AccountSessions,
    private readonly grants: Grants,
    private readonly timeline: AccountTimeline,
    private readonly identifiers: AdministeredIdentifiers,
  ) {}

  @Post('invitation')
  @AdminRoute('adminaccountinvite', 'Resends the invitation of a pending account', SENDS)
  invite(@Param('accountId') accountId: string, @CurrentAdministrator() by: Administrator): Promise<void> {
    return this.help.invite(accountId, by);
  }

  @Post('password-reset')
  @AdminRoute('adminaccountreset', 'Sends a password reset link', SENDS)
  reset(@Param('accountId') accountId: string, @CurrentAdministrator() by: Administrator): Promise<void> {
    return this.help.sendReset(accountId, by);
  }

  @Post('factor-recovery')
  @AdminRoute(
    'adminaccountrecovery',
    'Begins the way back in without the second factor: its links remove it after a wait, or stop it',
    SENDS,
  )
  startRecovery(
    @Param('accountId') accountId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    return this.help.startRecovery(accountId, by);
  }

  @Post('identifiers')
  @AdminRoute('adminidentifieradd', 'Adds an e-mail address, phone number or login to an account', {
    writes: true,
    needsConfirmation: true,
    status: 201,
    idempotency: 'answered alike',
    answers: AddedIdentifierView,
    problems: [Problems.conflict],
  })
  addIdentifier(
    @Param('accountId') accountId: string,
    @Body() body: NewIdentifierBody,
    @CurrentAdministrator() by: Administrator,
  ): Promise<AddedIdentifierView> {
    return this.identifiers.add(accountId, body, by);
  }

  @Delete('identifiers/:identifierId')
  @AdminRoute('adminidentifierremove', 'Removes an e-mail address, phone number or login from an account', {
    writes: true,
    needsConfirmation: true,
    status: 204,
    problems: [Problems.conflict],
  })
  removeIdentifier(
    @Param('accountId') accountId: string,
    @Param('identifierId') identifierId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    return this.identifiers.remove(accountId, identifierId, by);
  }

  @Post('external-ids')
  @AdminRoute('adminaccountconnect', "Connects the account with a partner's id for the same user", {
    writes: true,
    status: 201,
    idempotency: 'answered alike',
    answers: AccountIdentifierView,
    problems: [Problems.conflict],
  })
  connect(
    @Param('accountId') accountId: string,
    @Body() { issuer, value }: ExternalIdBody,
    @CurrentAdministrator() by: Administrator,
  ): Promise<AccountIdentifierView> {
    return this.help.connect(accountId, { issuer, subject: value }, by);
  }

  @Delete('external-ids/:identifierId')
  @AdminRoute('adminaccountdisconnect', 'Removes an ExternalId from the account', {
    writes: true,
    status: 204,
  })
  disconnect(
    @Param('accountId') accountId: string,
    @Param('identifierId') identifierId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    return this.help.disconnect(accountId, identifierId, by);
  }

  @Get('sessions')
  @AdminRoute('adminaccountsessions', 'Lists signed-in browsers, newest first, 200 at most', {
    role: 'support',
    answers: SessionPage,
  })
  async listSessions(@Param('accountId') accountId: string): Promise<ListPage<SessionView>> {
    const { accountId: id } = await this.directory.get(accountId);
    return { items: await this.sessions.of(id), next: null };
  }

  @Delete('sessions')
  @AdminRoute('adminaccountsessionsend', 'Signs out all browsers', { ...HELPS, status: 204 })
  async endSessions(
    @Param('accountId') accountId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    const { accountId: id } = await this.directory.get(accountId);
    await this.sessions.endAll(id, by);
  }

  @Delete('sessions/:sessionId')
  @AdminRoute('adminaccountsessionend', 'Signs out one browser', { ...HELPS, status: 204 })
  async endSession(
    @Param('accountId') accountId: string,
    @Param('sessionId') sessionId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    const { accountId: id } = await this.directory.get(accountId);
    await this.sessions.end(id, sessionId, by);
  }

  @Get('grants')
  @AdminRoute(
    'adminaccountgrants',
    'Lists devices and applications that may act for the account, newest first',
    {
      role: 'support',
      answers: GrantPage,
    },
  )
  async listGrants(@Param('accountId') accountId: string): Promise<ListPage<GrantView>> {
    const { accountId: account } = await this.directory.get(accountId);
    return this.grants.list({ account, limit: 200 });
  }

  @Delete('grants')
  @AdminRoute('adminaccountgrantsend', 'Revokes all grants of the account', { ...HELPS, status: 204 })
  async endGrants(
    @Param('accountId') accountId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    const { accountId: id } = await this.directory.get(accountId);
    await this.grants.endAll(id, by);
  }

  @Get('timeline')
  @AdminRoute('adminaccounttimeline', 'Tells what an account did and what was done to it, newest first', {
    role: 'support',
    answers: TimelinePage,
  })
  async listEvents(
    @Param('accountId') accountId: string,
    @Query() query: PageQuery,
  ): Promise<ListPage<TimelineEventView>> {
    const { accountId: id } = await this.directory.get(accountId);
    return this.timeline.told(id, query);
  }

  @Get('consents')
  @AdminRoute('adminaccountconsents', 'Lists clients that the user has consented to, newest first', {
    role: 'support',
    answers: ConsentPage,
  })
  async listConsents(@Param('accountId') accountId: string): Promise<ListPage<ConnectedAppView>> {
    const { connectedApps: items } = await this.directory.get(accountId);
    return { items, next: null };
  }

  @Delete('consents/:clientId')
  @AdminRoute(
    'adminaccountconsentend',
    'Revokes the consent of the user to a client, with its tokens and unused codes',
    {
      ...HELPS,
      status: 204,
    },
  )
  endConsent(
    @Param('accountId') accountId: string,
    @Param('clientId') clientId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    return this.help.endConsent(accountId, clientId, by);
  }
}
