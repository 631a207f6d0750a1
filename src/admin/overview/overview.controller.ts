import { Get, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { OverviewService } from './overview.service.js';
import { OverviewQuery, OverviewView } from './overview.view.js';

@AdminApi('overview')
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @AdminRoute(
    'adminoverviewget',
    'Key figures of a period and of the one before: sign-ins, failures, tokens, accounts, families; calls, nodes, outbox',
    {
      role: 'support',
      answers: OverviewView,
    },
  )
  get(@Query() { period }: OverviewQuery): Promise<OverviewView> {
    return this.overview.read(period);
  }
}
