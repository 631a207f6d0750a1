import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IdentityProvider } from './identity-provider.entity.js';
import { Sealed } from '../../platform/security/sealed-column.js';
import { Expires } from '../../platform/database/expiring-tables.js';

/**
 * A browser that was sent to a provider, or that came back and is asked whether to connect: by the SHA-256 of the `state` or
 * of the token in the page's address. Using it deletes it (D258).
 */
@Entity('provider_visit')
export class ProviderVisit {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'provider_visit_pkey' })
  digest!: Buffer;

  /** No other browser can continue it. */
  @Column({ type: 'bytea', name: 'browser_digest' })
  browserDigest!: Buffer;

  @Index('provider_visit_provider_id_idx')
  @ForeignKey(() => IdentityProvider, { onDelete: 'CASCADE', name: 'provider_visit_provider_id_fkey' })
  @Column({ type: 'text', name: 'provider_id' })
  providerId!: string;

  /** What it is for, with its nonce and code verifier or the identity that came back. */
  @Sealed<ProviderVisit>('provider visit', ({ digest }) => digest)
  @Column({ type: 'bytea', name: 'sealed_data' })
  sealedData!: Buffer;

  /** Only a sign-in after this counts. */
  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Expires()
  @Index('provider_visit_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
