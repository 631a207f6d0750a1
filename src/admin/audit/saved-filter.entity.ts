import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** The filters of the audit page under a name, for everybody who reads it (D209): ids, never what identifies a person. */
@Entity('audit_filter')
@Index('audit_filter_name_key', ['name'], { unique: true })
export class SavedFilter {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'audit_filter_pkey',
  })
  id!: string;

  @Column({ type: 'text' })
  name!: string;

  /** As in the page's address. */
  @Column({ type: 'jsonb' })
  filters!: Readonly<Record<string, string>>;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;
}
