import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { Account } from '../accounts/account.entity.js';
import { Expires } from '../../platform/database/expiring-tables.js';

/** Somebody asked to get back in to an account without its second factor (D250); gone once it was done or stopped. */
@Entity('factor_recovery')
export class FactorRecovery {
  @ForeignKey(() => Account, { onDelete: 'CASCADE', name: 'factor_recovery_account_id_fkey' })
  @PrimaryColumn({
    type: 'bigint',
    name: 'account_id',
    primaryKeyConstraintName: 'factor_recovery_pkey',
  })
  accountId!: Long;

  @Column({ type: 'timestamptz', name: 'started_at' })
  startedAt!: Date;

  /** From then on a link that was sent removes the second factors. */
  @Column({ type: 'timestamptz', name: 'ready_at' })
  readyAt!: Date;

  /** After that it is over. */
  @Expires()
  @Index('factor_recovery_ends_at_idx')
  @Column({ type: 'timestamptz', name: 'ends_at' })
  endsAt!: Date;
}
