import { Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
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
  start(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const work = this.recovery.start(accountId, visit.by);
    return this.pages.settle(visit, { accountId, done: 'recovery' }, work);
  }
}
