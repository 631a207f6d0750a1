import { Module } from '@nestjs/common';
import { ClientsModule } from '../../oauth/clients/clients.module.js';
import { AdminClientsModule } from '../clients/clients.module.js';
import { AdminRulesetsModule } from '../rulesets/rulesets.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { ConfigurationClients } from './configuration-clients.js';
import { ConfigurationImportConsole } from './configuration-import.console.js';
import { ConfigurationConsole } from './configuration.console.js';
import { ConfigurationController } from './configuration.controller.js';
import { Configuration } from './configuration.service.js';

@Module({
  imports: [AdminClientsModule, AdminRulesetsModule, ClientsModule, ShellModule],
  controllers: [ConfigurationConsole, ConfigurationController, ConfigurationImportConsole],
  providers: [Configuration, ConfigurationClients],
})
export class AdminConfigurationModule {}
