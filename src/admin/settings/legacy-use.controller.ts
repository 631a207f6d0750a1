import { Get, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import type { ListPage } from '../shell/paging.js';
import { LegacyUsePage, LegacyUseQuery, type LegacyUseView } from './legacy-use.view.js';
import { LegacyUses } from './legacy-use.service.js';

@AdminApi('legacy-use')
export class LegacyUseController {
  constructor(private readonly uses: LegacyUses) {}

  @Get()
  @AdminRoute(
    'adminlegacyuselist',
    'Lists clients that still use what the strict profile refuses, and when they last did',
    {
      role: 'support',
      answers: LegacyUsePage,
    },
  )
  list(@Query() query: LegacyUseQuery): Promise<ListPage<LegacyUseView>> {
    return this.uses.list(query);
  }
}
