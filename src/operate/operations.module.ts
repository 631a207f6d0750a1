import { Module } from '@nestjs/common';
import { AccountsModule } from '../identity/accounts/accounts.module.js';
import { FactorsModule } from '../identity/factors/factors.module.js';
import { HandOversModule } from '../identity/hand-overs/hand-overs.module.js';
import { MailedLinksModule } from '../identity/mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../identity/notifications/notifications.module.js';
import { ConsentModule } from '../oauth/consent/consent.module.js';
import { ResourcesModule } from '../oauth/resources/resources.module.js';
import { WebhooksModule } from '../oauth/webhooks/webhooks.module.js';
import { CleanUp } from './clean-up.js';
import { DueActs } from './due-acts.js';
import { Gauges } from './gauges.js';
import { HealthController } from './health.controller.js';
import { HomeController } from './home.controller.js';
import { MetadataController } from './metadata.controller.js';
import { MetricsController } from './metrics.controller.js';
import { Readiness } from './readiness.js';
import { Resealing } from './resealing.js';
import { SystemController } from './system.controller.js';
import { WellKnownController } from './well-known.controller.js';

@Module({
  imports: [
    AccountsModule,
    ConsentModule,
    FactorsModule,
    HandOversModule,
    MailedLinksModule,
    NotificationsModule,
    ResourcesModule,
    WebhooksModule,
  ],
  controllers: [
    HealthController,
    HomeController,
    MetadataController,
    MetricsController,
    SystemController,
    WellKnownController,
  ],
  providers: [CleanUp, DueActs, Gauges, Readiness, Resealing],
  exports: [CleanUp, Readiness],
})
export class OperationsModule {}
