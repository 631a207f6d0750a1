import type { EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { Account } from './account.entity.js';

/** Locks the account's row, so that a concurrent change waits and then sees this one. */
export async function lockAccount(
  tx: EntityManager,
  accountId: Long,
  strength: 'UPDATE' | 'NO KEY UPDATE' = 'UPDATE',
): Promise<void> {
  await tx.query(`SELECT FROM account WHERE id = $1 FOR ${strength}`, [accountId]);
}

/**
 * Sets the password of an active account, and forgets the networks where the old one was entered correctly (D165).
 * @param signedInAt set where the new password also signs the user in
 * @returns false when the account may not sign in; nothing was changed
 */
export async function replacePassword(
  tx: EntityManager,
  accountId: Long,
  passwordHash: string,
  signedInAt?: Date,
): Promise<boolean> {
  const signIn = signedInAt === undefined ? {} : { lastLoginAt: signedInAt };
  const change = { passwordHash, knownNetworks: [], ...signIn };
  const { affected } = await tx.update(Account, { id: accountId, status: 'active' }, change);
  return affected === 1;
}

/** Makes a pending account active (D24). @returns false when it was not pending; nothing was changed */
export async function completeAccount(
  tx: EntityManager,
  accountId: Long,
  { name, passwordHash, at }: { name: string; passwordHash: string; at: Date },
): Promise<boolean> {
  const change = { name, passwordHash, status: 'active', lastLoginAt: at } as const;
  const { affected } = await tx.update(Account, { id: accountId, status: 'pending' }, change);
  return affected === 1;
}
