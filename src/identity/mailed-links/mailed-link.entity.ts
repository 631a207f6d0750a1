import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../platform/database/key-columns.js';
import { AccountIdentifier } from '../accounts/account-identifier.entity.js';
import { Account } from '../accounts/account.entity.js';
import type { IdentifierType } from '../accounts/identifier.js';
import type { Long } from '../../platform/operations/long.js';
import type { MemberTypeValue } from '../families/family-member.entity.js';
import { Family } from '../families/family.entity.js';
import { Expires } from '../../platform/database/expiring-tables.js';
import { DAY } from '../../platform/security/clock.js';
import { LINK_ENDS, type LinkEnd } from './link-ends.js';
import type { AnyLinkKind } from './link-kinds.js';
import type { Stopped } from './link-shapes.js';
import { SentInvitation } from './sent-invitation.entity.js';

/**
 * A single-use link, by the SHA-256 of its token: to complete an account (D24), to add an identifier that provisioning
 * (D156) or its owner (D106) asked for, to join a family (D159), to choose a new password (D105), to get back in
 * without the second factor (D250), to stop a hand-over (D335), or to stop what a notice describes (D341).
 */
@Entity('invitation')
@Index('invitation_of_members_idx', ['expiresAt'], {
  where: `"invited_as" IS NOT NULL AND "kind" = 'invitation' AND ("used_at" IS NULL OR "ended_by" <> 'used')`,
})
@Check(
  'invitation_kind_check',
  `"kind" IN ('invitation', 'confirmation', 'addition', 'reset', 'membership', 'recovery', 'handOver', 'disown', 'putBack')`,
)
@Check(
  'invitation_address_check',
  `("identifier_id" IS NULL) = ("kind" IN ('addition', 'confirmation', 'putBack'))`,
)
@Check('invitation_new_value_check', `("new_value" IS NULL) = ("identifier_id" IS NOT NULL)`)
@Check('invitation_ended_by_check', `"ended_by" IN (${LINK_ENDS.map((end) => `'${end}'`).join(', ')})`)
@Check('invitation_member_type_check', `("member_type" IS NULL) = ("kind" <> 'membership')`)
export class MailedLink {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'invitation_pkey' })
  digest!: Buffer;

  @Column({ type: 'text' })
  kind!: AnyLinkKind;

  @RefersTo(() => Account, 'invitation.account_id')
  accountId!: Long;

  /** The identifier it went to, which using it proves; null: the account does not have it yet. */
  @RefersTo(() => AccountIdentifier, 'invitation.identifier_id', { nullable: true })
  identifierId!: Long | null;

  /**
   * For an addition or confirmation: the identifier that the account gets when the link is used; for a link that puts
   * back: the address that was removed. The value is normalized.
   */
  @Column({ type: 'text', name: 'new_type', nullable: true })
  newType!: IdentifierType | null;

  @Column({ type: 'text', name: 'new_value', nullable: true })
  newValue!: string | null;

  @RefersTo(() => Family, 'invitation.family_id', { onDelete: 'SET NULL', nullable: true })
  familyId!: Long | null;

  /** For a membership: the role of the account in the family. */
  @Column({ type: 'smallint', name: 'member_type', nullable: true })
  memberType!: MemberTypeValue | null;

  @RefersTo('Client', 'invitation.client_id', { onDelete: 'SET NULL', nullable: true })
  clientId!: Long | null;

  /** The member of the family who invites, in place of a client. */
  @RefersTo(() => Account, 'invitation.invited_by', { onDelete: 'SET NULL', nullable: true, index: 'set' })
  invitedBy!: Long | null;

  /** The address as that member typed it; null: no member's role stands behind the link. */
  @Column({ type: 'text', name: 'invited_as', nullable: true })
  invitedAs!: string | null;

  /** What that member sent; null: a client or an administrator invites, or the link is from before 0.3. */
  @RefersTo(() => SentInvitation, 'invitation.sent_id', {
    onDelete: 'SET NULL',
    nullable: true,
    index: 'set',
  })
  sentId!: Long | null;

  /** The sign-in in which it was made; null: none of a page, or from before 0.3. */
  @Column({ type: 'bigint', name: 'sign_in_id', nullable: true })
  signInId!: Long | null;

  /** An administrator hands it over: no message goes to the address that it names, whose owner may never see it. */
  @Column({ type: 'boolean', name: 'is_handed_over', default: false })
  isHandedOver!: boolean;

  /** What a link in a notice stops, as its page describes it; null: another kind of link. */
  @Column({ type: 'jsonb', nullable: true })
  about!: Stopped | null;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  /**
   * When it expires, which never changes. An invitation that expired is kept for a month, so that its page can offer a
   * new one.
   */
  @Expires({ keptMs: 30 * DAY })
  @Index('invitation_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;

  /** When it ended; null: it is open until its own time runs out. Nodes of 0.2 accept no link that has it. */
  @Column({ type: 'timestamptz', name: 'used_at', nullable: true })
  endedAt!: Date | null;

  /** null beside a date: a node of 0.2 wrote it when the link was used. */
  @Column({ type: 'text', name: 'ended_by', nullable: true })
  endedBy!: LinkEnd | null;
}
