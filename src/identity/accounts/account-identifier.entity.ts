import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { Expires } from '../../platform/database/expiring-tables.js';
import { GeneratedId, RefersTo } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';
import { DAY } from '../../platform/security/clock.js';
import { Account } from './account.entity.js';
import type { IdentifierType } from './identifier.js';

/**
 * An identifier of an account (§2.2): unique across all accounts after normalization, whatever its type (D20); an
 * ExternalId of an issuer among those of its issuer (D115).
 */
@Entity('account_identifier')
@Index('account_identifier_account_id_idx', ['accountId', 'id'])
@Index('account_identifier_search_idx', { synchronize: false }) // by prefix, in byte order
@Unique('account_identifier_normalized_issuer_key', ['normalized', 'issuer'])
// Servers before 0.2.0 kept a space for each type: what they would write is refused.
@Check(
  'account_identifier_space_check',
  `"issuer" <> '' OR (NOT starts_with("normalized", "type" || ':') AND "normalized" !~ '^[0-9]{5,15}$')`,
)
// Servers before 0.3.0 kept hosts in their own letters: two forms of one address.
@Check('account_identifier_email_check', `"type" <> 'Email' OR "normalized" ~ '@[a-z0-9.-]+$'`)
@Check('account_identifier_issuer_check', `"issuer" = '' OR "type" = 'ExternalId'`)
export class AccountIdentifier {
  @GeneratedId('account_identifier_pkey')
  id!: Long;

  @RefersTo(() => Account, 'account_identifier.account_id', { index: 'none' })
  accountId!: Long;

  @Column({ type: 'text' })
  type!: IdentifierType;

  @Column({ type: 'text' })
  value!: string;

  @Column({ type: 'text' })
  normalized!: string;

  /** The system that an ExternalId belongs to; empty: no particular one. */
  @Column({ type: 'text', default: '' })
  issuer!: string;

  /**
   * When its user added or confirmed it; null: it was there with the account, someone else attached it, or it is from
   * before 0.3.
   */
  @Column({ type: 'timestamptz', name: 'added_at', nullable: true })
  addedAt!: Date | null;

  /** When a remedy took it out of use, until its owner takes it back: it is not validated. */
  @Expires({ keptMs: 30 * DAY })
  @Index('account_identifier_suspended_at_idx', { where: '"suspended_at" IS NOT NULL' })
  @Column({ type: 'timestamptz', name: 'suspended_at', nullable: true })
  suspendedAt!: Date | null;

  /** The password was replaced when it was suspended, or since: a person who knows the new one may take it back. */
  @Column({ type: 'boolean', name: 'is_password_replaced', default: false })
  isPasswordReplaced!: boolean;

  /** The sign-in in which it was made; null: none of a page, or from before 0.3. */
  @Column({ type: 'bigint', name: 'sign_in_id', nullable: true })
  signInId!: Long | null;

  /**
   * When its owner last showed that they read it, by a link that was sent there or by saying so. At first when it was
   * added; for what was there before 0.3, the day of the upgrade.
   */
  @Column({ type: 'timestamptz', name: 'confirmed_at', default: () => 'now()' })
  confirmedAt!: Date;

  /** When it was put back by the link in the notice of its removal, which works once; null: never. */
  @Column({ type: 'timestamptz', name: 'put_back_at', nullable: true })
  putBackAt!: Date | null;

  @Column({ type: 'boolean', name: 'is_validated', default: false })
  isValidated!: boolean;
}
