import { Column, Entity, Unique } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { GeneratedId, RefersTo } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';

/** A passkey of an account (Web Authentication): a discoverable credential, used with user verification only. */
@Entity('passkey')
@Unique('passkey_credential_id_key', ['credentialId'])
export class Passkey {
  @GeneratedId('passkey_pkey')
  id!: Long;

  @RefersTo(() => Account, 'passkey.account_id')
  accountId!: Long;

  /** Given by the authenticator, at most 1,023 bytes. */
  @Column({ type: 'bytea', name: 'credential_id' })
  credentialId!: Buffer;

  /** Random; the authenticator keeps it instead of anything about the person. All of one account have the same. */
  @Column({ type: 'bytea', name: 'user_handle' })
  userHandle!: Buffer;

  /** A COSE key. */
  @Column({ type: 'bytea', name: 'public_key' })
  publicKey!: Buffer;

  /** The signatures that the authenticator says it made; 0: it does not count them. */
  @Column({ type: 'bigint' })
  counter!: string;

  /** How browsers reach the authenticator: usb, nfc, ble, hybrid, internal. */
  @Column({ type: 'text', array: true })
  transports!: string[];

  /** Whether its holder may carry it to other devices, so that it can be synced. */
  @Column({ type: 'boolean', name: 'is_synced' })
  isSynced!: boolean;

  /** Whether it is in a backup, or on other devices too, as of its last use. */
  @Column({ type: 'boolean', name: 'is_backed_up' })
  isBackedUp!: boolean;

  /** The domain that it was made for, by which browsers find it. */
  @Column({ type: 'text', name: 'rp_id' })
  rpId!: string;

  /** What its owner calls it. */
  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  /** The sign-in in which it was made; null: none of a page, or from before 0.3. */
  @Column({ type: 'bigint', name: 'sign_in_id', nullable: true })
  signInId!: Long | null;

  @Column({ type: 'timestamptz', name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}
