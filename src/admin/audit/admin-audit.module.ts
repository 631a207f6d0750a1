import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { ClientsModule } from '../../oauth/clients/clients.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { AuditNames } from './audit-names.js';
import { AuditConsole } from './audit.console.js';
import { AuditTrail } from './audit-trail.js';
import { AuditController } from './audit.controller.js';
import { SavedFilter } from './saved-filter.entity.js';
import { SavedFilters } from './saved-filters.js';

@Module({
  imports: [AccountsModule, ClientsModule, ShellModule, TypeOrmModule.forFeature([SavedFilter])],
  controllers: [AuditConsole, AuditController],
  providers: [AuditNames, AuditTrail, SavedFilters],
  exports: [AuditNames, AuditTrail],
})
export class AdminAuditModule {}
