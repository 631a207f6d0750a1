import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from '../../identity/accounts/account.entity.js';
import { Client } from '../clients/client.entity.js';
import type { Long } from '../../platform/operations/long.js';

/**
 * What a third party asked for at /authorize, by the SHA-256 of the challenge's session id (§3.3 B, D58, D72). A stranger
 * makes such rows: each column has its bound, and their number too (D170).
 */
@Entity('authorization_context')
export class AuthorizationContext {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'authorization_context_pkey' })
  digest!: Buffer;

  /** SHA-256 of the cookie of the browser that began: no other browser may go on with it. */
  @Column({ type: 'bytea', name: 'browser_digest' })
  browserDigest!: Buffer;

  @Index('authorization_context_client_id_idx')
  @ForeignKey(() => Client, { onDelete: 'CASCADE', name: 'authorization_context_client_id_fkey' })
  @Column({ type: 'bigint', name: 'client_id' })
  clientId!: Long;

  @Column({ type: 'varchar', length: 2048, name: 'redirect_uri' })
  redirectUri!: string;

  /** As it was sent, percent-encoded. */
  @Column({ type: 'varchar', length: 12_288, nullable: true })
  state!: string | null;

  /** null: all that the client's ruleset allows. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  scope!: string | null;

  @Column({ type: 'varchar', length: 43, name: 'code_challenge', nullable: true })
  codeChallenge!: string | null;

  /** Space separated, of OpenID Connect Core §3.1.2.1. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  prompt!: string | null;

  @Column({ type: 'varchar', length: 255, name: 'login_hint', nullable: true })
  loginHint!: string | null;

  @Column({ type: 'varchar', length: 255, name: 'ui_locales', nullable: true })
  uiLocales!: string | null;

  /** Of OpenID Connect: comes back in the id_token. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  nonce!: string | null;

  /** Seconds: an older sign-in does not count. */
  @Column({ type: 'int', name: 'max_age', nullable: true })
  maxAge!: number | null;

  @Column({ type: 'timestamptz', name: 'signed_in_at', nullable: true })
  signedInAt!: Date | null;

  /** Who signed in on its form: enough where prompt=login asks for a new sign-in. */
  @Index('authorization_context_account_id_idx')
  @ForeignKey(() => Account, { onDelete: 'CASCADE', name: 'authorization_context_account_id_fkey' })
  @Column({ type: 'bigint', name: 'account_id', nullable: true })
  accountId!: Long | null;

  @Index('authorization_context_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
