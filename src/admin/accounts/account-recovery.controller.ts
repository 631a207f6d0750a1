import { Param, Post } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { AccountRecovery } from './account-recovery.js';

/** For users who lost the second factor. */
@AdminApi('accounts/:accountId')
export class AccountRecoveryController {
  constructor(private readonly recovery: AccountRecovery) {}

  @Post('factor-recovery')
  @AdminRoute(
    'adminaccountrecovery',
    'Begins the way back in without the second factor: its links remove it after a wait, or stop it',
    { role: 'support', writes: true, status: 202, problems: [Problems.conflict] },
  )
  start(@Param('accountId') accountId: string, @CurrentAdministrator() by: Administrator): Promise<void> {
    return this.recovery.start(accountId, by);
  }
}
