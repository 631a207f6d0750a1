import { IsNull, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { AuthorizationCode } from '../tokens/authorization-code.entity.js';
import { AuthorizationContext } from './authorization-context.entity.js';

/**
 * What sign-ins of the account have under way at third parties: a challenge asks for the password anew, and a code that
 * nobody redeemed is gone. Otherwise who is signed out could still get tokens for some minutes (D104, D105). Sessions of
 * the administration end with them: they are asked for anew anyway.
 */
export async function endOpenAuthorizations(tx: EntityManager, accountId: Long): Promise<void> {
  await tx.update(AuthorizationContext, { accountId }, { accountId: null, signedInAt: null });
  await tx.query('DELETE FROM admin_session WHERE account_id = $1', [accountId]);
  await tx.delete(AuthorizationCode, { accountId, usedAt: IsNull() });
}
