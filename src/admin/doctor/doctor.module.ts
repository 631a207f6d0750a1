import { Module } from '@nestjs/common';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { AdminOverviewModule } from '../overview/overview.module.js';
import { DatabaseChecks } from './database-checks.js';
import { DoctorController } from './doctor.controller.js';
import { Doctor } from './doctor.service.js';
import { IntakeChecks } from './intake-checks.js';
import { MessageChecks } from './message-checks.js';
import { SessionChecks } from './session-checks.js';
import { SettingsChecks } from './settings-checks.js';

@Module({
  imports: [AdminOverviewModule, NotificationsModule],
  controllers: [DoctorController],
  providers: [DatabaseChecks, Doctor, IntakeChecks, MessageChecks, SessionChecks, SettingsChecks],
  exports: [Doctor],
})
export class AdminDoctorModule {}
