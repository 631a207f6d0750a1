import { Body, Param, Post } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { AccountHolding } from './account-holding.js';
import { SecureBody } from './account-securing.args.js';
import { AccountSecuring } from './account-securing.js';
import { HeldView, SecuredView } from './account.view.js';

/** For accounts that somebody else got in to. */
@AdminApi('accounts/:accountId')
export class AccountSecuringController {
  constructor(
    private readonly holding: AccountHolding,
    private readonly securing: AccountSecuring,
  ) {}

  @Post('hold')
  @AdminRoute(
    'adminaccounthold',
    'Puts an account on hold: disabled for 72 hours at most; by support once in 30 days for an account',
    {
      role: 'support',
      writes: true,
      answers: HeldView,
      problems: [Problems.conflict],
    },
  )
  hold(@Param('accountId') accountId: string, @CurrentAdministrator() by: Administrator): Promise<HeldView> {
    return this.holding.hold(accountId, by);
  }

  @Post('secure')
  @AdminRoute(
    'adminaccountsecure',
    'Ends everything that opens an account, and sends a link: nothing but one to that address opens it again',
    { writes: true, needsConfirmation: true, answers: SecuredView, problems: [Problems.conflict] },
  )
  secure(
    @Param('accountId') accountId: string,
    @Body() body: SecureBody,
    @CurrentAdministrator() by: Administrator,
  ): Promise<SecuredView> {
    return this.securing.secure(accountId, body, by);
  }
}
