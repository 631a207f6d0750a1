import { Module } from '@nestjs/common';
import { OwnAccountModule } from '../../account/own-account.module.js';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { AuthorizationModule } from '../../oauth/authorize/authorization.module.js';
import { TokensModule } from '../../oauth/tokens/tokens.module.js';
import { ProvisioningModule } from '../../provisioning/provisioning.module.js';
import { AdminGrantsModule } from '../grants/grants.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { AccountDirectory } from './account-directory.js';
import { AccountHelpConsole } from './account-help.console.js';
import { AccountHelpController } from './account-help.controller.js';
import { AccountHelp } from './account-help.js';
import { AccountPages } from './account-pages.js';
import { AccountSearch } from './account-search.js';
import { AccountSessions } from './account-sessions.js';
import { AccountsConsole } from './accounts.console.js';
import { AccountsController } from './accounts.controller.js';
import { Accounts } from './accounts.service.js';
import { AccountImportConsole } from './import/account-import.console.js';
import { AccountImportController } from './import/account-import.controller.js';
import { AccountImport } from './import/account-import.js';

@Module({
  imports: [
    AccountsModule,
    AdminGrantsModule,
    AuthorizationModule,
    OwnAccountModule,
    ProvisioningModule,
    SessionsModule,
    ShellModule,
    TokensModule,
  ],
  controllers: [
    AccountHelpConsole,
    AccountHelpController,
    AccountImportConsole, // before AccountsConsole, which would take "import" in /admin/accounts/import for an account id
    AccountImportController,
    AccountsConsole,
    AccountsController,
  ],
  providers: [
    AccountDirectory,
    AccountHelp,
    AccountImport,
    AccountPages,
    AccountSearch,
    AccountSessions,
    Accounts,
  ],
})
export class AdminAccountsModule {}
