import { Check, Column, Entity, Index } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import type { MemberTypeValue } from '../families/family-member.entity.js';
import { Family } from '../families/family.entity.js';
import { Expires } from '../../platform/database/expiring-tables.js';
import { GeneratedId, RefersTo } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';
import { DAY } from '../../platform/security/clock.js';
import { LINK_ENDS, type LinkEnd } from './link-ends.js';

/**
 * What a member of a family sent, as the family sees it (D312). It has no key to the account that it reached: nothing
 * in it tells whether there was one.
 */
@Entity('sent_invitation')
@Check('sent_invitation_ended_by_check', `"ended_by" IN (${LINK_ENDS.map((end) => `'${end}'`).join(', ')})`)
export class SentInvitation {
  @GeneratedId('sent_invitation_pkey')
  id!: Long;

  @RefersTo(() => Family, 'sent_invitation.family_id', { onDelete: 'SET NULL', nullable: true })
  familyId!: Long | null;

  @RefersTo(() => Account, 'sent_invitation.invited_by', { onDelete: 'SET NULL', nullable: true })
  invitedBy!: Long | null;

  /** The address as it was typed. */
  @Column({ type: 'text', name: 'invited_as' })
  invitedAs!: string;

  /** Normalized. */
  @Column({ type: 'text' })
  address!: string;

  /** The role that it gives. */
  @Column({ type: 'smallint', name: 'member_type' })
  memberType!: MemberTypeValue;

  /** The sign-in in which it was made; null: none of a page, or from before 0.3. */
  @Column({ type: 'bigint', name: 'sign_in_id', nullable: true })
  signInId!: Long | null;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Expires({ keptMs: 30 * DAY })
  @Index('sent_invitation_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;

  /** null: it is open until its time runs out. */
  @Column({ type: 'timestamptz', name: 'ended_at', nullable: true })
  endedAt!: Date | null;

  /**
   * Set by what the family does, by a remedy of its sender, and by acceptance; not by anything else that happens to its
   * links.
   */
  @Column({ type: 'text', name: 'ended_by', nullable: true })
  endedBy!: LinkEnd | null;
}
