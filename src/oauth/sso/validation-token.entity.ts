import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from '../../identity/accounts/account.entity.js';
import { Client } from '../clients/client.entity.js';
import type { Long } from '../../platform/operations/long.js';
import { Expires } from '../../platform/database/expiring-tables.js';

/** A validation token by its SHA-256 (D53); using it deletes it. */
@Entity('validation_token')
export class ValidationToken {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'validation_token_pkey' })
  digest!: Buffer;

  @Index('validation_token_account_id_idx')
  @ForeignKey(() => Account, { onDelete: 'CASCADE', name: 'validation_token_account_id_fkey' })
  @Column({ type: 'bigint', name: 'account_id' })
  accountId!: Long;

  /** The client that created it. */
  @Index('validation_token_client_id_idx')
  @ForeignKey(() => Client, { onDelete: 'CASCADE', name: 'validation_token_client_id_fkey' })
  @Column({ type: 'bigint', name: 'client_id' })
  clientId!: Long;

  /** The only client that may use it; null: every client with the ruleset of its creator. */
  @Index('validation_token_audience_id_idx')
  @ForeignKey(() => Client, { onDelete: 'CASCADE', name: 'validation_token_audience_id_fkey' })
  @Column({ type: 'bigint', name: 'audience_id', nullable: true })
  audienceId!: Long | null;

  @Expires()
  @Index('validation_token_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
