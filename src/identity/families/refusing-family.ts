import type { EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';

const FIND = `SELECT f.name FROM family_member m JOIN family f ON f.id = m.family_id
  WHERE m.account_id = $1 AND f.refuses_unregistered ORDER BY f.id LIMIT 1`;

/** The name of a family of the account whose members use no applications that nobody registered (D430); null: of none. */
export async function refusingFamilyOf(tx: EntityManager, accountId: Long): Promise<string | null> {
  const [family] = await tx.query<{ name: string }[]>(FIND, [accountId]);
  return family?.name ?? null;
}
