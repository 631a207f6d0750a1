import { Module } from '@nestjs/common';
import { CallFigures } from './call-figures.js';
import { HomeConsole } from './home.console.js';
import { OverviewController } from './overview.controller.js';
import { OverviewService } from './overview.service.js';
import { ServerFigures } from './server-figures.js';

@Module({
  controllers: [HomeConsole, OverviewController],
  providers: [CallFigures, OverviewService, ServerFigures],
  exports: [ServerFigures],
})
export class AdminOverviewModule {}
