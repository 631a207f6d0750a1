import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A used (token, ts, nonce) (D51). The table is unlogged: see its migration. */
@Entity('mac_nonce')
export class MacNonce {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'mac_nonce_pkey' })
  digest!: Buffer;

  @Index('mac_nonce_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
