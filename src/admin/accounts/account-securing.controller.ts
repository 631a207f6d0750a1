import { Body, Delete, Get, Param, Post } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import type { ListPage } from '../shell/paging.js';
import { SecureBody } from './account-securing.args.js';
import { AccountSecuring } from './account-securing.js';
import { WayPage, type WayView } from './account-way.view.js';
import { AccountWays } from './account-ways.js';
import { HeldView, SecuredView } from './account.view.js';

/** The ways into an account, and what takes it from an attacker. */
@AdminApi('accounts/:accountId')
export class AccountSecuringController {
  constructor(
    private readonly securing: AccountSecuring,
    private readonly ways: AccountWays,
  ) {}

  @Get('ways')
  @AdminRoute('adminaccountways', 'Lists every way into an account, 100 of each kind at most', {
    role: 'support',
    answers: WayPage,
  })
  async listWays(@Param('accountId') accountId: string): Promise<ListPage<WayView>> {
    return { items: await this.ways.of(accountId), next: null };
  }

  @Delete('ways/:kind/:wayId')
  @AdminRoute('adminaccountwayend', 'Ends a way into the account of someone else', {
    writes: true,
    needsConfirmation: true,
    status: 204,
    problems: [Problems.conflict],
  })
  endWay(
    @Param('accountId') accountId: string,
    @Param('kind') kind: string,
    @Param('wayId') wayId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    return this.ways.end(accountId, kind, wayId, by);
  }

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
    return this.securing.hold(accountId, by);
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
