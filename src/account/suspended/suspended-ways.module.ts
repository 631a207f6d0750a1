import { Module } from '@nestjs/common';
import { FactorsModule } from '../../identity/factors/factors.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { SuspendedWaysController } from './suspended-ways.controller.js';

/** Suspended ways in, until their owner restores them. */
@Module({
  imports: [FactorsModule, NotificationsModule],
  controllers: [SuspendedWaysController],
})
export class SuspendedWaysModule {}
