import { Module } from '@nestjs/common';
import { SetupCode } from './access/setup-code.entity.js';
import { Account } from '../../identity/accounts/account.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DiscoveryModule } from '@nestjs/core';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { AdminSessionController } from './access/admin-session.controller.js';
import { AdminSessions } from './access/admin-sessions.js';
import { AdministeringClients } from './access/administering-clients.js';
import { ConsolePaths } from './access/console-paths.js';
import { FirstAdministrator } from './access/first-administrator.js';
import { SignInConsole } from './access/sign-in.console.js';
import { Confirmation } from './console/confirmation.js';
import { DeclaredOperations } from './declared-operations.js';

/** Who administers, and what every page and answer of the administration shares. */
@Module({
  imports: [TypeOrmModule.forFeature([Account, SetupCode]), AccountsModule, DiscoveryModule],
  controllers: [AdminSessionController, SignInConsole],
  providers: [
    AdministeringClients,
    AdminSessions,
    Confirmation,
    ConsolePaths,
    DeclaredOperations,
    FirstAdministrator,
  ],
  exports: [AdministeringClients, AdminSessions, Confirmation, DeclaredOperations, FirstAdministrator],
})
export class ShellModule {}
