import { Check, Column, Entity, Index } from 'typeorm';
import { GeneratedId, RefersTo } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';

/** pending: created, no password yet; disabled: by an administrator (D24). */
export type AccountStatus = 'pending' | 'active' | 'disabled';

/** Role in the administration: administrators may do everything, support may read and help users. */
export type Role = 'administrator' | 'support';

/** An end user (§2.1). */
@Entity('account')
@Index('account_created_by_id_idx', ['createdBy', 'id'], { where: '"created_by" IS NOT NULL' })
@Index('account_name_search_idx', { synchronize: false }) // of lower(name) in byte order: for the administration
@Index('account_role_idx', ['role', 'id'], { where: '"role" IS NOT NULL' })
@Index('account_status_idx', ['status', 'id'])
@Index('account_foreign_hash_idx', { synchronize: false }) // of the costs of other systems' hashes (D256)
@Check('account_status_check', `"status" IN ('pending', 'active', 'disabled')`)
@Check('account_role_check', `"role" IN ('administrator', 'support')`)
@Check('account_active_has_password_check', `"status" <> 'active' OR "password_hash" IS NOT NULL`)
export class Account {
  @GeneratedId('account_pkey')
  id!: Long;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', name: 'country_code', nullable: true })
  countryCode!: string | null;

  /** Of ISO 639-1. */
  @Column({ type: 'text', nullable: true })
  locale!: string | null;

  /** A name of IANA; null: it was not chosen, and the country decides (D377). */
  @Column({ type: 'text', name: 'time_zone', nullable: true })
  timeZone!: string | null;

  /** When its name, country, language or time zone last changed; null: not since it was created, or since before 0.3. */
  @Column({ type: 'timestamptz', name: 'profile_changed_at', nullable: true })
  profileChangedAt!: Date | null;

  @Column({ type: 'text', default: 'pending' })
  status!: AccountStatus;

  @Column({ type: 'text', name: 'password_hash', nullable: true, select: false })
  passwordHash!: string | null;

  @Column({ type: 'text', nullable: true })
  role!: Role | null;

  /** The client that provisioned it; null: none. */
  @RefersTo('Client', 'account.created_by', { onDelete: 'SET NULL', nullable: true, index: 'none' })
  createdBy!: Long | null;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'last_login_at', nullable: true })
  lastLoginAt!: Date | null;

  /** When it is deleted, as its user asked; it is disabled until then (D237). null: never. */
  @Index('account_deletes_at_idx', { where: '"deletes_at" IS NOT NULL' })
  @Column({ type: 'timestamptz', name: 'deletes_at', nullable: true })
  deletesAt!: Date | null;

  /** On hold: disabled until then at the latest (D328). null: it is not on hold. Found by the status: few are disabled. */
  @Column({ type: 'timestamptz', name: 'held_until', nullable: true })
  heldUntil!: Date | null;

  /** When it was secured: disabled until a link opens it (D346). null: it is not, or was opened. */
  @Column({ type: 'timestamptz', name: 'secured_at', nullable: true })
  securedAt!: Date | null;

  /**
   * The identifier of the secured account that gets such links. null: the one link was handed over. It has no key: with one
   * that was removed, no link opens the account.
   */
  @Column({ type: 'bigint', name: 'secured_for', nullable: true })
  securedFor!: Long | null;

  /** When support last put it on hold (D347). null: never. */
  @Column({ type: 'timestamptz', name: 'support_held_at', nullable: true })
  supportHeldAt!: Date | null;

  /** Keyed digests of the networks where its password was entered correctly, the newest first (D163). */
  @Column({ type: 'bytea', name: 'known_networks', array: true, default: '{}', select: false })
  knownNetworks!: Buffer[];

  /**
   * Digests of what browsers that signed in on pages keep in a cookie, the last used one first (D255). null: an account
   * from before this was kept, which has not signed in on a page since.
   */
  @Column({
    type: 'bytea',
    name: 'known_browsers',
    array: true,
    nullable: true,
    default: '{}',
    select: false,
  })
  knownBrowsers!: Buffer[] | null;
}
