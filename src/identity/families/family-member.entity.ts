import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { KeyRefersTo, RefersTo } from '../../platform/database/key-columns.js';
import { Account } from '../accounts/account.entity.js';
import type { Long } from '../../platform/operations/long.js';
import { Family } from './family.entity.js';

/** §2.7; a founder is 2, and 3 is accepted for it on input (D13). */
export const MemberType = { member: 0, administrator: 1, founder: 2 } as const;
export type MemberTypeValue = (typeof MemberType)[keyof typeof MemberType];

/** An account in a family. At most one founder, enforced by the database (D14). */
@Entity('family_member')
@Index('family_member_account_id_idx', ['accountId', 'familyId'])
@Index('family_member_one_founder_key', ['familyId'], { unique: true, where: '"member_type" = 2' })
@Check('family_member_type_check', '"member_type" BETWEEN 0 AND 2')
export class FamilyMember {
  // No cascade: nobody can delete a family with members (§3.5).
  @ForeignKey(() => Family, { name: 'family_member_family_id_fkey' })
  @PrimaryColumn({ type: 'bigint', name: 'family_id', primaryKeyConstraintName: 'family_member_pkey' })
  familyId!: Long;

  @KeyRefersTo(() => Account, 'family_member.account_id')
  accountId!: Long;

  @Column({ type: 'smallint', name: 'member_type', default: 0 })
  memberType!: MemberTypeValue;

  /**
   * The member who invited it; null: a client or an administrator put it there, or the account of that member is gone.
   */
  @RefersTo(() => Account, 'family_member.invited_by', { onDelete: 'SET NULL', nullable: true, index: 'set' })
  invitedBy!: Long | null;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;
}
