import { Param, Post } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { AccountSetupCodes } from './account-setup-codes.js';
import { SetupCodeView } from './setup-code.view.js';

/** For administrators who have no second factor yet. */
@AdminApi('accounts/:accountId')
export class AccountSetupCodesController {
  constructor(private readonly codes: AccountSetupCodes) {}

  @Post('setup-code')
  @AdminRoute(
    'adminaccountsetupcode',
    'Makes a code with which an account with a role sets up its first second factor; an older one stops working',
    {
      writes: true,
      needsConfirmation: true,
      status: 201,
      answers: SetupCodeView,
      problems: [Problems.conflict],
    },
  )
  make(
    @Param('accountId') accountId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<SetupCodeView> {
    return this.codes.make(accountId, by);
  }
}
