import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { followUp } from '../../platform/errors/outcome.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { CurrentEditor, type Editor } from '../shell/access/editor.js';
import { AdminSessions } from '../shell/access/admin-sessions.js';
import { tagged } from '../shell/etag.js';
import type { ListPage } from '../shell/paging.js';
import { AccountChangeBody, AccountQuery } from './admin-account.args.js';
import { AccountDirectory } from './account-directory.js';
import {
  AccountListView,
  AccountView,
  ChangedAccountView,
  SetupCodeView,
  type AccountSummary,
} from './account.view.js';
import { Accounts, accountState } from './accounts.service.js';
import { NewAccountBody } from './new-account.args.js';

@AdminApi('accounts')
export class AccountsController {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly accounts: Accounts,
    private readonly sessions: AdminSessions,
  ) {}

  @Get()
  @AdminRoute('adminaccountlist', 'Lists accounts by the beginning of a name or identifier', {
    role: 'support',
    answers: AccountListView,
  })
  list(@Query() query: AccountQuery): Promise<ListPage<AccountSummary>> {
    return this.directory.list(query);
  }

  @Post()
  @AdminRoute('adminaccountcreate', 'Creates an account and invites its person to choose a password', {
    writes: true,
    status: 201,
    idempotency: 'answered alike',
    answers: AccountView,
    problems: [Problems.conflict],
  })
  async create(@Body() asked: NewAccountBody, @CurrentAdministrator() by: Administrator): Promise<Shown> {
    const id = await this.accounts.create(asked, by);
    return followUp(this.show(id, 201));
  }

  @Get(':accountId')
  @AdminRoute('adminaccountget', 'One account', { role: 'support', answers: AccountView })
  get(@Param('accountId') accountId: string): Promise<Shown> {
    return this.show(accountId);
  }

  @Patch(':accountId')
  @AdminRoute(
    'adminaccountupdate',
    'Changes the profile of an account, disables or enables it, or changes its role',
    {
      writes: true,
      answers: ChangedAccountView,
      problems: [Problems.confirmationRequired, Problems.conflict],
    },
  )
  async update(
    @Param('accountId') accountId: string,
    @Body() change: AccountChangeBody,
    @CurrentEditor() by: Editor,
  ): Promise<Shown> {
    if (change.role !== undefined) this.sessions.requireConfirmed(by);
    const { accountId: id } = await this.directory.get(accountId);
    const setupCode = await this.accounts.change(id, change, by);
    return followUp(this.show(id, 200, setupCode));
  }

  @Delete(':accountId')
  @AdminRoute('adminaccountdelete', 'Deletes an account and everything that belongs to it', {
    writes: true,
    needsConfirmation: true,
    status: 204,
    problems: [Problems.conflict],
  })
  async remove(@Param('accountId') accountId: string, @CurrentEditor() by: Editor): Promise<void> {
    const { accountId: id } = await this.directory.get(accountId);
    await this.accounts.remove(id, by);
  }

  @Post(':accountId/setup-code')
  @AdminRoute(
    'adminaccountsetupcode',
    'Makes a code with which an account with a role sets up its first second factor; an older one stops working',
    {
      writes: true,
      needsConfirmation: true,
      status: 201,
      idempotency: 'shows a secret',
      answers: SetupCodeView,
      problems: [Problems.conflict],
    },
  )
  makeSetupCode(
    @Param('accountId') accountId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<SetupCodeView> {
    return this.accounts.makeSetupCode(accountId, by);
  }

  private async show(
    accountId: string,
    status = 200,
    setupCode: SetupCodeView | null = null,
  ): Promise<Shown> {
    const account = await this.directory.get(accountId);
    const shown: ChangedAccountView = setupCode ? { ...account, setupCode } : account;
    return tagged(shown, accountState, status);
  }
}
