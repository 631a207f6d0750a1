import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { TokenGrant } from './token-grant.entity.js';
import { Expires } from '../../platform/database/expiring-tables.js';
import { MINUTE } from '../../platform/security/clock.js';

/** An access token that was revoked without its grant, kept until it would have expired. */
@Entity('ended_token')
export class EndedToken {
  @ForeignKey(() => TokenGrant, { onDelete: 'CASCADE', name: 'ended_token_grant_id_fkey' })
  @PrimaryColumn({ type: 'bigint', name: 'grant_id', primaryKeyConstraintName: 'ended_token_pkey' })
  grantId!: Long;

  @PrimaryColumn({ type: 'bigint', primaryKeyConstraintName: 'ended_token_pkey' })
  issue!: Long;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'ended_token_pkey' })
  scope!: number;

  @Expires({ keptMs: 10 * MINUTE })
  @Index('ended_token_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
