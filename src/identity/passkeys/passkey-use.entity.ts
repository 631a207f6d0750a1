import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '../../platform/database/expiring-tables.js';

/** A challenge that a passkey answered, by its SHA-256; kept until the challenge expires, so that it is taken once. */
@Entity('passkey_use')
export class PasskeyUse {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'passkey_use_pkey' })
  digest!: Buffer;

  @Expires()
  @Index('passkey_use_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
