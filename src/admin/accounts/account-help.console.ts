import { Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { outcomeOf, sentForm } from '../shell/console/sent-form.js';
import { Grants } from '../grants/grants.service.js';
import { ExternalIdBody } from './admin-account.args.js';
import { AccountDirectory } from './account-directory.js';
import { AccountHelp } from './account-help.js';
import { AccountSections } from './account-sections.js';
import { AccountSessions } from './account-sessions.js';

const HELPS = { role: 'support', writes: true } as const;

/** The actions on an account's page that help its user: sending links, signing out, revoking, connecting. */
@Console('accounts/:accountId')
export class AccountHelpConsole {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly pages: AccountSections,
    private readonly help: AccountHelp,
    private readonly sessions: AccountSessions,
    private readonly grants: Grants,
  ) {}

  @Post('invitation')
  @ConsolePage('adminaccountinviteform', 'Resends the invitation', HELPS)
  invite(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    return this.pages.settle(visit, { accountId, done: 'invited' }, this.help.invite(accountId, visit.by));
  }

  @Post('password-reset')
  @ConsolePage('adminaccountresetform', 'Sends a password reset link', HELPS)
  reset(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    return this.pages.settle(visit, { accountId, done: 'reset' }, this.help.sendReset(accountId, visit.by));
  }

  @Post('factor-recovery')
  @ConsolePage('adminaccountrecoveryform', 'Begins the way back in without the second factor', HELPS)
  startRecovery(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const work = this.help.startRecovery(accountId, visit.by);
    return this.pages.settle(visit, { accountId, done: 'recovery' }, work);
  }

  @Post('sessions/end')
  @ConsolePage('adminaccountsessionsendform', 'Signs out all browsers', HELPS)
  async endSessions(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const { accountId: id } = await this.directory.get(accountId);
    return this.pages.settle(visit, { accountId, done: 'sessions' }, this.sessions.endAll(id, visit.by));
  }

  @Post('sessions/:sessionId/end')
  @ConsolePage('adminaccountsessionendform', 'Signs out one browser', HELPS)
  async endSession(
    @AtConsole() visit: ConsoleVisit,
    @Param('accountId') accountId: string,
    @Param('sessionId') sessionId: string,
  ): Promise<Shown> {
    const { accountId: id } = await this.directory.get(accountId);
    const work = this.sessions.end(id, sessionId, visit.by);
    return this.pages.settle(visit, { accountId, done: 'sessions' }, work);
  }

  @Post('grants/end')
  @ConsolePage('adminaccountgrantsendform', 'Revokes all tokens of the account', HELPS)
  async endGrants(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const { accountId: id } = await this.directory.get(accountId);
    return this.pages.settle(visit, { accountId, done: 'grants' }, this.grants.endAll(id, visit.by));
  }

  @Post('grants/:grantId/end')
  @ConsolePage('adminaccountgrantendform', 'Revokes the tokens of a grant', HELPS)
  endGrant(
    @AtConsole() visit: ConsoleVisit,
    @Param('accountId') accountId: string,
    @Param('grantId') grantId: string,
  ): Promise<Shown> {
    return this.pages.settle(visit, { accountId, done: 'grants' }, this.grants.end(grantId, visit.by));
  }

  @Post('consents/:clientId/end')
  @ConsolePage('adminaccountconsentendform', 'Revokes the consent of the user to a client', HELPS)
  endConsent(
    @AtConsole() visit: ConsoleVisit,
    @Param('accountId') accountId: string,
    @Param('clientId') clientId: string,
  ): Promise<Shown> {
    const work = this.help.endConsent(accountId, clientId, visit.by);
    return this.pages.settle(visit, { accountId, done: 'consent' }, work);
  }

  @Post('external-ids')
  @ConsolePage('adminaccountconnectform', "Connects the account with a partner's user id", { writes: true })
  async connect(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const sent = await sentForm(ExternalIdBody, visit.body);
    const outcome = await outcomeOf(sent, ({ issuer, value: subject }) =>
      this.help.connect(accountId, { issuer, subject }, visit.by),
    );
    return this.pages.answer(visit, { accountId, done: 'connected', externalId: sent.values }, outcome);
  }

  @Post('external-ids/:identifierId/disconnect')
  @ConsolePage('adminaccountdisconnectform', 'Removes an ExternalId from the account', { writes: true })
  disconnect(
    @AtConsole() visit: ConsoleVisit,
    @Param('accountId') accountId: string,
    @Param('identifierId') identifierId: string,
  ): Promise<Shown> {
    const work = this.help.disconnect(accountId, identifierId, visit.by);
    return this.pages.settle(visit, { accountId, done: 'disconnected' }, work);
  }
}
