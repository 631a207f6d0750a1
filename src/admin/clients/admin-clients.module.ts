import { Module } from '@nestjs/common';
import { Ruleset } from '../../oauth/rulesets/ruleset.entity.js';
import { Client } from '../../oauth/clients/client.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { ClientsModule } from '../../oauth/clients/clients.module.js';
import { ConsentModule } from '../../oauth/consent/consent.module.js';
import { OidcModule } from '../../oauth/oidc/oidc.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { ClientLookup } from './client-lookup.js';
import { ClientTests } from './client-tests.js';
import { ClientsConsole } from './clients.console.js';
import { ClientsController } from './clients.controller.js';
import { Clients } from './clients.service.js';
import { NewClientConsole } from './new-client.console.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Client, Ruleset]),
    ClientsModule,
    ConsentModule,
    MailedLinksModule,
    OidcModule,
    ShellModule,
  ],
  // In this order: /admin/clients/new comes before /admin/clients/:clientId.
  controllers: [NewClientConsole, ClientsConsole, ClientsController],
  providers: [ClientLookup, Clients, ClientTests],
  exports: [ClientLookup],
})
export class AdminClientsModule {}
