import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../platform/database/key-columns.js';
import { Account } from '../../identity/accounts/account.entity.js';
import type { Long } from '../../platform/operations/long.js';
import { Client } from '../clients/client.entity.js';
import { Expires } from '../../platform/database/expiring-tables.js';
import { MINUTE } from '../../platform/security/clock.js';

/**
 * What a device asked for, by the SHA-256 of its device_code (RFC 8628, D270). Callers without an account create these
 * rows: each column is bounded, and so is their number. A used one is kept for a while, so that a second use is told
 * from an unknown code.
 */
@Entity('device_authorization')
export class DeviceAuthorization {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'device_authorization_pkey' })
  digest!: Buffer;

  /** SHA-256 of the user_code. */
  @Index('device_authorization_user_code_digest_key', { unique: true })
  @Column({ type: 'bytea', name: 'user_code_digest' })
  userCodeDigest!: Buffer;

  @RefersTo(() => Client, 'device_authorization.client_id')
  clientId!: Long;

  /** null: everything that the client's ruleset allows. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  scope!: string | null;

  /** What it is for: numbers of resources, separated by spaces; 0: this server. null: only this server. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  resources!: string | null;

  /** Between two polls; grows with each that came too early. */
  @Column({ type: 'int', name: 'interval_seconds' })
  intervalSeconds!: number;

  /** The last poll; null: there was none. */
  @Column({ type: 'timestamptz', name: 'polled_at', nullable: true })
  polledAt!: Date | null;

  /** The account that allowed it; null: none yet. */
  @RefersTo(() => Account, 'device_authorization.account_id', { nullable: true, index: 'set' })
  accountId!: Long | null;

  /** When the user who allowed it had signed in. */
  @Column({ type: 'timestamptz', name: 'auth_time', nullable: true })
  authTime!: Date | null;

  /** The sign-in in which it was made; null: none of a page, or from before 0.3. */
  @Column({ type: 'bigint', name: 'sign_in_id', nullable: true })
  signInId!: Long | null;

  /** How that user signed in: methods separated by spaces; null: by a password only, or nobody allowed it yet. */
  @Column({ type: 'text', nullable: true })
  methods!: string | null;

  @Column({ type: 'timestamptz', name: 'denied_at', nullable: true })
  deniedAt!: Date | null;

  /** Kept for an hour, so that the second use of a code is detected (D54). */
  @Expires({ keptMs: 60 * MINUTE })
  @Index('device_authorization_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;

  @Column({ type: 'timestamptz', name: 'used_at', nullable: true })
  usedAt!: Date | null;
}
