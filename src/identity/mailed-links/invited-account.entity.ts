import { Entity } from 'typeorm';
import { KeyRefersTo } from '../../platform/database/key-columns.js';
import { Account } from '../accounts/account.entity.js';
import { EmptiedBy } from '../../platform/database/expiring-tables.js';
import type { Long } from '../../platform/operations/long.js';

/**
 * An account that was made for a member's invitation, until its user completes it or a partner takes it over (D311).
 */
@Entity('invited_account')
@EmptiedBy('its completion, or the deletion of the account')
export class InvitedAccount {
  @KeyRefersTo(() => Account, 'invited_account.account_id')
  accountId!: Long;
}
