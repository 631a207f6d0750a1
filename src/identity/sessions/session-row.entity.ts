import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../platform/database/key-columns.js';
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

  @RefersTo(() => Account, 'session.account_id', { nullable: true })
  accountId!: Long | null;

  /** The client that validated it (§3.4); null if it is not validated, or not of the web flow. */
  @RefersTo('Client', 'session.client_id', { nullable: true, index: 'set' })
  clientId!: Long | null;

  /** The device password that opened it; null: none. */
  @RefersTo(() => DevicePassword, 'session.device_password_id', { nullable: true, index: 'set' })
  devicePasswordId!: Long | null;

  /** The data of express-session. */
  @Column({ type: 'jsonb' })
  data!: SessionData;

  @Expires()
  @Index('session_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
