import { Check, Column, Entity, Index } from 'typeorm';
import { GeneratedId, RefersTo } from '../../platform/database/key-columns.js';
import { Account } from '../../identity/accounts/account.entity.js';
import { DevicePassword } from '../../identity/device-passwords/device-password.entity.js';
import { Client } from '../clients/client.entity.js';
import type { Long } from '../../platform/operations/long.js';
import { Sealed } from '../../platform/security/sealed-column.js';
import { EmptiedBy } from '../../platform/database/expiring-tables.js';

export type TokenType = 'bearer' | 'mac';

/**
 * An account's authorization of a client, with everything that is stored of its tokens (D46, D205). Without an account:
 * the client's own, one for each client. Wide columns first, and none that a refresh writes is indexed: it is updated in
 * place.
 */
@Entity('token_grant')
@EmptiedBy('the clean-up, once its day has come')
@Index('token_grant_client_id_idx', ['clientId', 'id'])
@Index('token_grant_own_key', ['clientId'], {
  unique: true,
  where: '"account_id" IS NULL AND "revoked_at" IS NULL',
})
@Check('token_grant_token_type_check', `"token_type" IN ('bearer', 'mac')`)
@Check('token_grant_own_check', `("account_id" IS NULL) = ("sealed_secret" IS NOT NULL)`)
export class TokenGrant {
  @GeneratedId('token_grant_pkey')
  id!: Long;

  @RefersTo(() => Account, 'token_grant.account_id', { nullable: true, index: 'set' })
  accountId!: Long | null;

  @RefersTo(() => Client, 'token_grant.client_id', { index: 'none' })
  clientId!: Long;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  /** When its last token ends; null: the client's own stands until it is ended. */
  @Column({ type: 'timestamptz', name: 'ends_at', nullable: true })
  endsAt!: Date | null;

  /** The last refresh; null: there was none. */
  @Column({ type: 'timestamptz', name: 'refreshed_at', nullable: true })
  refreshedAt!: Date | null;

  /** When the user last entered the password before it was made; null: a partner vouched, or it is the client's own. */
  @Column({ type: 'timestamptz', name: 'auth_time', nullable: true })
  authTime!: Date | null;

  /** Access tokens that were made until then are invalid: too many were revoked one by one. */
  @Column({ type: 'timestamptz', name: 'valid_from', nullable: true })
  validFrom!: Date | null;

  @Column({ type: 'timestamptz', name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;

  /** How many refresh tokens there were before the current one. */
  @Column({ type: 'integer', default: 0 })
  generation!: number;

  /** The oldest generation that is answered again within the grace (D49). */
  @Column({ type: 'integer', name: 'grace_floor', default: 0 })
  graceFloor!: number;

  /** The clean-up looks at it after this day, and moves the day on while the grant lives. */
  @Index('token_grant_ends_on_idx')
  @Column({ type: 'date', name: 'ends_on', nullable: true })
  endsOn!: string | null;

  /** Recognizes the secret in its access tokens; null: it has no tokens. */
  @Column({ type: 'bytea', nullable: true })
  anchor!: Buffer | null;

  /** Recognizes its current refresh token also under a key that is not listed any more. */
  @Column({ type: 'bytea', name: 'refresh_digest', nullable: true })
  refreshDigest!: Buffer | null;

  /** Thumbprint (RFC 7638, 32 bytes) of the key that its refresh tokens are bound to; null: none, or the client has a secret. */
  @Column({ type: 'bytea', name: 'key_thumbprint', nullable: true })
  keyThumbprint!: Buffer | null;

  /** The address that the last refresh came from. */
  @Column({ type: 'inet', name: 'refreshed_from', nullable: true })
  refreshedFrom!: string | null;

  @Column({ type: 'text', name: 'token_type' })
  tokenType!: TokenType;

  @Column({ type: 'text', nullable: true })
  scope!: string | null;

  /** Claims that were asked for one by one (`requested-claims.ts`); null: none. */
  @Column({ type: 'text', nullable: true })
  claims!: string | null;

  /** What it is for: numbers of resources, separated by spaces; 0: this server. null: only this server. */
  @Column({ type: 'text', nullable: true })
  resources!: string | null;

  /** §4.2 a01deviceId. */
  @Column({ type: 'text', name: 'device_id', nullable: true })
  deviceId!: string | null;

  /** The device password that it was given for; null: none. It never administers. */
  @RefersTo(() => DevicePassword, 'token_grant.device_password_id', { nullable: true, index: 'set' })
  devicePasswordId!: Long | null;

  /** How the user signed in: methods separated by spaces; null: by a password only, or before this was kept. */
  @Column({ type: 'text', nullable: true })
  methods!: string | null;

  /** How it came to be (`GrantOrigin`); null: it is the client's own, or from before 0.3. */
  @Column({ type: 'smallint', nullable: true })
  origin!: number | null;

  /** The sign-in that it belongs to, as clients know it; null: none of a browser, or it has ended. */
  @Column({ type: 'varchar', length: 43, nullable: true })
  sid!: string | null;

  /** The sign-in in which it was made; null: none of a page, or from before 0.3. */
  @Column({ type: 'bigint', name: 'sign_in_id', nullable: true })
  signInId!: Long | null;

  /** A client's own: the secret of its access tokens, under MASTER_KEY. */
  @Sealed<TokenGrant>(
    'own grant',
    ({ clientId }) => ownGrantContext(clientId),
    'account_id IS NULL AND revoked_at IS NULL',
  )
  @Column({ type: 'bytea', name: 'sealed_secret', nullable: true })
  sealedSecret!: Buffer | null;
}

/** What the secret of a client's own grant is sealed for. */
export function ownGrantContext(clientId: Long): Buffer {
  return Buffer.from(`own grant of client ${clientId}`);
}
