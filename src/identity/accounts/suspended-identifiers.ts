import { IsNull, Not, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { isReached } from '../sign-ins/sign-in-sql.js';
import { valuesOfReach, type Made, type Suspending } from '../ways-in/youth.js';
import { AccountIdentifier } from './account-identifier.entity.js';

/**
 * Suspends what a remedy reaches, unless nothing validated would be left: a person who moved to a new address is not
 * locked out.
 */
const SUSPEND = `UPDATE account_identifier i SET is_validated = false, suspended_at = $5, is_password_replaced = $7
  WHERE account_id = $1 AND is_validated AND id IS DISTINCT FROM $6 AND ${isReached(2, 'i.added_at', 'i.sign_in_id')}
    AND EXISTS (SELECT FROM account_identifier o WHERE o.account_id = $1 AND o.is_validated
                   AND (o.id = $6 OR NOT ${isReached(2, 'o.added_at', 'o.sign_in_id')}))`;

/** Takes identifiers out of use until their owner takes them back, in the transaction of a remedy. @returns how many */
export async function suspendIdentifiers(
  tx: EntityManager,
  accountId: Long,
  { remedy, reach, at }: Suspending,
): Promise<number> {
  const [isReplaced, spared] = [remedy === 'replacePassword', reach.spared ?? null];
  const values = [accountId, ...valuesOfReach(reach), at, spared, isReplaced];
  const [, suspended] = await tx.query<[unknown[], number]>(SUSPEND, values);
  const earlier = { accountId, suspendedAt: Not(IsNull()) };
  if (isReplaced && reach.rank > 1) await tx.update(AccountIdentifier, earlier, { isPasswordReplaced: true });
  return suspended;
}

/**
 * Disconnects ExternalIds that someone else attached: they no longer sign in until the account connects them itself.
 * @returns how many
 */
export async function disconnectForeignIds(tx: EntityManager, accountId: Long): Promise<number> {
  const foreign = { accountId, type: 'ExternalId', isValidated: true, addedAt: IsNull() } as const;
  const { affected } = await tx.update(AccountIdentifier, foreign, { isValidated: false });
  return affected ?? 0;
}

/** The oldest first. */
export function suspendedIdentifiersOf(tx: EntityManager, accountId: Long): Promise<AccountIdentifier[]> {
  return tx.find(AccountIdentifier, {
    where: { accountId, suspendedAt: Not(IsNull()) },
    order: { id: 'ASC' },
  });
}

/**
 * Restores a suspended identifier. The caller has locked the account.
 * @returns the identifier; null: it is no longer suspended
 */
export async function restoreIdentifier(
  tx: EntityManager,
  accountId: Long,
  id: Long,
  { at, signInId }: Made,
): Promise<AccountIdentifier | null> {
  const which = { id, accountId, suspendedAt: Not(IsNull()) };
  const found = await tx.findOneBy(AccountIdentifier, which);
  const change = { isValidated: true, suspendedAt: null, addedAt: at, signInId };
  const { affected } = await tx.update(AccountIdentifier, which, change);
  return affected === 1 ? found : null;
}
