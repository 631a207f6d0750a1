import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Expires } from '../database/expiring-tables.js';

/** The number of different accounts that a node saw in an hour or a day, as a sketch: it reveals no account. */
@Entity('active_accounts')
export class ActiveAccountsRow {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'active_accounts_pkey' })
  span!: 'hour' | 'day';

  @PrimaryColumn({
    type: 'timestamptz',
    name: 'starts_at',
    primaryKeyConstraintName: 'active_accounts_pkey',
  })
  startsAt!: Date;

  /** Each node has its own rows, so that no node has to read before it writes. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'active_accounts_pkey' })
  node!: string;

  @Column({ type: 'bytea' })
  sketch!: Buffer;

  @Expires()
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
