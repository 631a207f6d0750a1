import { IsNull, Not, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { Family } from './family.entity.js';
import { FamilyMember } from './family-member.entity.js';

/** Locks the family until the end of the transaction: it can't be deleted, and its members can't be changed. */
export async function holdFamily(tx: EntityManager, familyId: Long): Promise<void> {
  const lock = { mode: 'for_no_key_update' } as const;
  await tx.findOne(Family, { select: { id: true }, where: { id: familyId }, lock });
}

/** Ends memberships that members gave to an account that has not accepted them. */
export async function takeOutInvited(tx: EntityManager, accountId: Long): Promise<void> {
  await tx.delete(FamilyMember, { accountId, invitedBy: Not(IsNull()) });
}

export function isMember(tx: EntityManager, familyId: Long, accountId: Long): Promise<boolean> {
  return tx.existsBy(FamilyMember, { familyId, accountId });
}
