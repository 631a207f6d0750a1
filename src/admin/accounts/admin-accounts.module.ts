import { Module } from '@nestjs/common';
import { OwnAccountModule } from '../../account/own-account.module.js';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { FactorsModule } from '../../identity/factors/factors.module.js';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { PasswordsModule } from '../../identity/passwords/passwords.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { ConsentModule } from '../../oauth/consent/consent.module.js';
import { SsoModule } from '../../oauth/sso/sso.module.js';
import { ProvisioningModule } from '../../provisioning/provisioning.module.js';
import { AdminAuditModule } from '../audit/admin-audit.module.js';
import { AdminGrantsModule } from '../grants/admin-grants.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { AccountDirectory } from './account-directory.js';
import { AccountHelpConsole } from './account-help.console.js';
import { AccountHelpController } from './account-help.controller.js';
import { AccountHelp } from './account-help.js';
import { AccountIdentifiersConsole } from './account-identifiers.console.js';
import { AccountSections } from './account-sections.js';
import { AccountSearch } from './account-search.js';
import { AccountSecuringConsole } from './account-securing.console.js';
import { AccountSecuringController } from './account-securing.controller.js';
import { AccountSecuring } from './account-securing.js';
import { AccountSessions } from './account-sessions.js';
import { AccountTabsConsole } from './account-tabs.console.js';
import { AccountTimeline } from './account-timeline.js';
import { AccountWays } from './account-ways.js';
import { AccountsConsole } from './accounts.console.js';
import { AccountsController } from './accounts.controller.js';
import { Accounts } from './accounts.service.js';
import { AdministeredIdentifiers } from './administered-identifiers.js';
import { AccountExportController } from './export/account-export.controller.js';
import { AccountExport } from './export/account-export.js';
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
    PasswordsModule,
    ProvisioningModule,
    SessionsModule,
    ShellModule,
    SsoModule,
  ],
  controllers: [
    AccountHelpConsole,
    AccountHelpController,
    AccountSecuringConsole,
    AccountSecuringController,
    // before AccountTabsConsole, which would take "import" and "new" in their addresses for an account id, as AccountsController would take "export"
    AccountImportConsole,
    AccountImportController,
    AccountExportController,
    AccountsConsole,
    AccountIdentifiersConsole,
    AccountTabsConsole,
    AccountsController,
  ],
  providers: [
    AccountDirectory,
    AccountExport,
    AccountHelp,
    AccountImport,
    AccountSections,
    AccountSearch,
    AccountSecuring,
    AccountSessions,
    AccountTimeline,
    AccountWays,
    Accounts,
    AdministeredIdentifiers,
  ],
  exports: [AccountDirectory],
})
export class AdminAccountsModule {}
