import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AccessModule } from './oauth/access/access.module.js';
import { AccountAuthGuard } from './oauth/access/account-auth.guard.js';
import { ClientAuthGuard } from './oauth/access/client-auth.guard.js';
import { RulesetGuard } from './oauth/access/ruleset.guard.js';
import { SenderGuard } from './oauth/access/sender.guard.js';
import { SignedInGuard } from './oauth/access/signed-in.guard.js';
import { TransportGuard } from './oauth/access/transport.guard.js';
import { AdministratorGuard } from './admin/shell/access/administrator.guard.js';
import { AdminModule } from './admin/admin.module.js';
import { ActivityModule } from './platform/activity/activity.module.js';
import { AccountsModule } from './identity/accounts/accounts.module.js';
import { AuditModule } from './platform/audit/audit.module.js';
import { AuthorizationModule } from './oauth/authorize/authorization.module.js';
import { BaseModule, type Surroundings } from './base.module.js';
import { BootstrapModule } from './provisioning/bootstrap/bootstrap.module.js';
import { ClientsModule } from './oauth/clients/clients.module.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { databaseOptions } from './platform/database/database-options.js';
import { DeviceModule } from './oauth/device/device.module.js';
import { DispatchModule } from './platform/http/dispatch.module.js';
import { ProblemFilter } from './platform/http/problem.filter.js';
import { DocsModule } from './platform/reference/docs.module.js';
import { GrantsModule } from './oauth/grants/grants.module.js';
import { entities } from './entities.js';
import { FamiliesModule } from './identity/families/families.module.js';
import { OperationsModule } from './operate/operations.module.js';
import { Log2Module } from './legacy/log2/log2.module.js';
import { OwnAccountModule } from './account/own-account.module.js';
import { ProvisioningModule } from './provisioning/provisioning.module.js';
import { SessionsModule } from './identity/sessions/sessions.module.js';
import { ThrottleModule } from './platform/throttle/throttle.module.js';
import { TokensModule } from './oauth/tokens/tokens.module.js';
import { WebFlowModule } from './legacy/web-flow/web-flow.module.js';

/**
 * Every guard runs for every request, in this order, and judges it by the declaration of its handler. They are not
 * attached by @UseGuards: a class that forgot one would be open, the order would depend on imports, and Nest would run
 * none of them for the lane (docs/reference/security.md).
 */
const GUARDS = [
  TransportGuard,
  ClientAuthGuard,
  SenderGuard,
  RulesetGuard,
  AccountAuthGuard,
  SignedInGuard,
  AdministratorGuard,
];

/** The list of modules, and of the guards in their order (D36). */
@Module({
  imports: [
    AccessModule,
    AccountsModule,
    ActivityModule,
    AdminModule,
    AuditModule,
    AuthorizationModule,
    BootstrapModule,
    ClientsModule,
    DeviceModule,
    DispatchModule.with(AccessModule),
    DocsModule,
    FamiliesModule,
    GrantsModule,
    Log2Module,
    OperationsModule,
    OwnAccountModule,
    ProvisioningModule,
    SessionsModule,
    ThrottleModule,
    TokensModule,
    WebFlowModule,
  ],
  providers: [
    { provide: APP_FILTER, useClass: ProblemFilter },
    ...GUARDS.map((guard) => ({ provide: APP_GUARD, useClass: guard })),
  ],
})
export class AppModule {
  static with(surroundings: Surroundings): DynamicModule {
    const { config, embeddedDatabase } = surroundings;
    const database = databaseOptions(config, entities, embeddedDatabase);
    return { module: AppModule, imports: [DatabaseModule.with(database), BaseModule.with(surroundings)] };
  }
}
