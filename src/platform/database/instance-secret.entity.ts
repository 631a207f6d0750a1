import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * 32 random bytes of this database: the keys of tokens are derived from them and MASTER_KEY (D204). Without SESSION_SECRET,
 * the session secret is derived from them (D375).
 */
@Entity('instance_secret')
@Check('instance_secret_one_check', '"id" = 1')
export class InstanceSecret {
  @PrimaryColumn({ type: 'smallint', primaryKeyConstraintName: 'instance_secret_pkey' })
  id!: number;

  @Column({ type: 'bytea' })
  secret!: Buffer;
}
