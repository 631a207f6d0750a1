import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { Module } from '@nestjs/common';
import { FactorsModule } from '../../identity/factors/factors.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { ClientsModule } from '../../oauth/clients/clients.module.js';
import { WebhooksModule } from '../../oauth/webhooks/webhooks.module.js';
import { AdminOverviewModule } from '../overview/overview.module.js';
import { DatabaseChecks } from './database-checks.js';
import { DoctorConsole } from './doctor.console.js';
import { DoctorController } from './doctor.controller.js';
import { Doctor } from './doctor.service.js';
import { IntakeChecks } from './intake-checks.js';
import { KeyChecks } from './key-checks.js';
import { MessageChecks } from './message-checks.js';
import { SettingsChecks } from './settings-checks.js';

@Module({
  imports: [
    AdminOverviewModule,
    ClientsModule,
    FactorsModule,
    NotificationsModule,
    ThrottleModule,
    WebhooksModule,
  ],
  controllers: [DoctorConsole, DoctorController],
  providers: [DatabaseChecks, Doctor, IntakeChecks, KeyChecks, MessageChecks, SettingsChecks],
})
export class AdminDoctorModule {}
