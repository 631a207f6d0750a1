import { Column, Entity, Index } from 'typeorm';
import { GeneratedId, RefersTo } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';
import { Account } from '../accounts/account.entity.js';

/**
 * A password that one application uses in place of the account's own (D248). Sessions and grants that it made name it,
 * and end with it.
 */
@Entity('device_password')
export class DevicePassword {
  @GeneratedId('device_password_pkey')
  id!: Long;

  @RefersTo(() => Account, 'device_password.account_id')
  accountId!: Long;

  /** The application that may send it; null: legacy sessions. */
  @RefersTo('Client', 'device_password.client_id', { nullable: true, index: 'set' })
  clientId!: Long | null;

  /** SHA-256: it is random, with 100 bits. */
  @Column({ type: 'bytea' })
  @Index('device_password_digest_key', { unique: true })
  digest!: Buffer;

  /** The name that its owner gave it. */
  @Column({ type: 'text' })
  name!: string;

  /** The sign-in in which it was made; null: none of a page, or from before 0.3. */
  @Column({ type: 'bigint', name: 'sign_in_id', nullable: true })
  signInId!: Long | null;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}
