import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AccountIdentifier } from '../accounts/account-identifier.entity.js';
import { Account } from '../accounts/account.entity.js';
import { Client } from '../clients/client.entity.js';
import type { Long } from '../contract/long.js';
import { Family } from '../families/family.entity.js';
import type { MessageKind } from '../notifications/outbox-message.entity.js';

/** A single-use link, by the SHA-256 of its token: to complete an account (D24), or to confirm an identifier (D23). */
@Entity('invitation')
@Check('invitation_kind_check', `"kind" IN ('invitation', 'confirmation')`)
export class Invitation {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'invitation_pkey' })
  digest!: Buffer;

  @Column({ type: 'text' })
  kind!: MessageKind;

  @Index('invitation_account_id_idx')
  @ForeignKey(() => Account, { onDelete: 'CASCADE', name: 'invitation_account_id_fkey' })
  @Column({ type: 'bigint', name: 'account_id' })
  accountId!: Long;

  /** The address it went to, which using it proves. */
  @Index('invitation_identifier_id_idx')
  @ForeignKey(() => AccountIdentifier, { onDelete: 'CASCADE', name: 'invitation_identifier_id_fkey' })
  @Column({ type: 'bigint', name: 'identifier_id' })
  identifierId!: Long;

  @Index('invitation_family_id_idx')
  @ForeignKey(() => Family, { onDelete: 'SET NULL', name: 'invitation_family_id_fkey' })
  @Column({ type: 'bigint', name: 'family_id', nullable: true })
  familyId!: Long | null;

  @Index('invitation_client_id_idx')
  @ForeignKey(() => Client, { onDelete: 'SET NULL', name: 'invitation_client_id_fkey' })
  @Column({ type: 'bigint', name: 'client_id', nullable: true })
  clientId!: Long | null;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Index('invitation_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;

  @Column({ type: 'timestamptz', name: 'used_at', nullable: true })
  usedAt!: Date | null;
}
