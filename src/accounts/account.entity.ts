import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Long } from '../contract/long.js';

/** pending: created, no password yet; disabled: by an administrator (D24). */
export type AccountStatus = 'pending' | 'active' | 'disabled';

/** What an account may do in the administration: everything, or read and help users. */
export type Role = 'administrator' | 'support';

/** An end user (§2.1). */
@Entity('account')
@Index('account_name_search_idx', { synchronize: false }) // of lower(name) in byte order: for the administration
@Index('account_role_idx', ['role', 'id'], { where: '"role" IS NOT NULL' })
@Index('account_status_idx', ['status', 'id'])
@Check('account_status_check', `"status" IN ('pending', 'active', 'disabled')`)
@Check('account_role_check', `"role" IN ('administrator', 'support')`)
@Check('account_active_has_password_check', `"status" <> 'active' OR "password_hash" IS NOT NULL`)
export class Account {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'account_pkey',
  })
  id!: Long;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', name: 'country_code', nullable: true })
  countryCode!: string | null;

  @Column({ type: 'text', nullable: true })
  locale!: string | null;

  @Column({ type: 'text', default: 'pending' })
  status!: AccountStatus;

  @Column({ type: 'text', name: 'password_hash', nullable: true, select: false })
  passwordHash!: string | null;

  @Column({ type: 'text', nullable: true })
  role!: Role | null;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'last_login_at', nullable: true })
  lastLoginAt!: Date | null;
}
