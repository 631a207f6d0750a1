import { Column, Entity, PrimaryColumn } from 'typeorm';
import { KeyRefersTo } from '../../platform/database/key-columns.js';
import { Account } from '../accounts/account.entity.js';
import type { Long } from '../../platform/operations/long.js';

/** A recovery code that was not used yet; using it deletes the row. */
@Entity('recovery_code')
export class RecoveryCode {
  @KeyRefersTo(() => Account, 'recovery_code.account_id')
  accountId!: Long;

  /** SHA-256 of the code, which has 125 random bits. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'recovery_code_pkey' })
  digest!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;
}
