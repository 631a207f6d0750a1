import type { EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';

/** All of them, not only those that refuse: where they are locked, a "no" that is about to be committed is waited for. */
const FAMILIES = `SELECT f.name, f.refuses_unregistered AS refuses FROM family_member m JOIN family f ON f.id = m.family_id
  WHERE m.account_id = $1 ORDER BY f.id`;

/**
 * The name of a family of the account whose members use no applications that nobody registered (D430); null: of none.
 * @param lock `hold`: none of its families changes until the end of the transaction
 */
export async function refusingFamilyOf(
  tx: EntityManager,
  accountId: Long,
  lock?: 'hold',
): Promise<string | null> {
  const text = lock === undefined ? FAMILIES : `${FAMILIES} FOR SHARE OF f`;
  const families = await tx.query<{ name: string; refuses: boolean }[]>(text, [accountId]);
  return families.find(({ refuses }) => refuses)?.name ?? null;
}
