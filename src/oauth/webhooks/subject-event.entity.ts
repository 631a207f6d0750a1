import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { EmptiedBy } from '../../platform/database/expiring-tables.js';

/** An event of an account or a family that is not spread yet. `EventDecisions` writes it; `EventSpreader` takes it. */
@Entity('subject_event')
@EmptiedBy('those who tell webhooks, and the clean-up when there is none')
export class SubjectEvent {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'subject_event_pkey',
  })
  id!: Long;

  /** The transaction of the change. */
  @Column({ type: 'bigint', name: 'transaction_id' })
  transactionId!: Long;

  @Column({ type: 'text' })
  kind!: string;

  /** `account:7`, `family:3`. */
  @Column({ type: 'text' })
  subject!: string;

  /** Ids, and names of what changed; never a value. */
  @Column({ type: 'jsonb' })
  data!: Record<string, unknown>;

  /** The client that provisioned the subject; null: none. */
  @Column({ type: 'bigint', name: 'created_by', nullable: true })
  createdBy!: Long | null;

  /** The clients whose user the account was then. */
  @Column({ type: 'bigint', name: 'client_ids', array: true })
  clientIds!: Long[];

  @Column({ type: 'timestamptz', name: 'occurred_at' })
  occurredAt!: Date;
}
