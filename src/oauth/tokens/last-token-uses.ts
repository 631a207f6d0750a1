import type { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';

const LAST_USES = {
  name: 'last-token-uses',
  text: `SELECT client_id::text AS "clientId", max(coalesce(refreshed_at, created_at)) AS at
           FROM token_grant WHERE account_id = $1 AND revoked_at IS NULL GROUP BY client_id`,
};

/** When each client last got tokens for the account, by its number; a call with a token is not written down. */
export async function lastTokenUses(database: Database, accountId: Long): Promise<ReadonlyMap<Long, Date>> {
  const uses = await database.query<{ clientId: Long; at: Date }>(LAST_USES, [accountId]);
  return new Map(uses.map(({ clientId, at }) => [clientId, at]));
}
