import type { EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';

/**
 * What sign-ins of the account have under way at third parties: a challenge asks for the password anew, and a code that
 * nobody redeemed is gone. Otherwise who is signed out could still get tokens for some minutes (D104, D105). Sessions of
 * the administration end with them: they are asked for anew anyway.
 */
export async function endOpenAuthorizations(tx: EntityManager, accountId: Long): Promise<void> {
  await tx.query(
    'UPDATE authorization_context SET account_id = NULL, signed_in_at = NULL WHERE account_id = $1',
    [accountId],
  );
  await tx.query('DELETE FROM admin_session WHERE account_id = $1', [accountId]);
  await tx.query('DELETE FROM authorization_code WHERE account_id = $1 AND used_at IS NULL', [accountId]);
}
