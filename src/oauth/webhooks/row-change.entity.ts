import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EmptiedBy } from '../../platform/database/expiring-tables.js';
import type { Long } from '../../platform/operations/long.js';

/** Values of the columns that rules read. */
export type KeptValues = Readonly<Record<string, unknown>>;

/**
 * A change of a watched row. Triggers of the database write it in the transaction of every change, and decide nothing
 * (D275); `EventDecisions` takes it. It has no name and no address: values only where a rule reads them.
 */
@Entity('row_change')
@EmptiedBy('EventDecisions, and the clean-up when there is no webhook')
@Index('row_change_transaction_id_idx', ['transactionId', 'subject'])
export class RowChange {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'row_change_pkey',
  })
  id!: Long;

  /** Events are merged within one transaction. */
  @Column({ type: 'bigint', name: 'transaction_id' })
  transactionId!: Long;

  @Column({ type: 'text', name: 'table_name' })
  tableName!: string;

  /** `account:7`, `family:3`: the order is kept for each. */
  @Column({ type: 'text' })
  subject!: string;

  /** null: the row was inserted. */
  @Column({ type: 'jsonb', name: 'old_values', nullable: true })
  oldValues!: KeptValues | null;

  /** null: the row was deleted. */
  @Column({ type: 'jsonb', name: 'new_values', nullable: true })
  newValues!: KeptValues | null;

  /** The watched columns that an update changed. */
  @Column({ type: 'text', array: true })
  changed!: string[];

  /** The client that provisioned the subject; null: none. */
  @Column({ type: 'bigint', name: 'created_by', nullable: true })
  createdBy!: Long | null;

  /** The clients whose user the account was at that time. */
  @Column({ type: 'bigint', name: 'client_ids', array: true })
  clientIds!: Long[];

  @Column({ type: 'timestamptz', name: 'occurred_at' })
  occurredAt!: Date;
}
