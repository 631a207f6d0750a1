import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** When any node last reached the database. */
@Entity('heartbeat')
@Check('heartbeat_one_check', '"id" = 1')
export class Heartbeat {
  @PrimaryColumn({ type: 'smallint', primaryKeyConstraintName: 'heartbeat_pkey' })
  id!: number;

  @Column({ type: 'timestamptz' })
  at!: Date;
}
