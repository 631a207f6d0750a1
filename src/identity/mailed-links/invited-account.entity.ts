import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { EmptiedBy } from '../../platform/database/expiring-tables.js';
import type { Long } from '../../platform/operations/long.js';

/**
 * An account that was made for a member's invitation, until its user completes it or a partner takes it over (D311).
 */
@Entity('invited_account')
@EmptiedBy('its completion, or the deletion of the account')
export class InvitedAccount {
  @ForeignKey(() => Account, { onDelete: 'CASCADE', name: 'invited_account_account_id_fkey' })
  @PrimaryColumn({ type: 'bigint', name: 'account_id', primaryKeyConstraintName: 'invited_account_pkey' })
  accountId!: Long;
}
