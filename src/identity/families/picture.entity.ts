import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { Family } from './family.entity.js';

/** A family's picture under the unguessable key of its URL (D27). A new picture gets a new key. */
@Entity('picture')
export class Picture {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'picture_pkey' })
  key!: string;

  @Index('picture_family_id_key', { unique: true })
  @ForeignKey(() => Family, { onDelete: 'CASCADE', name: 'picture_family_id_fkey' })
  @Column({ type: 'bigint', name: 'family_id' })
  familyId!: Long;

  @Column({ type: 'bytea' })
  webp!: Buffer;
}
