import { IsNull, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { AuthorizationCode } from '../tokens/authorization-code.entity.js';
import { AuthorizationContext } from './authorization-context.entity.js';

/**
 * Ends the account's unfinished authorizations: challenges ask for the password again, and unredeemed codes are
 * deleted. Otherwise a signed-out user could still get tokens for some minutes (D104, D105). Sessions of the
 * administration end too: they need a new password anyway.
 */
export async function endOpenAuthorizations(tx: EntityManager, accountId: Long): Promise<void> {
  await tx.update(AuthorizationContext, { accountId }, { accountId: null, signedInAt: null });
  await tx.query('DELETE FROM admin_session WHERE account_id = $1', [accountId]);
  await tx.delete(AuthorizationCode, { accountId, usedAt: IsNull() });
}
