import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { etagIn, outcomeOf, queryIn, sentForm } from '../shell/console/sent-form.js';
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
  async list(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await sentForm(AccountQuery, visit.query);
    const page = 'body' in sent ? await this.directory.list(sent.body) : { items: [], next: null };
    const done = queryIn(visit, 'done') === 'deleted' ? DELETED : undefined;
    return html(accountsPage({ by: visit.by, page, query: sent.values, done, ...sent }));
  }

  @Post(':accountId/status')
  @ConsolePage('adminaccountstatus', 'Disables or enables an account', { writes: true })
  async setStatus(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const sent = await sentForm(StatusForm, visit.body);
    const outcome = await outcomeOf(sent, (body) =>
      this.accounts.changeOf(accountId, body, etagIn(visit), visit.by),
    );
    return this.pages.answer(visit, { accountId, done: 'status' }, outcome);
  }

  @Post(':accountId/role')
  @ConsolePage('adminaccountrole', "Changes an account's role", { writes: true })
  async changeRole(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const sent = await this.confirmation.withPassword(visit, sentForm(RoleForm, visit.body));
    const outcome = await outcomeOf(sent, (body) =>
      this.accounts.changeOf(accountId, body, etagIn(visit), visit.by),
    );
    return this.pages.answerWithCode(visit, { accountId, done: 'role', values: sent.values }, outcome);
  }

  @Get(':accountId/delete')
  @ConsolePage('adminaccountdeletepage', 'Confirms the deletion of an account')
  async deletePage(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const account = await this.directory.get(accountId);
    return this.confirmation.askDeletion(visit, accountDeletion(account), stateOf(account));
  }

  @Post(':accountId/delete')
  @ConsolePage('adminaccountremove', 'Deletes an account', { writes: true })
  async remove(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const account = await this.directory.get(accountId);
    return this.confirmation.delete(visit, accountDeletion(account), (etag) =>
      this.accounts.remove(account.accountId, etag, visit.by),
    );
  }
}
