import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Sealed } from '../../platform/security/sealed-column.js';
import { Expires } from '../../platform/database/expiring-tables.js';

/**
 * A key that signs id_tokens, by the `alg` of its JWK. It is published before it begins to sign, and for a while after it
 * stops.
 */
@Entity('signing_key')
export class SigningKey {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'signing_key_pkey' })
  kid!: string;

  /** PKCS #8, sealed under MASTER_KEY. */
  @Sealed<SigningKey>('signing key', signingKeyContext)
  @Column({ type: 'bytea', name: 'private_key' })
  privateKey!: Buffer;

  /** JWK (RFC 7517). */
  @Column({ type: 'jsonb', name: 'public_key' })
  publicKey!: object;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  /** When it stops being published. */
  @Expires()
  @Index('signing_key_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}

/** What the private key is sealed for. */
export function signingKeyContext({ kid }: Pick<SigningKey, 'kid'>): Buffer {
  return Buffer.from(kid);
}
