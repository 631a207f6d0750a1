import { Module } from '@nestjs/common';
import { FactorsModule } from '../../identity/factors/factors.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { SuspendedWaysController } from './suspended-ways.controller.js';
import { SuspendedWays } from './suspended-ways.js';

/** Ways in that are out of use, until their owner takes them back. */
@Module({
  imports: [FactorsModule, NotificationsModule],
  controllers: [SuspendedWaysController],
  providers: [SuspendedWays],
})
export class SuspendedWaysModule {}
