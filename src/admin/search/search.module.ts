import { Module } from '@nestjs/common';
import { AdminAccountsModule } from '../accounts/accounts.module.js';
import { AdminClientsModule } from '../clients/clients.module.js';
import { AdminFamiliesModule } from '../families/families.module.js';
import { AdminGrantsModule } from '../grants/grants.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { SearchConsole } from './search.console.js';
import { ConsoleSearch } from './console-search.service.js';

@Module({
  imports: [AdminAccountsModule, AdminClientsModule, AdminFamiliesModule, AdminGrantsModule, ShellModule],
  controllers: [SearchConsole],
  providers: [ConsoleSearch],
})
export class AdminSearchModule {}
