import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';
import { Sealed } from '../../platform/security/sealed-column.js';
import { Client } from '../clients/client.entity.js';

/** An address that gets the events of a client (D275). */
@Entity('webhook')
@Index('webhook_failing_idx', ['id'], { where: '"is_enabled" AND "retry_at" IS NOT NULL' })
export class Webhook {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'webhook_pkey' })
  id!: string;

  @RefersTo(() => Client, 'webhook.client_id')
  clientId!: Long;

  @Column({ type: 'text' })
  url!: string;

  /** Kinds of events, and `account.*`, `*`. */
  @Column({ type: 'text', array: true })
  events!: string[];

  /** For administrators. */
  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'boolean', name: 'is_enabled', default: true })
  isEnabled!: boolean;

  /** Signs what is sent: 32 bytes, sealed for this webhook. */
  @Sealed<Webhook>('webhook', ({ id }) => webhookContext(id))
  @Column({ type: 'bytea', name: 'sealed_secret' })
  sealedSecret!: Buffer;

  /** The previous secret, which signs too until `previousEndsAt`. */
  @Sealed<Webhook>('webhook', ({ id }) => webhookContext(id), 'sealed_previous IS NOT NULL')
  @Column({ type: 'bytea', name: 'sealed_previous', nullable: true })
  sealedPrevious!: Buffer | null;

  @Column({ type: 'timestamptz', name: 'previous_ends_at', nullable: true })
  previousEndsAt!: Date | null;

  /** Attempts in a row that failed. */
  @Column({ type: 'int', default: 0 })
  failures!: number;

  /** Nothing is sent until then, and one delivery after it: the receiver failed several times. null: it is well. */
  @Column({ type: 'timestamptz', name: 'retry_at', nullable: true })
  retryAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;
}

/** What its secrets are sealed for. */
export function webhookContext(id: string): Buffer {
  return Buffer.from(`webhook ${id}`);
}
