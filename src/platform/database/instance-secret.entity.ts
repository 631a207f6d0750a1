import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * 32 random bytes that belong to this database: without them no key of tokens comes from MASTER_KEY (D204). Where SESSION_SECRET
 * is not set, that comes from them (D375).
 */
@Entity('instance_secret')
@Check('instance_secret_one_check', '"id" = 1')
export class InstanceSecret {
  @PrimaryColumn({ type: 'smallint', primaryKeyConstraintName: 'instance_secret_pkey' })
  id!: number;

  @Column({ type: 'bytea' })
  secret!: Buffer;
}
