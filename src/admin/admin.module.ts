import { Module } from '@nestjs/common';
import { AdminAccountsModule } from './accounts/accounts.module.js';
import { AdminAuditModule } from './audit/audit.module.js';
import { AdminClientsModule } from './clients/clients.module.js';
import { AdminConfigurationModule } from './configuration/configuration.module.js';
import { AdminDoctorModule } from './doctor/doctor.module.js';
import { AdminProvidersModule } from './providers/providers.module.js';
import { AdminBrandingModule } from './branding/branding.module.js';
import { AdminFamiliesModule } from './families/families.module.js';
import { AdminGrantsModule } from './grants/grants.module.js';
import { AdminLegacyUseModule } from './legacy-use/legacy-use.module.js';
import { AdminOutboxModule } from './outbox/outbox.module.js';
import { AdminOverviewModule } from './overview/overview.module.js';
import { AdminRulesetsModule } from './rulesets/rulesets.module.js';
import { AdminSearchModule } from './search/search.module.js';
import { AdminSettingsModule } from './settings/settings.module.js';
import { AdminWebhooksModule } from './webhooks/webhooks.module.js';
import { ShellModule } from './shell/shell.module.js';

/** The console and the administration API, with one module for each resource. */
@Module({
  imports: [
    AdminAccountsModule,
    AdminAuditModule,
    AdminClientsModule,
    AdminConfigurationModule,
    AdminDoctorModule,
    AdminBrandingModule,
    AdminProvidersModule,
    AdminFamiliesModule,
    AdminGrantsModule,
    AdminLegacyUseModule,
    AdminOutboxModule,
    AdminOverviewModule,
    AdminRulesetsModule,
    AdminSearchModule,
    AdminSettingsModule,
    AdminWebhooksModule,
    ShellModule,
  ],
  exports: [ShellModule],
})
export class AdminModule {}
