import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { EmptiedBy } from '../../platform/database/expiring-tables.js';

/**
 * What happened to an account or a family, and nobody has been told yet. Triggers of the database write it in the
 * transaction of the change, whoever makes it (D275); `EventSpreader` takes it.
 */
@Entity('subject_event')
@EmptiedBy('those who tell webhooks, and the clean-up when there is none')
@Index('subject_event_transaction_id_idx', ['transactionId', 'subject'])
export class SubjectEvent {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'subject_event_pkey',
  })
  id!: Long;

  /** What one transaction does to one subject is told once. */
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
