import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { TokenGrant } from './token-grant.entity.js';

/** A refresh token by its SHA-256; a spent one is kept for a while to detect theft (D49). */
@Entity('refresh_token')
export class RefreshToken {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'refresh_token_pkey' })
  digest!: Buffer;

  @Index('refresh_token_grant_id_idx')
  @ForeignKey(() => TokenGrant, { onDelete: 'CASCADE', name: 'refresh_token_grant_id_fkey' })
  @Column({ type: 'bigint', name: 'grant_id' })
  grantId!: Long;

  @Column({ type: 'timestamptz', name: 'issued_at' })
  issuedAt!: Date;

  @Index('refresh_token_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;

  @Column({ type: 'timestamptz', name: 'spent_at', nullable: true })
  spentAt!: Date | null;

  /** The answer to the refresh that spent it, sealed under a key derived from the spent token alone. */
  @Column({ type: 'bytea', nullable: true })
  successor!: Buffer | null;
}
