import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { Client } from './client.entity.js';

/** When a client last used something that the strict profile refuses (D68). */
@Entity('legacy_use')
export class LegacyUse {
  @ForeignKey(() => Client, { onDelete: 'CASCADE', name: 'legacy_use_client_id_fkey' })
  @PrimaryColumn({ type: 'bigint', name: 'client_id', primaryKeyConstraintName: 'legacy_use_pkey' })
  clientId!: Long;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'legacy_use_pkey' })
  feature!: string;

  @Column({ type: 'timestamptz', name: 'last_used_at' })
  lastUsedAt!: Date;
}
