import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A time in which no node reached the database: nobody could repeat a request whose answer was lost. */
@Entity('silence')
export class Silence {
  @PrimaryColumn({ type: 'timestamptz', name: 'began_at', primaryKeyConstraintName: 'silence_pkey' })
  beganAt!: Date;

  @Index('silence_ended_at_idx')
  @Column({ type: 'timestamptz', name: 'ended_at' })
  endedAt!: Date;
}
