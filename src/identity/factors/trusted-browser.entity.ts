import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../platform/database/key-columns.js';
import { Account } from '../accounts/account.entity.js';
import type { UserAgent } from '../sign-ins/user-agent.js';
import type { Long } from '../../platform/operations/long.js';
import { Expires } from '../../platform/database/expiring-tables.js';

/** A browser in which an account is not asked for its second factor, by the SHA-256 of its cookie. */
@Entity('trusted_browser')
export class TrustedBrowser {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'trusted_browser_pkey' })
  digest!: Buffer;

  @RefersTo(() => Account, 'trusted_browser.account_id')
  accountId!: Long;

  /** What the browser called itself. */
  @Column({ type: 'jsonb' })
  agent!: UserAgent;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  /** The sign-in in which it was made; null: none of a page, or from before 0.3. */
  @Column({ type: 'bigint', name: 'sign_in_id', nullable: true })
  signInId!: Long | null;

  @Expires()
  @Index('trusted_browser_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
