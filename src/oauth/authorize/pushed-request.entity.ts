import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';
import { Client } from '../clients/client.entity.js';
import { Expires } from '../../platform/database/expiring-tables.js';

/** In characters; a state of the greatest length fits, and all that goes with it. */
export const MAX_PUSHED = 16_384;

/**
 * An authorization request that its client pushed, by the SHA-256 of what its request_uri ends with (RFC 9126, D267).
 * Public clients create these rows too: each column is bounded, and so is their number.
 */
@Entity('pushed_request')
export class PushedRequest {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'pushed_request_pkey' })
  digest!: Buffer;

  @RefersTo(() => Client, 'pushed_request.client_id', { nullable: true })
  clientId!: Long | null;

  /** The client_id of a client that nobody registered, in place of a row of it (D427). */
  @Column({ type: 'varchar', length: 255, name: 'document_url', nullable: true })
  documentUrl!: string | null;

  /** Its parameters, percent-encoded as in a query. */
  @Column({ type: 'varchar', length: MAX_PUSHED })
  query!: string;

  @Expires()
  @Index('pushed_request_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
