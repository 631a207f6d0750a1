import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A process that serves this database, under a name drawn at its start: neither host nor address. */
@Entity('node')
export class Node {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'node_pkey' })
  name!: string;

  @Column({ type: 'text' })
  version!: string;

  @Column({ type: 'timestamptz', name: 'started_at' })
  startedAt!: Date;

  /** Last sign of life; a node that was stopped or killed gives no more. */
  @Index('node_seen_at_idx')
  @Column({ type: 'timestamptz', name: 'seen_at' })
  seenAt!: Date;
}
