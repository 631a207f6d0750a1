import { Module } from '@nestjs/common';
import { BrandingModule } from '../../identity/branding/branding.module.js';
import { ClientsModule } from '../../oauth/clients/clients.module.js';
import { ProvidersModule } from '../../oauth/providers/providers.module.js';
import { ResourcesModule } from '../../oauth/resources/resources.module.js';
import { WebhooksModule } from '../../oauth/webhooks/webhooks.module.js';
import { AdminRulesetsModule } from '../rulesets/admin-rulesets.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { ConfigurationBrandings } from './configuration-brandings.js';
import { ConfigurationClients } from './configuration-clients.js';
import { ConfigurationConnections } from './configuration-connections.js';
import { ConfigurationConsole } from './configuration.console.js';
import { ConfigurationController } from './configuration.controller.js';
import { Configuration } from './configuration.service.js';

@Module({
  imports: [
    AdminRulesetsModule,
    BrandingModule,
    ClientsModule,
    ProvidersModule,
    ResourcesModule,
    WebhooksModule,
    ShellModule,
  ],
  controllers: [ConfigurationConsole, ConfigurationController],
  providers: [Configuration, ConfigurationBrandings, ConfigurationClients, ConfigurationConnections],
})
export class AdminConfigurationModule {}
