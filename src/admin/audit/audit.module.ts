import { Module } from '@nestjs/common';
import { ShellModule } from '../shell/shell.module.js';
import { AuditTrail } from './audit-trail.js';
import { AuditConsole } from './audit.console.js';
import { AuditController } from './audit.controller.js';

@Module({
  imports: [ShellModule],
  controllers: [AuditConsole, AuditController],
  providers: [AuditTrail],
})
export class AdminAuditModule {}
