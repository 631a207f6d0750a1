import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { KeyRefersTo } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';
import { TokenGrant } from './token-grant.entity.js';
import { Expires } from '../../platform/database/expiring-tables.js';
import { MINUTE } from '../../platform/security/clock.js';

/** An access token that was revoked without its grant, kept until it would have expired. */
@Entity('ended_token')
export class EndedToken {
  @KeyRefersTo(() => TokenGrant, 'ended_token.grant_id')
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
