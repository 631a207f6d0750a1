import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../../platform/database/key-columns.js';
import { Account } from '../../../identity/accounts/account.entity.js';
import type { UserAgent } from '../../../identity/sign-ins/user-agent.js';
import type { Long } from '../../../platform/operations/long.js';
import { Expires } from '../../../platform/database/expiring-tables.js';

/**
 * An administrator's session, stored under the SHA-256 of its id. It is separate from JSESSIONID: a sign-in there gives no
 * access here.
 */
@Entity('admin_session')
export class AdminSession {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'admin_session_pkey' })
  digest!: Buffer;

  @RefersTo(() => Account, 'admin_session.account_id')
  accountId!: Long;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  /** The browser that opened it; null: older than this column. */
  @Column({ type: 'jsonb', nullable: true })
  agent!: UserAgent | null;

  /** When the password was last confirmed. */
  @Column({ type: 'timestamptz', name: 'confirmed_at' })
  confirmedAt!: Date;

  /** Moves on with each use, to at most 12 hours after `created_at`. */
  @Expires()
  @Index('admin_session_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
