import type { EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { FamilyMember } from './family-member.entity.js';

export function isMember(tx: EntityManager, familyId: Long, accountId: Long): Promise<boolean> {
  return tx.existsBy(FamilyMember, { familyId, accountId });
}
