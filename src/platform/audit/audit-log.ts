import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HourlyCounters, type Kind } from '../activity/hourly-counters.js';
import { Database } from '../database/database.js';
import { inParts } from '../database/in-parts.js';
import { Transaction } from '../database/transaction.js';
import { Clock } from '../security/clock.js';
import { AuditEvent } from './audit-event.entity.js';
import { eventOf, type AuditEntry } from './audit-entry.js';
import { AuditTally } from './audit-tally.js';
import type { AuditAction } from './audit-actions.js';

type Outcome = AuditEntry['outcome'];

/** Ways to sign in. */
const SIGN_INS: readonly AuditAction[] = [
  'signin',
  'passkey.used',
  'validation-token.exchanged',
  'assertion.exchanged',
];

/** Writes the audit trail: ids and addresses, never a secret or personal data. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly database: Database,
    private readonly tally: AuditTally,
    private readonly counters: HourlyCounters,
    private readonly clock: Clock,
  ) {}

  /** @param tx the transaction of the recorded change, so that both are kept or neither; absent where nothing changes */
  async record(entry: AuditEntry, tx?: EntityManager): Promise<void> {
    if (!tx) return this.database.transaction((own) => this.record(entry, own));
    await tx.insert(AuditEvent, eventOf(entry, this.clock.now()));
    const { action, outcome } = entry;
    if (tx instanceof Transaction) tx.afterCommit(() => this.recorded(action, outcome));
    else this.recorded(action, outcome);
  }

  /** Records many events in few statements. */
  async recordAll(entries: readonly AuditEntry[], tx: EntityManager): Promise<void> {
    const at = this.clock.now();
    await inParts(entries, (part) =>
      tx.insert(
        AuditEvent,
        part.map((entry) => eventOf(entry, at)),
      ),
    );
  }

  /**
   * For events without a change that may come in floods (`isCounted`): written within a second, repetitions as a count.
   */
  count(entry: AuditEntry): void {
    this.tally.note(entry);
    this.recorded(entry.action, entry.outcome);
  }

  /** Counts an event for the overview (D238). Callers that record the event in their own statement use it. */
  recorded(action: AuditAction, outcome: Outcome): void {
    const kind = kindOf(action, outcome);
    if (kind !== null) this.counters.add(kind);
  }
}

function kindOf(action: AuditAction, outcome: Outcome): Kind | null {
  if (outcome === 'refused') return `refused:${action}`;
  return SIGN_INS.includes(action) ? 'signin' : null;
}
