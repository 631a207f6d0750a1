import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import type { MacAlgorithm } from '../mac/mac.js';
import { TokenGrant } from './token-grant.entity.js';

/** An access token by its SHA-256 (D46). */
@Entity('access_token')
export class AccessToken {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'access_token_pkey' })
  digest!: Buffer;

  @Index('access_token_grant_id_idx')
  @ForeignKey(() => TokenGrant, { onDelete: 'CASCADE', name: 'access_token_grant_id_fkey' })
  @Column({ type: 'bigint', name: 'grant_id' })
  grantId!: Long;

  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;

  /** Sealed under MASTER_KEY, prefixed with its key id. */
  @Column({ type: 'bytea', name: 'mac_key', nullable: true })
  macKey!: Buffer | null;

  @Column({ type: 'text', name: 'mac_algorithm', nullable: true })
  macAlgorithm!: MacAlgorithm | null;
}
