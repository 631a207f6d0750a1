import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { formLabels, textIn } from '../../platform/checks/form.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { queryIn, sentForm } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { AccountQuery, RoleForm, StatusForm } from './account.args.js';
import { AccountDirectory } from './account-directory.js';
import { AccountPages } from './account-pages.js';
import { accountDeletion } from './account.page.js';
import { accountsPage } from './accounts.page.js';
import { Accounts, stateOf } from './accounts.service.js';

const DELETED = 'Account deleted.';

/** The console's list of accounts, and what ends or limits one. */
@Console('accounts')
export class AccountsConsole {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly accounts: Accounts,
    private readonly pages: AccountPages,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminaccountspage', 'Accounts', { role: 'support' })
  async list(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const sent = await sentForm(AccountQuery, visit.query);
    const page = 'body' in sent ? await this.directory.list(sent.body) : { items: [], next: null };
    const done = queryIn(visit, 'done') === 'deleted' ? DELETED : undefined;
    return html(accountsPage({ by, page, query: sent.values, done, ...sent }));
  }

  @Post(':accountId/status')
  @ConsolePage('adminaccountstatus', 'Disables or enables an account', { writes: true })
  async changeStatus(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const sent = await sentForm(StatusForm, visit.body);
    const form = { accountId, by, done: 'status', labels: formLabels(StatusForm) };
    if ('errors' in sent) return this.pages.refuse(form, sent);
    const work = this.accounts.changeOf(accountId, sent.body, textIn(visit.body, 'etag'), by);
    return this.pages.settle(form, work);
  }

  @Post(':accountId/role')
  @ConsolePage('adminaccountrole', "Changes an account's role", { writes: true })
  async changeRole(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const sent = await this.confirmation.withPassword(visit, by, sentForm(RoleForm, visit.body));
    const form = { accountId, by, done: 'role', labels: formLabels(RoleForm), values: sent.values };
    if ('errors' in sent) return this.pages.refuse(form, sent);
    const work = this.accounts.changeOf(accountId, sent.body, textIn(visit.body, 'etag'), by);
    return this.pages.settleWithCode(form, work);
  }

  @Get(':accountId/delete')
  @ConsolePage('adminaccountdeletepage', 'Confirms the deletion of an account')
  async deletePage(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
  ): Promise<Shown> {
    const account = await this.directory.get(accountId);
    return this.confirmation.askDeletion(by, accountDeletion(account), stateOf(account));
  }

  @Post(':accountId/delete')
  @ConsolePage('adminaccountremove', 'Deletes an account', { writes: true })
  async remove(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const account = await this.directory.get(accountId);
    return this.confirmation.delete(visit, by, accountDeletion(account), (etag) =>
      this.accounts.remove(account.accountId, etag, by),
    );
  }
}
