import { Module } from '@nestjs/common';
import { OwnAccountModule } from '../../account/own-account.module.js';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { FactorsModule } from '../../identity/factors/factors.module.js';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { ConsentModule } from '../../oauth/consent/consent.module.js';
import { SsoModule } from '../../oauth/sso/sso.module.js';
import { ProvisioningModule } from '../../provisioning/provisioning.module.js';
import { AdminAuditModule } from '../audit/audit.module.js';
import { AdminGrantsModule } from '../grants/grants.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { AccountDirectory } from './account-directory.js';
import { AccountHelpConsole } from './account-help.console.js';
import { AccountHelpController } from './account-help.controller.js';
import { AccountHelp } from './account-help.js';
import { AccountHolding } from './account-holding.js';
import { AccountIdentifiersConsole } from './account-identifiers.console.js';
import { AccountIdentifiersController } from './account-identifiers.controller.js';
import { AccountPages } from './account-pages.js';
import { AccountRecovery } from './account-recovery.js';
import { AccountRecoveryConsole } from './account-recovery.console.js';
import { AccountRecoveryController } from './account-recovery.controller.js';
import { AccountSearch } from './account-search.js';
import { AccountSecuringConsole } from './account-securing.console.js';
import { AccountSecuringController } from './account-securing.controller.js';
import { AccountSecuring } from './account-securing.js';
import { AccountSessions } from './account-sessions.js';
import { AccountSetupCodes } from './account-setup-codes.js';
import { AccountSetupCodesConsole } from './account-setup-codes.console.js';
import { AccountSetupCodesController } from './account-setup-codes.controller.js';
import { AccountTabsConsole } from './account-tabs.console.js';
import { AccountTimeline } from './account-timeline.js';
import { AccountWaysConsole } from './account-ways.console.js';
import { AccountWaysController } from './account-ways.controller.js';
import { AccountWays } from './account-ways.js';
import { AccountsConsole } from './accounts.console.js';
import { AccountsController } from './accounts.controller.js';
import { Accounts } from './accounts.service.js';
import { AdministeredIdentifiers } from './administered-identifiers.js';
import { NewAccountConsole } from './new-account.console.js';
import { NewAccounts } from './new-accounts.js';
import { AccountImportConsole } from './import/account-import.console.js';
import { AccountImportController } from './import/account-import.controller.js';
import { AccountImport } from './import/account-import.js';

@Module({
  imports: [
    AccountsModule,
    AdminAuditModule,
    AdminGrantsModule,
    ConsentModule,
    FactorsModule,
    MailedLinksModule,
    NotificationsModule,
    OwnAccountModule,
    ProvisioningModule,
    SessionsModule,
    ShellModule,
    SsoModule,
  ],
  controllers: [
    AccountHelpConsole,
    AccountHelpController,
    AccountIdentifiersController,
    AccountRecoveryConsole,
    AccountRecoveryController,
    AccountSetupCodesConsole,
    AccountSetupCodesController,
    AccountSecuringConsole,
    AccountSecuringController,
    // before AccountTabsConsole, which would take "import" and "new" in their addresses for an account id
    AccountImportConsole,
    AccountImportController,
    NewAccountConsole,
    AccountIdentifiersConsole,
    AccountTabsConsole,
    AccountWaysConsole,
    AccountWaysController,
    AccountsConsole,
    AccountsController,
  ],
  providers: [
    AccountDirectory,
    AccountHelp,
    AccountHolding,
    AccountImport,
    AccountPages,
    AccountRecovery,
    AccountSearch,
    AccountSecuring,
    AccountSessions,
    AccountSetupCodes,
    AccountTimeline,
    AccountWays,
    Accounts,
    AdministeredIdentifiers,
    NewAccounts,
  ],
  exports: [AccountDirectory],
})
export class AdminAccountsModule {}
