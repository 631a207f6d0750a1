import { Get } from '@nestjs/common';
import { AdminApi, AdminRoute } from '../../platform/operations/declare-admin.js';
import { OverviewService } from './overview.service.js';
import { OverviewView } from './overview.view.js';

@AdminApi('overview')
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @AdminRoute('adminoverviewget', 'Key figures: sign-ins, refusals, tokens, outbox, nodes, legacy use', {
    role: 'support',
    answers: OverviewView,
  })
  get(): Promise<OverviewView> {
    return this.overview.read();
  }
}
