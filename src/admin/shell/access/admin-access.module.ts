import { Module } from '@nestjs/common';
import { SetupCode } from './setup-code.entity.js';
import { Remedies } from '../../../identity/accounts/remedies.js';
import { endedOf, WaysList } from '../../../identity/accounts/ways-list.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DiscoveryModule } from '@nestjs/core';
import { FactorsModule } from '../../../identity/factors/factors.module.js';
import { PasskeysModule } from '../../../identity/passkeys/passkeys.module.js';
import { AccountsModule } from '../../../identity/accounts/accounts.module.js';
import { SessionsModule } from '../../../identity/sessions/sessions.module.js';
import { AdminSessionController } from './admin-session.controller.js';
import { AdminSignIn } from './admin-sign-in.js';
import { HeldAdministrator } from './held-administrator.entity.js';
import { HeldAdministrators } from './held-administrators.js';
import { SecondStepConsole } from './second-step.console.js';
import { AdminSessions } from './admin-sessions.js';
import { AdminBrowsers } from './admin-browsers.js';
import { AdministratorStrength } from './administrator-strength.js';
import { AdministeringClients } from './administering-clients.js';
import { ConsolePaths } from './console-paths.js';
import { FirstAdministrator } from './first-administrator.js';
import { SignInConsole } from './sign-in.console.js';
import { DeclaredOperations } from '../named-operations.js';

/** Access to the administration. */
@Module({
  imports: [
    TypeOrmModule.forFeature([HeldAdministrator, SetupCode]),
    AccountsModule,
    DiscoveryModule,
    FactorsModule,
    PasskeysModule,
    SessionsModule,
  ],
  controllers: [AdminSessionController, SecondStepConsole, SignInConsole],
  providers: [
    AdminBrowsers,
    AdministeringClients,
    AdministratorStrength,
    AdminSessions,
    AdminSignIn,
    ConsolePaths,
    DeclaredOperations,
    FirstAdministrator,
    HeldAdministrators,
  ],
  exports: [
    AdministeringClients,
    AdministratorStrength,
    AdminSessions,
    AdminSignIn,
    DeclaredOperations,
    FirstAdministrator,
  ],
})
export class AdminAccessModule {
  constructor(remedies: Remedies, ways: WaysList, sessions: AdminSessions, held: HeldAdministrators) {
    remedies.register('administration', async (tx, accountId, { session }) => {
      return (await held.endOf(tx, accountId, session)) + (await sessions.endOf(tx, { accountId }));
    });
    ways.register('administration', {
      of: (accountId) => sessions.waysOf(accountId),
      end: async (tx, accountId, id) =>
        endedOf(await sessions.endOf(tx, { accountId, digest: Buffer.from(id, 'hex') })),
    });
  }
}
