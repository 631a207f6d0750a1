import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Account } from '../../identity/accounts/account.entity.js';
import { Client } from '../clients/client.entity.js';
import type { Long } from '../../platform/operations/long.js';

export type TokenType = 'bearer' | 'mac';

/** An account's authorization of a client, with its chain of refresh tokens. Without an account: the client's own. */
@Entity('token_grant')
@Index('token_grant_client_id_idx', ['clientId', 'id'])
@Check('token_grant_token_type_check', `"token_type" IN ('bearer', 'mac')`)
export class TokenGrant {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'token_grant_pkey',
  })
  id!: Long;

  @Index('token_grant_account_id_idx', { where: '"account_id" IS NOT NULL' })
  @ForeignKey(() => Account, { onDelete: 'CASCADE', name: 'token_grant_account_id_fkey' })
  @Column({ type: 'bigint', name: 'account_id', nullable: true })
  accountId!: Long | null;

  @ForeignKey(() => Client, { onDelete: 'CASCADE', name: 'token_grant_client_id_fkey' })
  @Column({ type: 'bigint', name: 'client_id' })
  clientId!: Long;

  /** §4.2 a01deviceId. */
  @Column({ type: 'text', name: 'device_id', nullable: true })
  deviceId!: string | null;

  @Column({ type: 'text', name: 'token_type' })
  tokenType!: TokenType;

  @Column({ type: 'text', nullable: true })
  scope!: string | null;

  /** When the user last entered the password before it was made; null: somebody vouched, or it is the client's own. */
  @Column({ type: 'timestamptz', name: 'auth_time', nullable: true })
  authTime!: Date | null;

  /** The sign-in that it belongs to, as clients know it; null: none of a browser, or it is over. */
  @Column({ type: 'varchar', length: 43, nullable: true })
  sid!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  /** The clean-up checks it no earlier than this, and moves the date on while the grant has an active token. */
  @Index('token_grant_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;

  @Column({ type: 'timestamptz', name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;
}
