import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Expires } from '../database/expiring-tables.js';

/** How many different accounts a node saw in an hour or a day, as a sketch: of no account it says whether it was seen. */
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

  /** Each node has rows of its own, so that none of them has to read before it writes. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'active_accounts_pkey' })
  node!: string;

  @Column({ type: 'bytea' })
  sketch!: Buffer;

  @Expires()
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
