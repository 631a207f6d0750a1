import { Delete, Get, Param } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { Problems } from '../../platform/errors/problems.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import type { ListPage } from '../shell/paging.js';
import { WayPage, type WayView } from './account-way.view.js';
import { AccountWays } from './account-ways.js';

/** The ways into an account. */
@AdminApi('accounts/:accountId/ways')
export class AccountWaysController {
  constructor(private readonly ways: AccountWays) {}

  @Get()
  @AdminRoute('adminaccountways', 'Lists every way into an account, 100 of each kind at most', {
    role: 'support',
    answers: WayPage,
  })
  async list(@Param('accountId') accountId: string): Promise<ListPage<WayView>> {
    return { items: await this.ways.of(accountId), next: null };
  }

  @Delete(':kind/:wayId')
  @AdminRoute('adminaccountwayend', 'Ends a way into the account of somebody else', {
    writes: true,
    needsConfirmation: true,
    status: 204,
    problems: [Problems.conflict],
  })
  end(
    @Param('accountId') accountId: string,
    @Param('kind') kind: string,
    @Param('wayId') wayId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    return this.ways.end(accountId, kind, wayId, by);
  }
}
