import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { BrandingModule } from '../../identity/branding/branding.module.js';
import { ClientsModule } from '../../oauth/clients/clients.module.js';
import { RulesetsModule } from '../../oauth/rulesets/rulesets.module.js';
import { ProvidersModule } from '../../oauth/providers/providers.module.js';
import { ResourcesModule } from '../../oauth/resources/resources.module.js';
import { WebhooksModule } from '../../oauth/webhooks/webhooks.module.js';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { PasswordsModule } from '../../identity/passwords/passwords.module.js';
import { BootstrapAccounts } from './bootstrap-accounts.js';
import { BootstrapClients } from './bootstrap-clients.js';
import { BootstrapIntegrations } from './bootstrap-integrations.js';
import { Bootstrap } from './bootstrap.service.js';

@Module({
  imports: [
    AccountsModule,
    BrandingModule,
    ClientsModule,
    FamiliesModule,
    PasswordsModule,
    ProvidersModule,
    ResourcesModule,
    RulesetsModule,
    WebhooksModule,
  ],
  providers: [Bootstrap, BootstrapAccounts, BootstrapClients, BootstrapIntegrations],
  exports: [Bootstrap],
})
export class BootstrapModule {}
