import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { inParts } from '../database/in-parts.js';
import { Clock } from '../security/clock.js';
import { AuditEvent } from './audit-event.entity.js';
import { AuditTally, type AuditEntry } from './audit-tally.js';

/** Writes the audit trail: ids and addresses, never a secret or personal data. */
@Injectable()
export class AuditLog {
  constructor(
    @InjectRepository(AuditEvent) private readonly events: Repository<AuditEvent>,
    private readonly tally: AuditTally,
    private readonly clock: Clock,
  ) {}

  /** @param tx the transaction of what is recorded, so that both are kept or neither; left out where nothing changes */
  async record(entry: AuditEntry, tx: EntityManager = this.events.manager): Promise<void> {
    await tx.insert(AuditEvent, { at: this.clock.now(), ...columnsOf(entry) });
  }

  /** Records many events in few statements. */
  async recordAll(entries: readonly AuditEntry[], tx: EntityManager): Promise<void> {
    const at = this.clock.now();
    await inParts(entries, (part) =>
      tx.insert(
        AuditEvent,
        part.map((entry) => ({ at, ...columnsOf(entry) })),
      ),
    );
  }

  /**
   * For events without a change that may come in floods (`isCounted`): written within a second, repetitions as a count.
   */
  count(entry: AuditEntry): void {
    this.tally.note(columnsOf(entry));
  }
}

/** Picks the recorded fields: an actor may have more, such as its session and role. */
function columnsOf({
  action,
  outcome,
  clientId,
  accountId,
  target,
  address,
  details,
}: AuditEntry): AuditEntry {
  return { action, outcome, clientId, accountId, target, address, details };
}
