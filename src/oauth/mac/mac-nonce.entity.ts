import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '../../platform/database/expiring-tables.js';

/** A used (token, ts, nonce) (D51). The table is unlogged: see its migration. */
@Entity('mac_nonce')
export class MacNonce {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'mac_nonce_pkey' })
  digest!: Buffer;

  @Expires()
  @Index('mac_nonce_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
