import { Module } from '@nestjs/common';
import { SetupCode } from './access/setup-code.entity.js';
import { AccountEndings } from '../../identity/accounts/account-endings.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DiscoveryModule } from '@nestjs/core';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { AdminSessionController } from './access/admin-session.controller.js';
import { AdminSessions } from './access/admin-sessions.js';
import { AdminBrowsers } from './access/admin-browsers.js';
import { AdministeringClients } from './access/administering-clients.js';
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
  imports: [TypeOrmModule.forFeature([SetupCode]), AccountsModule, DiscoveryModule, SessionsModule],
  controllers: [AdminSessionController, ShortcutsConsole, SignInConsole],
  providers: [
    AdminBrowsers,
    AdministeringClients,
    AdminSessions,
    Confirmation,
    ConsolePaths,
    ConsoleProblems,
    DeclaredOperations,
    FirstAdministrator,
    SessionAdministrators,
    SetupCodes,
  ],
  exports: [
    AdministeringClients,
    AdminSessions,
    Confirmation,
    DeclaredOperations,
    FirstAdministrator,
    SessionAdministrators,
  ],
})
export class ShellModule {
  constructor(endings: AccountEndings, sessions: AdminSessions) {
    endings.register('administration', (tx, accountId) => sessions.endOf(tx, { accountId }));
  }
}
