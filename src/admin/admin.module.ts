import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuthorizationModule } from '../authorization/authorization.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { ProvisioningModule } from '../provisioning/provisioning.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { AdminSessionController } from './access/admin-session.controller.js';
import { AdminSessions } from './access/admin-sessions.js';
import { AdministeringClients } from './access/administering-clients.js';
import { ConsolePaths } from './access/console-paths.js';
import { FirstAdministrator } from './access/first-administrator.js';
import { SignInConsole } from './access/sign-in.console.js';
import { ACCOUNTS_CONTROLLERS, ACCOUNTS_PROVIDERS } from './accounts-parts.js';
import { CLIENTS_CONTROLLERS, CLIENTS_PROVIDERS } from './clients-parts.js';
import { Confirmation } from './console/confirmation.js';
import { HomeConsole } from './home/home.console.js';
import { OPERATIONS_CONTROLLERS, OPERATIONS_PROVIDERS } from './operations-parts.js';
import { DeclaredOperations } from './operations/declared-operations.js';
import { RulesetPreview } from './rulesets/ruleset-preview.js';
import { RulesetsConsole } from './rulesets/rulesets.console.js';
import { RulesetsController } from './rulesets/rulesets.controller.js';
import { Rulesets } from './rulesets/rulesets.service.js';

@Module({
  imports: [
    AccountsModule,
    AuthorizationModule,
    ClientsModule,
    DiscoveryModule,
    FamiliesModule,
    NotificationsModule,
    ProvisioningModule,
    TokensModule,
  ],
  controllers: [
    AdminSessionController,
    ...ACCOUNTS_CONTROLLERS,
    ...CLIENTS_CONTROLLERS,
    HomeConsole,
    RulesetsConsole,
    RulesetsController,
    SignInConsole,
    ...OPERATIONS_CONTROLLERS,
  ],
  providers: [
    AdministeringClients,
    AdminSessions,
    ...ACCOUNTS_PROVIDERS,
    ...CLIENTS_PROVIDERS,
    Confirmation,
    ConsolePaths,
    DeclaredOperations,
    FirstAdministrator,
    RulesetPreview,
    Rulesets,
    ...OPERATIONS_PROVIDERS,
  ],
  exports: [AdminSessions, FirstAdministrator],
})
export class AdminModule {}
