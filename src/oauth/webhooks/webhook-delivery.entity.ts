import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { Expires } from '../../platform/database/expiring-tables.js';

/** An event on its way to a webhook, and what came of it. */
@Entity('webhook_delivery')
@Index('webhook_delivery_due_idx', ['webhookId', 'nextAt'], { where: '"next_at" IS NOT NULL' })
@Index('webhook_delivery_webhook_id_idx', ['webhookId', 'id'])
@Index('webhook_delivery_failed_idx', ['webhookId', 'id'], {
  where: '"next_at" IS NULL AND "delivered_at" IS NULL',
})
export class WebhookDelivery {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'webhook_delivery_pkey',
  })
  id!: Long;

  /** No foreign key: with its webhook a million of them may be gone, which the clean-up deletes bit by bit (D281). */
  @Column({ type: 'uuid', name: 'webhook_id' })
  webhookId!: string;

  /** `webhook-id` of every attempt, by which a receiver recognizes a repeated message. */
  @Column({ type: 'uuid', name: 'message_id' })
  messageId!: string;

  @Column({ type: 'text' })
  kind!: string;

  @Column({ type: 'text' })
  subject!: string;

  /** Counts the events of the subject at this webhook, from 1. */
  @Column({ type: 'bigint' })
  sequence!: Long;

  @Column({ type: 'jsonb' })
  data!: Record<string, unknown>;

  @Column({ type: 'timestamptz', name: 'occurred_at' })
  occurredAt!: Date;

  @Column({ type: 'int', default: 0 })
  attempts!: number;

  /** The time of the next attempt; null: it was delivered, or given up. */
  @Column({ type: 'timestamptz', name: 'next_at', nullable: true })
  nextAt!: Date | null;

  /** It is tried until then. */
  @Index('webhook_delivery_gives_up_at_idx', { where: '"next_at" IS NOT NULL' })
  @Column({ type: 'timestamptz', name: 'gives_up_at' })
  givesUpAt!: Date;

  @Column({ type: 'timestamptz', name: 'delivered_at', nullable: true })
  deliveredAt!: Date | null;

  /** When it is deleted; null: it is still tried. */
  @Expires()
  @Index('webhook_delivery_forget_at_idx', { where: '"forget_at" IS NOT NULL' })
  @Column({ type: 'timestamptz', name: 'forget_at', nullable: true })
  forgetAt!: Date | null;

  /** HTTP status of the last answer; null: there was none. */
  @Column({ type: 'int', nullable: true })
  status!: number | null;

  /** The beginning of the last answer, or why there was none. */
  @Column({ type: 'text', nullable: true })
  answer!: string | null;

  /** How long the last attempt took. */
  @Column({ type: 'int', name: 'duration_ms', nullable: true })
  durationMs!: number | null;

  @Column({ type: 'timestamptz', name: 'tried_at', nullable: true })
  triedAt!: Date | null;
}
