import { Module } from '@nestjs/common';
import { SetupCode } from './access/setup-code.entity.js';
import { Remedies } from '../../identity/accounts/remedies.js';
import { endedOf, WaysList } from '../../identity/accounts/ways-list.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DiscoveryModule } from '@nestjs/core';
import { FactorsModule } from '../../identity/factors/factors.module.js';
import { PasskeysModule } from '../../identity/passkeys/passkeys.module.js';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { AdminSessionController } from './access/admin-session.controller.js';
import { AdminSignIn } from './access/admin-sign-in.js';
import { HeldAdministrator } from './access/held-administrator.entity.js';
import { HeldAdministrators } from './access/held-administrators.js';
import { SecondStepConsole } from './access/second-step.console.js';
import { AdminSessions } from './access/admin-sessions.js';
import { AdminBrowsers } from './access/admin-browsers.js';
import { AdministratorStrength } from './access/administrator-strength.js';
import { AdministeringClients } from './access/administering-clients.js';
import { ConsolePasskeys } from './access/console-passkeys.js';
import { ConsolePaths } from './access/console-paths.js';
import { FirstAdministrator } from './access/first-administrator.js';
import { SetupCodes } from './access/setup-codes.js';
import { SignInConsole } from './access/sign-in.console.js';
import { SessionAdministrators } from './access/session-administrators.js';
import { Confirmation } from './console/confirmation.js';
import { ShortcutsConsole } from './console/shortcuts.console.js';
import { ConsoleProblems } from './console/console-problems.js';
import { DeclaredOperations } from './declared-operations.js';

/** Access to the administration, and what all its pages and routes share. */
@Module({
  imports: [
    TypeOrmModule.forFeature([HeldAdministrator, SetupCode]),
    AccountsModule,
    DiscoveryModule,
    FactorsModule,
    PasskeysModule,
    SessionsModule,
  ],
  controllers: [AdminSessionController, SecondStepConsole, ShortcutsConsole, SignInConsole],
  providers: [
    AdminBrowsers,
    AdministeringClients,
    AdministratorStrength,
    AdminSessions,
    AdminSignIn,
    Confirmation,
    ConsolePasskeys,
    ConsolePaths,
    ConsoleProblems,
    DeclaredOperations,
    FirstAdministrator,
    HeldAdministrators,
    SessionAdministrators,
    SetupCodes,
  ],
  exports: [
    AdministeringClients,
    AdministratorStrength,
    AdminSessions,
    AdminSignIn,
    Confirmation,
    DeclaredOperations,
    FirstAdministrator,
    SessionAdministrators,
  ],
})
export class ShellModule {
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
