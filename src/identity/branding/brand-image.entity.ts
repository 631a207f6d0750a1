import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '../../platform/database/expiring-tables.js';
import { DAY } from '../../platform/security/clock.js';

/** A logo or icon as PNG, under the SHA-256 of its content: what is behind a key never changes. */
@Entity('brand_image')
export class BrandImage {
  /** In hexadecimal. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'brand_image_pkey' })
  key!: string;

  @Column({ type: 'bytea' })
  png!: Buffer;

  /** Since when no branding names it; null: one does. It is kept for a day, for pages that are open. */
  @Expires({ keptMs: DAY })
  @Index('brand_image_unused_since_idx', { where: '"unused_since" IS NOT NULL' })
  @Column({ type: 'timestamptz', name: 'unused_since', nullable: true })
  unusedSince!: Date | null;
}
