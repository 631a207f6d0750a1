import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../platform/database/key-columns.js';
import { Account } from '../../identity/accounts/account.entity.js';
import { Client } from '../clients/client.entity.js';
import type { Long } from '../../platform/operations/long.js';
import { Expires } from '../../platform/database/expiring-tables.js';
import { MINUTE } from '../../platform/security/clock.js';

/** An authorization code by its SHA-256 (D54). A used one is kept for a while, so that a second use is recognized. */
@Entity('authorization_code')
export class AuthorizationCode {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'authorization_code_pkey' })
  digest!: Buffer;

  @RefersTo(() => Client, 'authorization_code.client_id')
  clientId!: Long;

  @RefersTo(() => Account, 'authorization_code.account_id')
  accountId!: Long;

  /** Exactly as requested. */
  @Column({ type: 'varchar', length: 2048, name: 'redirect_uri' })
  redirectUri!: string;

  /** The consented scope; null: everything that the client's ruleset allows. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  scope!: string | null;

  /** Claims that were asked for one by one (`requested-claims.ts`); null: none. */
  @Column({ type: 'varchar', length: 512, nullable: true })
  claims!: string | null;

  /** What it is for: numbers of resources, separated by spaces; 0: this server. null: only this server. */
  @Column({ type: 'text', nullable: true })
  resources!: string | null;

  /** PKCE S256 (D60). */
  @Column({ type: 'varchar', length: 43, name: 'code_challenge', nullable: true })
  codeChallenge!: string | null;

  /** Thumbprint of the only key that may redeem it (RFC 9449 §10), 32 bytes; null: any key may. */
  @Column({ type: 'bytea', name: 'dpop_jkt', nullable: true })
  dpopJkt!: Buffer | null;

  /** OpenID Connect nonce, returned in the id_token. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  nonce!: string | null;

  /** When the user last entered the password. */
  @Column({ type: 'timestamptz', name: 'auth_time', nullable: true })
  authTime!: Date | null;

  /** How the user signed in: methods separated by spaces; null: by a password only, or before this was kept. */
  @Column({ type: 'text', nullable: true })
  methods!: string | null;

  /** The sign-in that it belongs to, as clients know it. */
  @Column({ type: 'varchar', length: 43, nullable: true })
  sid!: string | null;

  /** The sign-in in which it was made; null: none of a page, or from before 0.3. */
  @Column({ type: 'bigint', name: 'sign_in_id', nullable: true })
  signInId!: Long | null;

  /** A used code is kept for an hour, so that its second use is detected (D54). */
  @Expires({ keptMs: 60 * MINUTE })
  @Index('authorization_code_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;

  @Column({ type: 'timestamptz', name: 'used_at', nullable: true })
  usedAt!: Date | null;

  /** The grant that its use created, which a second use revokes; it may be gone. */
  @Column({ type: 'bigint', name: 'grant_id', nullable: true })
  grantId!: Long | null;
}
