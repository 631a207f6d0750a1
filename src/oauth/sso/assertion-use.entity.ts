import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A `jti` that an issuer's assertion has used (RFC 7523 §3), by the SHA-256 of both, until the assertion is over. */
@Entity('assertion_use')
export class AssertionUse {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'assertion_use_pkey' })
  digest!: Buffer;

  @Index('assertion_use_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
