import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { Bootstrap } from './bootstrap.service.js';

@Module({
  imports: [AccountsModule, ClientsModule, FamiliesModule],
  providers: [Bootstrap],
  exports: [Bootstrap],
})
export class BootstrapModule {}
