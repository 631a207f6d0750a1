import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often something happened in an hour, on all nodes together (D238): no account, client or address. */
@Entity('hourly_count')
export class HourlyCount {
  @PrimaryColumn({ type: 'timestamptz', primaryKeyConstraintName: 'hourly_count_pkey' })
  hour!: Date;

  /** `signin`, `token`, `family`, or `refused:` with the action of the audit. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'hourly_count_pkey' })
  kind!: string;

  @Column({ type: 'bigint' })
  count!: string;
}
