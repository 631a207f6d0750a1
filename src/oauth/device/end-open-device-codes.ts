import { IsNull, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { DeviceAuthorization } from './device-authorization.entity.js';

/**
 * Deletes what an account allowed devices that did not get their tokens yet.
 * @param clientId only those of this client; left out: all
 * @returns how many there were
 */
export async function endOpenDeviceCodes(
  tx: EntityManager,
  accountId: Long,
  clientId?: Long,
): Promise<number> {
  const which = clientId === undefined ? {} : { clientId };
  const { affected } = await tx.delete(DeviceAuthorization, { accountId, usedAt: IsNull(), ...which });
  return affected ?? 0;
}
