import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '../database/expiring-tables.js';

/** Failed attempts of one key: subject and address, subject, or address (D40). */
@Entity('sign_in_throttle')
export class AttemptCountRow {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'sign_in_throttle_pkey' })
  key!: Buffer;

  @Column({ type: 'int' })
  failures!: number;

  @Column({ type: 'timestamptz', name: 'window_started_at' })
  windowStartedAt!: Date;

  @Column({ type: 'timestamptz', name: 'last_failed_at' })
  lastFailedAt!: Date;

  /** Keyed digests of the wrong passwords that it counted last, newest first; only in a row of subject and address (D321). */
  @Column({ type: 'bytea', array: true, default: '{}' })
  texts!: Buffer[];

  @Expires()
  @Index('sign_in_throttle_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
