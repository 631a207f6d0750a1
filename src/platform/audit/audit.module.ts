import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditEvent } from './audit-event.entity.js';
import { AuditLog } from './audit-log.js';
import { AuditTally } from './audit-tally.js';

/** The audit trail, for whoever changes or refuses something. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AuditEvent])],
  providers: [AuditLog, AuditTally],
  exports: [AuditLog, AuditTally],
})
export class AuditModule {}
