import { Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { AccountPages } from './account-pages.js';
import { AccountRecovery } from './account-recovery.js';

/** The same by a button of the account's page. */
@Console('accounts/:accountId')
export class AccountRecoveryConsole {
  constructor(
    private readonly pages: AccountPages,
    private readonly recovery: AccountRecovery,
  ) {}

  @Post('factor-recovery')
  @ConsolePage('adminaccountrecoveryform', 'Begins the way back in without the second factor', {
    role: 'support',
    writes: true,
  })
  start(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @Res() response: Response,
  ): Promise<void> {
    const work = this.recovery.start(accountId, by);
    return this.pages.settle(response, { accountId, by, done: 'recovery' }, work);
  }
}
