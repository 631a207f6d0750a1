import type { EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { Account } from './account.entity.js';

/** Of two that lock it the second sees what the first one did. */
export async function lockAccount(
  tx: EntityManager,
  accountId: Long,
  strength: 'UPDATE' | 'NO KEY UPDATE' = 'UPDATE',
): Promise<void> {
  await tx.query(`SELECT FROM account WHERE id = $1 FOR ${strength}`, [accountId]);
}

/**
 * Of an account that may sign in; the networks where its old password was right count for nothing any more (D165).
 * @param signedInAt where who replaced it is signed in by that
 * @returns whether it may sign in: else nothing was changed
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

/** Makes a pending account active (D24). @returns whether it was pending: else nothing was changed */
export async function completeAccount(
  tx: EntityManager,
  accountId: Long,
  { name, passwordHash, at }: { name: string; passwordHash: string; at: Date },
): Promise<boolean> {
  const change = { name, passwordHash, status: 'active', lastLoginAt: at } as const;
  const { affected } = await tx.update(Account, { id: accountId, status: 'pending' }, change);
  return affected === 1;
}
