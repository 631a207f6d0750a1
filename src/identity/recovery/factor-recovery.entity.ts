import { Column, Entity, Index } from 'typeorm';
import { KeyRefersTo } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';
import { Account } from '../accounts/account.entity.js';
import { Expires } from '../../platform/database/expiring-tables.js';
import { DAY } from '../../platform/security/clock.js';

/** How long after a link stopped a recovery no link stops another. */
export const STOPPED_ONCE_MS = 90 * DAY;

/**
 * A request to get back in to an account without its second factor (D250). It ends at once when it is completed or
 * stopped, and is kept as long as no link may stop another one (D334).
 */
@Entity('factor_recovery')
export class FactorRecovery {
  @KeyRefersTo(() => Account, 'factor_recovery.account_id')
  accountId!: Long;

  @Column({ type: 'timestamptz', name: 'started_at' })
  startedAt!: Date;

  /** When its links begin to remove the second factors. */
  @Column({ type: 'timestamptz', name: 'ready_at' })
  readyAt!: Date;

  /** When it ends. */
  @Expires({ keptMs: STOPPED_ONCE_MS })
  @Index('factor_recovery_ends_at_idx')
  @Column({ type: 'timestamptz', name: 'ends_at' })
  endsAt!: Date;

  /** An administrator began it: a new password does not end it. */
  @Column({ type: 'boolean', name: 'by_administrator', default: false })
  byAdministrator!: boolean;

  /** When a link last stopped one; null: none did. */
  @Column({ type: 'timestamptz', name: 'stopped_at', nullable: true })
  stoppedAt!: Date | null;
}
