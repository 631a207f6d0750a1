import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A process that serves this database, by a name drawn at its start: no host and no address. */
@Entity('node')
export class Node {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'node_pkey' })
  name!: string;

  @Column({ type: 'text' })
  version!: string;

  @Column({ type: 'timestamptz', name: 'started_at' })
  startedAt!: Date;

  /** When it last said that it is there; nobody who stopped or was killed says so again. */
  @Index('node_seen_at_idx')
  @Column({ type: 'timestamptz', name: 'seen_at' })
  seenAt!: Date;
}
