import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditEvent } from './audit-event.entity.js';
import { AuditLog } from './audit-log.js';
import { AuditPartitions } from './audit-partitions.js';
import { AuditTally } from './audit-tally.js';
import { KeptEvents } from './kept-events.js';

/** The audit trail, for every service that changes or refuses something. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AuditEvent])],
  providers: [AuditLog, AuditPartitions, AuditTally, KeptEvents],
  exports: [AuditLog, AuditPartitions, KeptEvents, AuditTally],
})
export class AuditModule {}
