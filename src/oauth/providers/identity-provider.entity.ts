import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Sealed } from '../../platform/security/sealed-column.js';

/** An OpenID Connect provider elsewhere, where people may sign in (D257). */
@Entity('identity_provider')
export class IdentityProvider {
  /** A short word; part of the redirect URI that is registered there. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'identity_provider_pkey' })
  id!: string;

  /** Its ExternalIds have this issuer (D115). It is unique: an ExternalId belongs to exactly one provider. */
  @Index('identity_provider_issuer_key', { unique: true })
  @Column({ type: 'text' })
  issuer!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', name: 'button_text', nullable: true })
  buttonText!: string | null;

  @Column({ type: 'text', name: 'client_id' })
  clientId!: string;

  @Column({ type: 'text', array: true })
  scopes!: string[];

  @Column({ type: 'boolean', name: 'is_enabled', default: true })
  isEnabled!: boolean;

  /** Sealed for this provider; null: it has none, and is asked as a public client. */
  @Sealed<IdentityProvider>('identity provider', ({ id }) => providerContext(id))
  @Column({ type: 'bytea', name: 'sealed_secret', nullable: true })
  sealedSecret!: Buffer | null;
}

/** What the secret is sealed for. */
export function providerContext(id: string): Buffer {
  return Buffer.from(`identity provider ${id}`);
}
