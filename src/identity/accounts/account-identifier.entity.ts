import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
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
@Check('account_identifier_issuer_check', `"issuer" = '' OR "type" = 'ExternalId'`)
export class AccountIdentifier {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'account_identifier_pkey',
  })
  id!: Long;

  @ForeignKey(() => Account, { onDelete: 'CASCADE', name: 'account_identifier_account_id_fkey' })
  @Column({ type: 'bigint', name: 'account_id' })
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

  @Column({ type: 'boolean', name: 'is_validated', default: false })
  isValidated!: boolean;
}
