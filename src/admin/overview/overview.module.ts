import { Module } from '@nestjs/common';
import { HomeConsole } from './home.console.js';
import { HourlyCounts } from './hourly-counts.js';
import { OverviewController } from './overview.controller.js';
import { OverviewService } from './overview.service.js';

@Module({
  controllers: [HomeConsole, OverviewController],
  providers: [HourlyCounts, OverviewService],
  exports: [OverviewService],
})
export class AdminOverviewModule {}
