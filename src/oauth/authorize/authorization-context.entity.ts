import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../platform/database/key-columns.js';
import { Account } from '../../identity/accounts/account.entity.js';
import { Client } from '../clients/client.entity.js';
import type { Method } from '../../identity/sessions/authentication.js';
import type { ResponseMode, ResponseType } from './authorize-parameters.js';
import type { Long } from '../../platform/operations/long.js';
import { Expires } from '../../platform/database/expiring-tables.js';

/** What an authorization request asks for (§4.2, RFC 6749 §4.1.1, RFC 7636 §4.3). */
export abstract class AskedAuthorization {
  @Column({ type: 'varchar', length: 2048, name: 'redirect_uri' })
  redirectUri!: string;

  /** As sent, percent-encoded. */
  @Column({ type: 'varchar', length: 12_288, nullable: true })
  state!: string | null;

  /** null: everything that the client's ruleset allows. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  scope!: string | null;

  /** What it is for: numbers of resources, separated by spaces; 0: this server. null: only this server. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  resources!: string | null;

  @Column({ type: 'varchar', length: 43, name: 'code_challenge', nullable: true })
  codeChallenge!: string | null;

  /** Thumbprint of the only key that may redeem the code (RFC 9449 §10), 32 bytes; null: any key may. */
  @Column({ type: 'bytea', name: 'dpop_jkt', nullable: true })
  dpopJkt!: Buffer | null;

  /** Space-separated values of OpenID Connect Core §3.1.2.1. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  prompt!: string | null;

  @Column({ type: 'varchar', length: 255, name: 'login_hint', nullable: true })
  loginHint!: string | null;

  @Column({ type: 'varchar', length: 255, name: 'ui_locales', nullable: true })
  uiLocales!: string | null;

  /** OpenID Connect nonce, returned in the id_token. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  nonce!: string | null;

  /** In seconds: an older sign-in does not count. */
  @Column({ type: 'int', name: 'max_age', nullable: true })
  maxAge!: number | null;

  /** The known values of `acr_values`, separated by spaces, in the order that the client prefers. */
  @Column({ type: 'varchar', length: 255, name: 'acr_values', nullable: true })
  acrValues!: string | null;

  /** `acrValues` are more than a wish: without one of them there is an error. */
  @Column({ type: 'boolean', name: 'is_acr_needed', default: false })
  isAcrNeeded!: boolean;

  /** Claims that are asked for one by one (`requested-claims.ts`); null: none. */
  @Column({ type: 'varchar', length: 512, nullable: true })
  claims!: string | null;

  @Column({ type: 'text', name: 'response_type', default: 'code' })
  responseType!: ResponseType;

  /** How the answer goes back; null: in the query of a redirect. */
  @Column({ type: 'text', name: 'response_mode', nullable: true })
  responseMode!: ResponseMode | null;

  /** The account of the id_token_hint: no other may sign in. It may be gone. */
  @Column({ type: 'bigint', name: 'hinted_account_id', nullable: true })
  hintedAccountId!: Long | null;
}

/**
 * An authorization request of a third party at /authorize, keyed by the SHA-256 of the challenge's session id (§3.3 B,
 * D58, D72). Unauthenticated callers create these rows: each column is bounded, and so is their number (D170).
 */
@Entity('authorization_context')
@Check('authorization_context_response_type_check', `"response_type" IN ('code', 'id_token')`)
export class AuthorizationContext extends AskedAuthorization {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'authorization_context_pkey' })
  digest!: Buffer;

  /** SHA-256 of the cookie of the browser that began: no other may continue. Empty: no browser has opened it yet (D202). */
  @Column({ type: 'bytea', name: 'browser_digest' })
  browserDigest!: Buffer;

  @RefersTo(() => Client, 'authorization_context.client_id', { nullable: true })
  clientId!: Long | null;

  /** The client_id of a client that nobody registered, in place of a row of it (D427). */
  @Column({ type: 'varchar', length: 255, name: 'document_url', nullable: true })
  documentUrl!: string | null;

  @Column({ type: 'timestamptz', name: 'signed_in_at', nullable: true })
  signedInAt!: Date | null;

  /** How the account signed in; null: it has not yet. */
  @Column({ type: 'text', array: true, nullable: true })
  methods!: Method[] | null;

  /** The sign-in that it belongs to, as clients know it. */
  @Column({ type: 'varchar', length: 43, nullable: true })
  sid!: string | null;

  /** The sign-in in which it was made; null: none of a page, or from before 0.3. */
  @Column({ type: 'bigint', name: 'sign_in_id', nullable: true })
  signInId!: Long | null;

  /** The account that signed in on the challenge's form: satisfies prompt=login, which asks for a new sign-in. */
  @RefersTo(() => Account, 'authorization_context.account_id', { nullable: true })
  accountId!: Long | null;

  @Expires()
  @Index('authorization_context_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
