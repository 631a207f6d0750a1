import { Column, Entity, PrimaryColumn } from 'typeorm';
import { KeyRefersTo } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';
import { Client } from './client.entity.js';

/** When a client last used something that the strict profile refuses (D68). */
@Entity('legacy_use')
export class LegacyUse {
  @KeyRefersTo(() => Client, 'legacy_use.client_id')
  clientId!: Long;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'legacy_use_pkey' })
  feature!: string;

  @Column({ type: 'timestamptz', name: 'last_used_at' })
  lastUsedAt!: Date;
}
