import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '../../platform/database/expiring-tables.js';

/** A used `jti` of an issuer's assertion (RFC 7523 §3), by the SHA-256 of both; kept until the assertion expires. */
@Entity('assertion_use')
export class AssertionUse {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'assertion_use_pkey' })
  digest!: Buffer;

  @Expires()
  @Index('assertion_use_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
