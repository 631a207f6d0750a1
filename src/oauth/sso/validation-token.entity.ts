import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../platform/database/key-columns.js';
import { Account } from '../../identity/accounts/account.entity.js';
import { Client } from '../clients/client.entity.js';
import type { Long } from '../../platform/operations/long.js';
import { Expires } from '../../platform/database/expiring-tables.js';

/** A validation token by its SHA-256 (D53); using it deletes it. */
@Entity('validation_token')
export class ValidationToken {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'validation_token_pkey' })
  digest!: Buffer;

  @RefersTo(() => Account, 'validation_token.account_id')
  accountId!: Long;

  /** The client that created it. */
  @RefersTo(() => Client, 'validation_token.client_id')
  clientId!: Long;

  /** The only client that may use it; null: every client with the ruleset of its creator. */
  @RefersTo(() => Client, 'validation_token.audience_id', { nullable: true })
  audienceId!: Long | null;

  @Expires()
  @Index('validation_token_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
