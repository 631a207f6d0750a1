import { IsNull, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { DeviceAuthorization } from './device-authorization.entity.js';

/**
 * Deletes what an account allowed devices that did not get their tokens yet.
 * @param which only those of a client, or that were allowed in a sign-in; left out: all
 * @returns how many there were
 */
export async function endOpenDeviceCodes(
  tx: EntityManager,
  accountId: Long,
  which: FindOptionsWhere<Pick<DeviceAuthorization, 'clientId' | 'signInId'>> = {},
): Promise<number> {
  const { affected } = await tx.delete(DeviceAuthorization, { accountId, usedAt: IsNull(), ...which });
  return affected ?? 0;
}
