import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '../database/expiring-tables.js';
import { MINUTE } from '../security/clock.js';

/** A process that serves this database, by the name that people know it by (NODE_NAME). */
@Entity('node')
export class Node {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'node_pkey' })
  name!: string;

  @Column({ type: 'text' })
  version!: string;

  @Column({ type: 'timestamptz', name: 'started_at' })
  startedAt!: Date;

  /** When it last reported; a stopped or killed node no longer reports. */
  @Expires({ keptMs: 10 * MINUTE })
  @Index('node_seen_at_idx')
  @Column({ type: 'timestamptz', name: 'seen_at' })
  seenAt!: Date;
}
