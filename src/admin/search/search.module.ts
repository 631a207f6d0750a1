import { Module } from '@nestjs/common';
import { AdminAccountsModule } from '../accounts/admin-accounts.module.js';
import { AdminClientsModule } from '../clients/admin-clients.module.js';
import { AdminFamiliesModule } from '../families/admin-families.module.js';
import { AdminGrantsModule } from '../grants/admin-grants.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { SearchConsole } from './search.console.js';
import { ConsoleSearch } from './console-search.service.js';

@Module({
  imports: [AdminAccountsModule, AdminClientsModule, AdminFamiliesModule, AdminGrantsModule, ShellModule],
  controllers: [SearchConsole],
  providers: [ConsoleSearch],
})
export class AdminSearchModule {}
