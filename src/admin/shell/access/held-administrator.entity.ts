import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../../platform/database/key-columns.js';
import { Account } from '../../../identity/accounts/account.entity.js';
import type { Long } from '../../../platform/operations/long.js';
import { Expires } from '../../../platform/database/expiring-tables.js';

/** A sign-in to the console that waits for its second step, stored under the SHA-256 of its id. It opens nothing. */
@Entity('held_administrator')
export class HeldAdministrator {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'held_administrator_pkey' })
  digest!: Buffer;

  @RefersTo(() => Account, 'held_administrator.account_id')
  accountId!: Long;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Expires()
  @Index('held_administrator_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
