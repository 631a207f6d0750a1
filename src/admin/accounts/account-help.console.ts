import { Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { formLabels } from '../../platform/checks/form.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { sentForm } from '../shell/console/sent-form.js';
import { Grants } from '../grants/grants.service.js';
import { ExternalIdBody } from './account.args.js';
import { AccountDirectory } from './account-directory.js';
import { AccountHelp } from './account-help.js';
import { AccountPages } from './account-pages.js';
import { AccountSessions } from './account-sessions.js';

const HELPS = { role: 'support', writes: true } as const;

/** The actions on an account's page that help its user: sending links, signing out, revoking, connecting. */
@Console('accounts/:accountId')
export class AccountHelpConsole {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly pages: AccountPages,
    private readonly help: AccountHelp,
    private readonly sessions: AccountSessions,
    private readonly grants: Grants,
  ) {}

  @Post('invitation')
  @ConsolePage('adminaccountinviteform', 'Resends the invitation', HELPS)
  invite(@CurrentAdministrator() by: Administrator, @Param('accountId') accountId: string): Promise<Shown> {
    return this.pages.settle({ accountId, by, done: 'invited' }, this.help.invite(accountId, by));
  }

  @Post('password-reset')
  @ConsolePage('adminaccountresetform', 'Sends a password reset link', HELPS)
  reset(@CurrentAdministrator() by: Administrator, @Param('accountId') accountId: string): Promise<Shown> {
    return this.pages.settle({ accountId, by, done: 'reset' }, this.help.sendReset(accountId, by));
  }

  @Post('sessions/end')
  @ConsolePage('adminaccountsessionsendform', 'Signs out all browsers', HELPS)
  async endSessions(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
  ): Promise<Shown> {
    const { accountId: id } = await this.directory.get(accountId);
    return this.pages.settle({ accountId, by, done: 'sessions' }, this.sessions.endAll(id, by));
  }

  @Post('sessions/:sessionId/end')
  @ConsolePage('adminaccountsessionendform', 'Signs out one browser', HELPS)
  async endSession(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @Param('sessionId') sessionId: string,
  ): Promise<Shown> {
    const { accountId: id } = await this.directory.get(accountId);
    return this.pages.settle({ accountId, by, done: 'sessions' }, this.sessions.end(id, sessionId, by));
  }

  @Post('grants/end')
  @ConsolePage('adminaccountgrantsendform', 'Revokes all tokens of the account', HELPS)
  async endGrants(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
  ): Promise<Shown> {
    const { accountId: id } = await this.directory.get(accountId);
    return this.pages.settle({ accountId, by, done: 'grants' }, this.grants.endAll(id, by));
  }

  @Post('grants/:grantId/end')
  @ConsolePage('adminaccountgrantendform', 'Revokes the tokens of a grant', HELPS)
  endGrant(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @Param('grantId') grantId: string,
  ): Promise<Shown> {
    return this.pages.settle({ accountId, by, done: 'grants' }, this.grants.end(grantId, by));
  }

  @Post('consents/:clientId/end')
  @ConsolePage('adminaccountconsentendform', 'Revokes the consent of the user to a client', HELPS)
  endConsent(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @Param('clientId') clientId: string,
  ): Promise<Shown> {
    const work = this.help.endConsent(accountId, clientId, by);
    return this.pages.settle({ accountId, by, done: 'consent' }, work);
  }

  @Post('external-ids')
  @ConsolePage('adminaccountconnectform', "Connects the account with a partner's user id", { writes: true })
  async connect(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const sent = await sentForm(ExternalIdBody, visit.body);
    const { values } = sent;
    const form = { accountId, by, done: 'connected', labels: formLabels(ExternalIdBody), externalId: values };
    if ('errors' in sent) return this.pages.refuse(form, sent);
    const work = this.help.connect(accountId, { issuer: values.issuer, subject: values.value }, by);
    return this.pages.settle(form, work);
  }

  @Post('external-ids/:identifierId/disconnect')
  @ConsolePage('adminaccountdisconnectform', 'Removes an ExternalId from the account', { writes: true })
  disconnect(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @Param('identifierId') identifierId: string,
  ): Promise<Shown> {
    const work = this.help.disconnect(accountId, identifierId, by);
    return this.pages.settle({ accountId, by, done: 'disconnected' }, work);
  }
}
