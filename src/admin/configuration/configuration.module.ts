import { Module } from '@nestjs/common';
import { BrandingModule } from '../../identity/branding/branding.module.js';
import { ClientsModule } from '../../oauth/clients/clients.module.js';
import { ProvidersModule } from '../../oauth/providers/providers.module.js';
import { WebhooksModule } from '../../oauth/webhooks/webhooks.module.js';
import { AdminRulesetsModule } from '../rulesets/rulesets.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { ConfigurationApplier } from './configuration-applier.js';
import { ConfigurationBrandings } from './configuration-brandings.js';
import { ConfigurationClients } from './configuration-clients.js';
import { ConfigurationImportConsole } from './configuration-import.console.js';
import { ConfigurationConsole } from './configuration.console.js';
import { ConfigurationController } from './configuration.controller.js';
import { ConfigurationProviders } from './configuration-providers.js';
import { ConfigurationWebhooks } from './configuration-webhooks.js';
import { Configuration } from './configuration.service.js';

@Module({
  imports: [AdminRulesetsModule, BrandingModule, ClientsModule, ProvidersModule, WebhooksModule, ShellModule],
  controllers: [ConfigurationConsole, ConfigurationController, ConfigurationImportConsole],
  providers: [
    Configuration,
    ConfigurationApplier,
    ConfigurationBrandings,
    ConfigurationClients,
    ConfigurationProviders,
    ConfigurationWebhooks,
  ],
})
export class AdminConfigurationModule {}
