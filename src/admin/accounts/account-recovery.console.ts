import { Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
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
  start(@CurrentAdministrator() by: Administrator, @Param('accountId') accountId: string): Promise<Shown> {
    const work = this.recovery.start(accountId, by);
    return this.pages.settle({ accountId, by, done: 'recovery' }, work);
  }
}
