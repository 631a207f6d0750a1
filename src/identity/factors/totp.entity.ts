import { Column, Entity } from 'typeorm';
import { KeyRefersTo } from '../../platform/database/key-columns.js';
import { Account } from '../accounts/account.entity.js';
import type { Long } from '../../platform/operations/long.js';
import { Sealed } from '../../platform/security/sealed-column.js';

/** The authenticator application of an account (RFC 6238). An account has a second factor once it is confirmed. */
@Entity('totp')
export class Totp {
  @KeyRefersTo(() => Account, 'totp.account_id')
  accountId!: Long;

  /** The key, sealed under MASTER_KEY with the number of the account. */
  @Sealed<Totp>('one-time codes', totpContext)
  @Column({ type: 'bytea' })
  sealed!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  /** The sign-in in which it was made; null: none of a page, or from before 0.3. */
  @Column({ type: 'bigint', name: 'sign_in_id', nullable: true })
  signInId!: Long | null;

  /** null: it is being set up, and never asked for. */
  @Column({ type: 'timestamptz', name: 'confirmed_at', nullable: true })
  confirmedAt!: Date | null;

  /** The number of the newest time step whose code was accepted: each code is accepted once. */
  @Column({ type: 'bigint', name: 'last_step', nullable: true })
  lastStep!: string | null;

  /** Wrong codes since the last right one: after a hundred no code is accepted any more (NIST SP 800-63B). */
  @Column({ type: 'int', default: 0 })
  refused!: number;
}

/** The context that the key is sealed for. */
export function totpContext({ accountId }: Pick<Totp, 'accountId'>): Buffer {
  return Buffer.from(`totp ${accountId}`);
}
