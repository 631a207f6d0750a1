import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Lets whoever reads the server's output make the first administrator, once. */
@Entity('setup_code')
export class SetupCode {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'setup_code_pkey' })
  digest!: Buffer;

  @Index('setup_code_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
