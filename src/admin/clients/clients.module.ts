import { Module } from '@nestjs/common';
import { Ruleset } from '../../oauth/rulesets/ruleset.entity.js';
import { Client } from '../../oauth/clients/client.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientsModule } from '../../oauth/clients/clients.module.js';
import { ConsentModule } from '../../oauth/consent/consent.module.js';
import { OidcModule } from '../../oauth/oidc/oidc.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { ClientLookup } from './client-lookup.js';
import { ClientPages } from './client-pages.js';
import { ClientSecretsConsole } from './client-secrets.console.js';
import { ClientTests } from './client-tests.js';
import { ClientToolsController } from './client-tools.controller.js';
import { ClientTrials } from './client-trials.js';
import { ClientRemoval } from './client-removal.js';
import { ClientRemovalConsole } from './client-removal.console.js';
import { ClientConsole } from './client.console.js';
import { ClientsConsole } from './clients.console.js';
import { ClientsController } from './clients.controller.js';
import { Clients } from './clients.service.js';
import { SecretsOfClients } from './secrets-of-clients.js';
import { NewClientConsole } from './new-client.console.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Client, Ruleset]),
    ClientsModule,
    ConsentModule,
    OidcModule,
    ShellModule,
  ],
  controllers: [
    ClientConsole,
    ClientRemovalConsole,
    ClientsConsole,
    ClientsController,
    ClientSecretsConsole,
    ClientToolsController,
    NewClientConsole,
  ],
  providers: [ClientLookup, ClientPages, ClientRemoval, Clients, ClientTests, ClientTrials, SecretsOfClients],
  exports: [ClientLookup],
})
export class AdminClientsModule {}
