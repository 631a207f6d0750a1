import { Module } from '@nestjs/common';
import { AdminAccountsModule } from './accounts/admin-accounts.module.js';
import { AdminAuditModule } from './audit/admin-audit.module.js';
import { AdminClientsModule } from './clients/admin-clients.module.js';
import { AdminConfigurationModule } from './configuration/configuration.module.js';
import { AdminDoctorModule } from './doctor/doctor.module.js';
import { AdminProvidersModule } from './providers/admin-providers.module.js';
import { AdminBrandingModule } from './branding/admin-branding.module.js';
import { AdminFamiliesModule } from './families/admin-families.module.js';
import { AdminFirebaseKeysModule } from './firebase-keys/admin-firebase-keys.module.js';
import { AdminUnregisteredModule } from './unregistered/admin-unregistered.module.js';
import { AdminGrantsModule } from './grants/admin-grants.module.js';
import { AdminOutboxModule } from './outbox/outbox.module.js';
import { AdminOverviewModule } from './overview/overview.module.js';
import { AdminResourcesModule } from './resources/admin-resources.module.js';
import { AdminRulesetsModule } from './rulesets/admin-rulesets.module.js';
import { AdminSearchModule } from './search/search.module.js';
import { AdminSettingsModule } from './settings/settings.module.js';
import { AdminWebhooksModule } from './webhooks/admin-webhooks.module.js';
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
    AdminFirebaseKeysModule,
    AdminGrantsModule,
    AdminUnregisteredModule,
    AdminOutboxModule,
    AdminOverviewModule,
    AdminResourcesModule,
    AdminRulesetsModule,
    AdminSearchModule,
    AdminSettingsModule,
    AdminWebhooksModule,
    ShellModule,
  ],
  exports: [ShellModule],
})
export class AdminModule {}
