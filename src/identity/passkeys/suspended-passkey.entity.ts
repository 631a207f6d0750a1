import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../platform/database/key-columns.js';
import { Expires } from '../../platform/database/expiring-tables.js';
import type { Long } from '../../platform/operations/long.js';
import { DAY } from '../../platform/security/clock.js';
import { Account } from '../accounts/account.entity.js';

/**
 * A passkey that a remedy took out of use until its owner takes it back. It is not in `passkey`, so nobody can sign in
 * with it, not even on an older node.
 */
@Entity('suspended_passkey')
export class SuspendedPasskey {
  /** The id that it had in `passkey`, and gets back. */
  @PrimaryColumn({ type: 'bigint', primaryKeyConstraintName: 'suspended_passkey_pkey' })
  id!: Long;

  @RefersTo(() => Account, 'suspended_passkey.account_id')
  accountId!: Long;

  @Expires({ keptMs: 30 * DAY })
  @Index('suspended_passkey_suspended_at_idx')
  @Column({ type: 'timestamptz', name: 'suspended_at' })
  suspendedAt!: Date;

  /** The password was replaced when it was suspended, or since: a person who knows the new one may take it back. */
  @Column({ type: 'boolean', name: 'is_password_replaced', default: false })
  isPasswordReplaced!: boolean;

  /** The whole row of `passkey`. */
  @Column({ type: 'jsonb' })
  kept!: object;
}
