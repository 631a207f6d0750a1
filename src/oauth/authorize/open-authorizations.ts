import { In, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { endOpenDeviceCodes } from '../device/device-authorizations.js';
import { endOpenCodes } from '../tokens/authorization-codes.js';
import { AuthorizationContext } from './authorization-context.entity.js';

/**
 * Ends the account's unfinished authorizations: challenges ask for the password again, and unredeemed codes are deleted.
 * Otherwise a signed-out user could still get tokens for some minutes (D104, D105).
 * @param signInIds only what was begun in one of these sign-ins; null: in any
 */
export async function endOpenAuthorizations(
  tx: EntityManager,
  accountId: Long,
  signInIds: readonly Long[] | null = null,
): Promise<number> {
  const which = signInIds === null ? {} : { signInId: In([...signInIds]) };
  const { affected } = await tx.update(
    AuthorizationContext,
    { accountId, ...which },
    { accountId: null, signedInAt: null, methods: null, sid: null, signInId: null },
  );
  const codes = await endOpenCodes(tx, accountId, which);
  return (affected ?? 0) + codes + (await endOpenDeviceCodes(tx, accountId, which));
}
