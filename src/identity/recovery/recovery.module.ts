import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailedLinksModule } from '../mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { FactorRecoveries } from './factor-recoveries.js';
import { FactorRecovery } from './factor-recovery.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([FactorRecovery]), MailedLinksModule, NotificationsModule],
  providers: [FactorRecoveries],
  exports: [FactorRecoveries],
})
export class RecoveryModule {}
