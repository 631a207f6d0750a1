import { Get, Param, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { checkedForm, refusalOf } from '../shell/console/checked.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { queryIn, textIn } from '../shell/console/form-values.js';
import { etagOf } from '../shell/etag.js';
import { AccountChange, AccountQuery } from './account.args.js';
import { AccountDirectory } from './account-directory.js';
import { AccountPages } from './account-pages.js';
import { deleteAccountPage } from './account.page.js';
import { accountsPage } from './accounts.page.js';
import { Accounts, stateOf } from './accounts.service.js';

const DONE: Readonly<Record<string, string>> = {
  invited: 'The invitation is on its way. The outbox shows whether it was sent.',
  reset: 'A link to choose a new password is on its way. The outbox shows whether it was sent.',
  status: 'Done, on every node.',
  role: 'The role is changed.',
  deleted: 'The account is deleted.',
  connected: 'Connected.',
  disconnected: 'Disconnected.',
  sessions: 'Signed out.',
  grants: 'The tokens are revoked.',
  consent: 'Revoked: the application can no longer act for the user.',
};

/** The pages of accounts. */
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
    const query = {
      query: queryIn(request, 'query'),
      status: queryIn(request, 'status'),
      role: queryIn(request, 'role'),
      after: queryIn(request, 'after'),
    };
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
    const checked = await checkedForm(AccountQuery, given);
    const done = DONE[queryIn(request, 'done')];
    if ('body' in checked)
      return accountsPage({ by, page: await this.directory.list(checked.body), query, done });
    const problem = Object.values(checked.errors).join(' ');
    return accountsPage({ by, page: { items: [], next: null }, query, problem });
  }

  @Get(':accountId')
  @ConsolePage('adminaccountpage', 'One account', { role: 'support' })
  page(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @Req() request: Request,
  ): Promise<string> {
    return this.pages.show(accountId, by, { done: DONE[queryIn(request, 'done')] });
  }

  @Post(':accountId/status')
  @ConsolePage('adminaccountstatus', 'Disables or enables an account', { writes: true })
  async changeStatus(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.change(response, { accountId, by, done: 'status', etag: textIn(request, 'etag') }, {
      status: textIn(request, 'status'),
    } as AccountChange);
  }

  @Post(':accountId/role')
  @ConsolePage('adminaccountrole', "Changes an account's role", { writes: true })
  async changeRole(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const role = textIn(request, 'role');
    const password = await this.confirmation.passwordProblem(request, by);
    if (password !== null) {
      response.status(422).type('html');
      response.send(await this.pages.show(accountId, by, { errors: { password }, problem: password }));
      return;
    }
    const etag = textIn(request, 'etag');
    const change = { role: role === 'none' ? null : role } as AccountChange;
    await this.change(response, { accountId, by, done: 'role', etag }, change);
  }

  @Get(':accountId/delete')
  @ConsolePage('adminaccountdeletepage', 'Asks before an account is deleted')
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
    const etag = textIn(request, 'etag');
    const account = await this.directory.get(accountId);
    const errors = await this.confirmation.problems(request, by, account.name);
    const outcome = errors ? { errors } : await refusalOf(this.accounts.remove(account.accountId, etag, by));
    if ('done' in outcome) return response.redirect(303, '/admin/accounts?done=deleted');
    const asksPassword = this.confirmation.asksPassword(by);
    response.status(422).type('html');
    response.send(deleteAccountPage({ by, account, etag, asksPassword, ...outcome }));
  }

  private async change(
    response: Response,
    form: { accountId: string; by: Administrator; done: string; etag: string },
    asked: AccountChange,
  ): Promise<void> {
    const { accountId, by, etag } = form;
    const checked = await checkedForm(AccountChange, asked);
    if ('body' in checked) {
      const { accountId: id } = await this.directory.get(accountId);
      return this.pages.settle(response, form, this.accounts.change(id, checked.body, etag, by));
    }
    response.status(422).type('html');
    response.send(await this.pages.show(accountId, by, checked));
  }
}
