import { LessThanOrEqual, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { Passkey } from './passkey.entity.js';

/** Whether the account has a passkey that was there at that time, wherever it works. */
export function hadPasskey(tx: EntityManager, accountId: Long, at: Date): Promise<boolean> {
  return tx.existsBy(Passkey, { accountId, createdAt: LessThanOrEqual(at) });
}

/** Removes those that were; the caller tells. */
export async function removePasskeysOf(tx: EntityManager, accountId: Long, at: Date): Promise<void> {
  await tx.delete(Passkey, { accountId, createdAt: LessThanOrEqual(at) });
}
