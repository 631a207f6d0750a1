import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '../expiring-tables.js';
import { DAY } from '../../security/clock.js';

/** A time in which no node reached the database: no client could repeat a request whose answer was lost. */
@Entity('silence')
export class Silence {
  @PrimaryColumn({ type: 'timestamptz', name: 'began_at', primaryKeyConstraintName: 'silence_pkey' })
  beganAt!: Date;

  @Expires({ keptMs: DAY })
  @Index('silence_ended_at_idx')
  @Column({ type: 'timestamptz', name: 'ended_at' })
  endedAt!: Date;
}
