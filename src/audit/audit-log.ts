import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.js';
import { Clock } from '../security/clock.js';
import { AuditEvent } from './audit-event.entity.js';

export type AuditEntry = Pick<AuditEvent, 'action' | 'outcome'> &
  Partial<Pick<AuditEvent, 'clientId' | 'accountId' | 'target' | 'address' | 'details'>>;

/** Writes the audit trail: ids and addresses, never a secret and no personal data. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param tx the transaction of what is recorded, so that both are kept or neither */
  async record(entry: AuditEntry, tx: EntityManager = this.database.dataSource.manager): Promise<void> {
    await tx.insert(AuditEvent, { at: this.clock.now(), ...entry });
  }
}
