import type { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import type { ClaimsAsked } from './requested-claims.js';

const FIND = {
  name: 'grant-claims',
  text: `SELECT scope, claims FROM token_grant WHERE id = $1 AND claims IS NOT NULL`,
};

/** What a grant keeps of the claims that were asked for one by one; null: none were, or the grant is gone. */
export async function claimsOfGrant(database: Database, grantId: Long): Promise<ClaimsAsked | null> {
  const [found] = await database.query<ClaimsAsked & Record<string, unknown>>(FIND, [grantId]);
  return found ?? null;
}
