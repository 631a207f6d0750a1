import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import type { Long } from '../../platform/operations/long.js';

/** A recovery code that was not used yet; using it deletes the row. */
@Entity('recovery_code')
export class RecoveryCode {
  @ForeignKey(() => Account, { onDelete: 'CASCADE', name: 'recovery_code_account_id_fkey' })
  @PrimaryColumn({ type: 'bigint', name: 'account_id', primaryKeyConstraintName: 'recovery_code_pkey' })
  accountId!: Long;

  /** SHA-256 of the code, which has 125 random bits. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'recovery_code_pkey' })
  digest!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;
}
