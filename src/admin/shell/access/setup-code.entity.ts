import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '../../../platform/database/expiring-tables.js';

/** A one-time code that lets a reader of the server's output create the first administrator. */
@Entity('setup_code')
export class SetupCode {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'setup_code_pkey' })
  digest!: Buffer;

  @Expires()
  @Index('setup_code_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
