import { Delete, Get, Param, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import type { ListPage } from '../shell/paging.js';
import { UnregisteredQuery } from './unregistered.args.js';
import { Unregistered } from './unregistered.service.js';
import { UnregisteredPage, type UnregisteredView } from './unregistered.view.js';

@AdminApi('unregistered-clients')
export class UnregisteredController {
  constructor(private readonly unregistered: Unregistered) {}

  @Get()
  @AdminRoute('adminunregisteredlist', 'Lists applications that nobody registered and accounts use', {
    answers: UnregisteredPage,
  })
  list(@Query() query: UnregisteredQuery): Promise<ListPage<UnregisteredView>> {
    return this.unregistered.list(query);
  }

  @Delete(':clientId')
  @AdminRoute(
    'adminunregisteredend',
    'Ends one with all consents and tokens; it comes back where it is allowed again',
    {
      writes: true,
      status: 204,
      problems: [Problems.unfinished],
    },
  )
  end(@Param('clientId') clientId: string, @CurrentAdministrator() by: Administrator): Promise<void> {
    return this.unregistered.end(clientId, by);
  }
}
