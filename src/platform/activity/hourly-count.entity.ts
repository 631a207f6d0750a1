import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Expires } from '../database/expiring-tables.js';
import { DAY } from '../security/clock.js';

/** How often something happened in an hour, on all nodes together (D238). It contains no account, client or address. */
@Entity('hourly_count')
export class HourlyCount {
  /** Kept long enough to compare two summers (D238). */
  @Expires({ keptMs: 400 * DAY })
  @PrimaryColumn({ type: 'timestamptz', primaryKeyConstraintName: 'hourly_count_pkey' })
  hour!: Date;

  /** `signin`, `token`, `family`, or `refused:` with the action of the audit. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'hourly_count_pkey' })
  kind!: string;

  @Column({ type: 'bigint' })
  count!: string;
}
