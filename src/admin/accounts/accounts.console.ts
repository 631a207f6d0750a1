import { Get, Param, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { formLabels, textIn } from '../../platform/checks/form.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { refusalOf, refusedFor, sentForm, withPassword, queryIn } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { etagOf } from '../shell/etag.js';
import { AccountQuery, RoleForm, StatusForm } from './account.args.js';
import { AccountDirectory } from './account-directory.js';
import { AccountPages } from './account-pages.js';
import { deleteAccountPage } from './account.page.js';
import { accountsPage } from './accounts.page.js';
import { Accounts, stateOf } from './accounts.service.js';

const DELETED = 'Account deleted.';

/** The console's list of accounts, and what ends or limits one. */
@Console('accounts')
@UsePipes(bodyPipe)
export class AccountsConsole {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly accounts: Accounts,
    private readonly pages: AccountPages,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminaccountspage', 'Accounts', { role: 'support' })
  async list(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    const sent = await sentForm(AccountQuery, request.query);
    const page = 'body' in sent ? await this.directory.list(sent.body) : { items: [], next: null };
    const done = queryIn(request, 'done') === 'deleted' ? DELETED : undefined;
    return accountsPage({ by, page, query: sent.values, done, ...sent });
  }

  @Post(':accountId/status')
  @ConsolePage('adminaccountstatus', 'Disables or enables an account', { writes: true })
  async changeStatus(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const sent = await sentForm(StatusForm, request.body);
    const form = { accountId, by, done: 'status', labels: formLabels(StatusForm) };
    if ('errors' in sent) return this.pages.refuse(response, form, sent);
    const work = this.accounts.changeOf(accountId, sent.body, textIn(request.body, 'etag'), by);
    await this.pages.settle(response, form, work);
  }

  @Post(':accountId/role')
  @ConsolePage('adminaccountrole', "Changes an account's role", { writes: true })
  async changeRole(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const sent = withPassword(
      await sentForm(RoleForm, request.body),
      await this.confirmation.passwordProblem(request, by),
    );
    const form = { accountId, by, done: 'role', labels: formLabels(RoleForm), values: sent.values };
    if ('errors' in sent) return this.pages.refuse(response, form, sent);
    const work = this.accounts.changeOf(accountId, sent.body, textIn(request.body, 'etag'), by);
    await this.pages.settleWithCode(response, form, work);
  }

  @Get(':accountId/delete')
  @ConsolePage('adminaccountdeletepage', 'Confirms the deletion of an account')
  async deletePage(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
  ): Promise<string> {
    const account = await this.directory.get(accountId);
    const asksPassword = this.confirmation.asksPassword(by);
    return deleteAccountPage({ by, account, etag: etagOf(stateOf(account)), asksPassword });
  }

  @Post(':accountId/delete')
  @ConsolePage('adminaccountremove', 'Deletes an account', { writes: true })
  async remove(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const etag = textIn(request.body, 'etag');
    const account = await this.directory.get(accountId);
    const errors = await this.confirmation.problems(request, by, account.name);
    const outcome = errors
      ? refusedFor(errors)
      : await refusalOf(this.accounts.remove(account.accountId, etag, by));
    if ('done' in outcome) return response.redirect(303, '/admin/accounts?done=deleted');
    const asksPassword = this.confirmation.asksPassword(by);
    response.status(422).type('html');
    response.send(deleteAccountPage({ by, account, etag, asksPassword, ...outcome }));
  }
}
