import { In, type EntityManager } from 'typeorm';
import type { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { lockAccount } from '../accounts/account-statements.js';
import type { Notices } from '../notifications/notices.js';
import { DevicePassword } from './device-password.entity.js';
import { digestOfDeviceSecret, newDeviceSecret } from './device-secret.js';

/** More than anyone has applications that can't do without one. */
const MOST_DEVICE_PASSWORDS = 50;

/** The application that it is for, and its name. */
type NewDevicePassword = Pick<DevicePassword, 'accountId' | 'clientId' | 'name' | 'signInId'>;

/** Limits which device passwords of an account end; empty: all. */
export interface EndingDevicePasswords {
  readonly id?: Long;
  /** Only those that were made in one of these sign-ins. */
  readonly signInIds?: readonly Long[];
}

/** The passwords of an account that are each for one application (D248), the newest first. */
export function devicePasswordsOf(tx: EntityManager, accountId: Long): Promise<DevicePassword[]> {
  return tx.find(DevicePassword, { where: { accountId }, order: { id: 'DESC' } });
}

/** The caller has locked the account. @returns what is shown once; null: the account has too many */
export async function makeDevicePassword(
  tx: EntityManager,
  made: NewDevicePassword,
  createdAt: Date,
): Promise<string | null> {
  const { accountId } = made;
  if ((await tx.countBy(DevicePassword, { accountId })) >= MOST_DEVICE_PASSWORDS) return null;
  const plain = newDeviceSecret();
  const digest = digestOfDeviceSecret(plain) as Buffer;
  await tx.insert(DevicePassword, { ...made, digest, createdAt });
  return plain;
}

/** Locks the device passwords that end now: nothing that is made with them at the same time succeeds. */
export function holdEndingDevicePasswords(
  tx: EntityManager,
  accountId: Long,
  { id, signInIds }: EndingDevicePasswords,
): Promise<DevicePassword[]> {
  const where = { accountId, ...(id && { id }), ...(signInIds && { signInId: In([...signInIds]) }) };
  return tx.find(DevicePassword, { where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
}

/** Deletes device passwords, and with them the sessions that they opened; the caller has ended their grants. */
export async function removeDevicePasswords(tx: EntityManager, ids: Long[]): Promise<void> {
  if (ids.length > 0) await tx.delete(DevicePassword, ids);
}

/** Notifies an account, once a day, that an application sent its own password, and what to do. */
export async function tellDevicePasswordNeeded(
  database: Database,
  notices: Notices,
  accountId: Long,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockAccount(tx, accountId, 'NO KEY UPDATE'); // of two concurrent attempts the second finds the message
    const kind = 'devicePasswordNeeded';
    if (!(await notices.wasTold(tx, accountId, kind)))
      await notices.add(tx, accountId, { kind, byOther: true });
  });
}
