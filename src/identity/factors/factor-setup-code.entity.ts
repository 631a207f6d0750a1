import { Column, Entity, Index } from 'typeorm';
import { KeyRefersTo } from '../../platform/database/key-columns.js';
import { Expires } from '../../platform/database/expiring-tables.js';
import type { Long } from '../../platform/operations/long.js';
import { Account } from '../accounts/account.entity.js';

/** A code with which an account that has a role sets up its first second factor; a newer one replaces it (D322). */
@Entity('factor_setup_code')
export class FactorSetupCode {
  @KeyRefersTo(() => Account, 'factor_setup_code.account_id')
  accountId!: Long;

  /** SHA-256 of the code, which has at least 125 random bits. */
  @Column({ type: 'bytea' })
  digest!: Buffer;

  @Expires()
  @Index('factor_setup_code_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
