import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { ClientsModule } from '../../oauth/clients/clients.module.js';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { BootstrapAccounts } from './bootstrap-accounts.js';
import { BootstrapClients } from './bootstrap-clients.js';
import { Bootstrap } from './bootstrap.service.js';

@Module({
  imports: [AccountsModule, ClientsModule, FamiliesModule],
  providers: [Bootstrap, BootstrapAccounts, BootstrapClients],
  exports: [Bootstrap],
})
export class BootstrapModule {}
