import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { Expires } from '../../platform/database/expiring-tables.js';

/** How many events of a subject a webhook has been told: the number of the last one (D276). */
@Entity('webhook_sequence')
export class WebhookSequence {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'webhook_sequence_pkey' })
  subject!: string;

  @Index('webhook_sequence_webhook_id_idx')
  /** No foreign key, as of a delivery. */
  @PrimaryColumn({ type: 'uuid', name: 'webhook_id', primaryKeyConstraintName: 'webhook_sequence_pkey' })
  webhookId!: string;

  @Column({ type: 'bigint' })
  last!: Long;

  /** When it is forgotten: the subject is gone. null: never. */
  @Expires()
  @Index('webhook_sequence_ends_at_idx', { where: '"ends_at" IS NOT NULL' })
  @Column({ type: 'timestamptz', name: 'ends_at', nullable: true })
  endsAt!: Date | null;
}
