import { Check, Column, Entity, Index } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { GeneratedId, RefersTo } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';
import { Sealed } from '../../platform/security/sealed-column.js';
import { Expires } from '../../platform/database/expiring-tables.js';
import { DAY } from '../../platform/security/clock.js';

/** To people. handover: without a channel; an administrator passes the message on (D25). */
export type PersonalChannel = 'email' | 'sms' | 'handover';
/** backchannel: to the server of a client (D214). */
export type Channel = PersonalChannel | 'backchannel';
/** Messages with a link that has an effect. */
export const LINK_KINDS = [
  'invitation',
  'confirmation',
  'addition',
  'reset',
  'membership',
  'recovery',
  'handOver',
] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
/** Messages that only inform about a change of the ways to sign in (D150). */
export const NOTICE_KINDS = [
  'passwordChanged',
  'identifierProposed',
  'identifierAdded',
  'identifierRemoved',
  'signInDisowned',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeyCloned',
  'partnerConnected',
  'partnerDisconnected',
  'familyChanged',
  'familyRemoved',
  'familyLeft', // a member was removed: to the founder
  'familyAdded',
  'familyAdministrator',
  'familyMember',
  'familyInvitationWithdrawn',
  'familyDissolved',
  'familyHandedOver',
  'handOverStopped',
  'deletionAsked',
  'deletionUndone',
  'secondFactorAdded',
  'secondFactorRemoved',
  'recoveryCodesMade',
  'recoveryCodeUsed',
  'devicePasswordAdded',
  'devicePasswordRemoved',
  'devicePasswordNeeded',
  'recoveryAsked',
  'recoveryStopped',
  'recoveryDone',
  'additionStopped',
  'accountHeld',
  'accountSecured',
  'newBrowser',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
/** Messages that people read. */
export type MessageKind = LinkKind | NoticeKind;

/** The context that the payload of every message is sealed for. */
export const OUTBOX_CONTEXT = Buffer.from('outbox');

/** A message to a person or a client, written in the transaction that it informs about (D26). */
@Entity('outbox_message')
@Index('outbox_message_waiting_idx', ['id'], { where: '"next_at" IS NOT NULL' })
@Index('outbox_message_retrying_idx', ['id'], {
  where: `"next_at" IS NOT NULL AND "attempts" > 0 AND "channel" <> 'backchannel'`,
})
@Index('outbox_message_held_idx', ['accountId', 'channel', 'recipient', 'heldUntil', 'id'], {
  where: '"held_until" IS NOT NULL AND "next_at" IS NOT NULL',
})
@Index('outbox_message_failed_idx', ['id'], {
  where: '"sent_at" IS NULL AND "next_at" IS NULL AND "last_error" IS NOT NULL',
})
@Index('outbox_message_handover_idx', ['id'], {
  where: '"sent_at" IS NULL AND "next_at" IS NULL AND "last_error" IS NULL',
})
@Index('outbox_message_sent_at_idx', ['sentAt', 'id'], { where: '"sent_at" IS NOT NULL' })
@Check('outbox_message_channel_check', `"channel" IN ('email', 'sms', 'handover', 'backchannel')`)
export class OutboxMessage {
  @GeneratedId('outbox_message_pkey')
  id!: Long;

  @Column({ type: 'text' })
  kind!: MessageKind | 'logout';

  /** null: it is for a client, and outlives the account. */
  @RefersTo(() => Account, 'outbox_message.account_id', { nullable: true })
  accountId!: Long | null;

  @Column({ type: 'text' })
  channel!: Channel;

  /** E-mail address, E.164 number, or URL; empty for a handover. */
  @Column({ type: 'text' })
  recipient!: string;

  @Column({ type: 'text' })
  locale!: string;

  /** JSON with the link, the change or the sign-in, sealed under MASTER_KEY; deleted once it was sent. */
  @Sealed('message', () => OUTBOX_CONTEXT, 'payload IS NOT NULL')
  @Column({ type: 'bytea', nullable: true })
  payload!: Buffer | null;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  /** When it is sent, with similar messages as one (D336); null: at once. */
  @Column({ type: 'timestamptz', name: 'held_until', nullable: true })
  heldUntil!: Date | null;

  /** It reports what someone else did to the account. */
  @Column({ type: 'boolean', name: 'by_other', default: false })
  byOther!: boolean;

  @Column({ type: 'int', default: 0 })
  attempts!: number;

  /** The time of the next attempt; null: none (sent, given up, or waiting for an administrator). */
  @Index('outbox_message_next_at_idx', { where: '"next_at" IS NOT NULL' })
  @Column({ type: 'timestamptz', name: 'next_at', nullable: true })
  nextAt!: Date | null;

  /** A sent message is kept for a month, for look-ups. */
  @Expires({ keptMs: 30 * DAY })
  @Column({ type: 'timestamptz', name: 'sent_at', nullable: true })
  sentAt!: Date | null;

  /** The reason why the last attempt failed. */
  @Column({ type: 'text', name: 'last_error', nullable: true })
  lastError!: string | null;
}
