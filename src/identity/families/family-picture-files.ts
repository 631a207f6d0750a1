import { In, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { FamilyMember } from './family-member.entity.js';
import { Picture } from './picture.entity.js';

/** The pictures of an account's families. */
export async function familyPicturesOf(
  tx: EntityManager,
  accountId: Long,
): Promise<Pick<Picture, 'familyId' | 'key'>[]> {
  const memberships = await tx.findBy(FamilyMember, { accountId });
  const where = { familyId: In(memberships.map(({ familyId }) => familyId)) };
  return tx.find(Picture, { select: { key: true, familyId: true }, where, order: { familyId: 'ASC' } });
}

/** The WebP; nothing if it was replaced meanwhile. */
export async function* familyPicture(tx: EntityManager, key: string): AsyncGenerator<Buffer> {
  const picture = await tx.findOneBy(Picture, { key });
  if (picture) yield picture.webp;
}
