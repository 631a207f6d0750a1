import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { DevicePassword } from '../device-passwords/device-password.entity.js';
import type { Long } from '../../platform/operations/long.js';
import type { SessionData } from './session-data.js';
import { Expires } from '../../platform/database/expiring-tables.js';

/** An HTTP session by the SHA-256 of its id (§3.1, D42). It ends with its account. */
@Entity('session')
export class SessionRow {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'session_pkey' })
  digest!: Buffer;

  @Index('session_account_id_idx')
  @ForeignKey(() => Account, { onDelete: 'CASCADE', name: 'session_account_id_fkey' })
  @Column({ type: 'bigint', name: 'account_id', nullable: true })
  accountId!: Long | null;

  /** The client that validated it (§3.4); null if it is not validated, or not of the web flow. */
  @Index('session_client_id_idx', { where: '"client_id" IS NOT NULL' })
  @ForeignKey('Client', { onDelete: 'CASCADE', name: 'session_client_id_fkey' })
  @Column({ type: 'bigint', name: 'client_id', nullable: true })
  clientId!: Long | null;

  /** The device password that opened it; null: none. */
  @Index('session_device_password_id_idx', { where: '"device_password_id" IS NOT NULL' })
  @ForeignKey(() => DevicePassword, { onDelete: 'CASCADE', name: 'session_device_password_id_fkey' })
  @Column({ type: 'bigint', name: 'device_password_id', nullable: true })
  devicePasswordId!: Long | null;

  /** The data of express-session. */
  @Column({ type: 'jsonb' })
  data!: SessionData;

  @Expires()
  @Index('session_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
