import type { Changes } from '../../platform/database/changes.js';
import type { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';

const AT_ONCE = 500;

/** SQL: no account allows the client `c` anything, and nothing that one allowed is left. */
const IS_UNUSED = `c.kind = 'document' AND NOT EXISTS (SELECT FROM consent WHERE consent.client_id = c.id)
    AND NOT EXISTS (SELECT FROM token_grant WHERE token_grant.client_id = c.id)
    AND NOT EXISTS (SELECT FROM authorization_code WHERE authorization_code.client_id = c.id)`;

/** A consent meanwhile holds the row, which is left for the next run then. */
const HOLD = `SELECT c.id FROM client c WHERE ${IS_UNUSED} LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED`;
/** Looks once more, now that nobody can consent: what was committed in between is only seen by a new statement. */
const REMOVE = `DELETE FROM client c WHERE c.id = ANY($1::bigint[]) AND ${IS_UNUSED} RETURNING c.id`;

/** Removes clients that nobody registered, after their last consent and grant (D427). @returns how many */
export async function removeUnusedDocuments(database: Database, changes: Changes): Promise<number> {
  let total = 0;
  let removed = AT_ONCE;
  while (removed === AT_ONCE) {
    removed = await removeSome(database, changes);
    total += removed;
  }
  return total;
}

function removeSome(database: Database, changes: Changes): Promise<number> {
  return database.transaction(async (tx) => {
    const held = await tx.query<{ id: Long }[]>(HOLD);
    if (held.length === 0) return 0;
    const [gone] = await tx.query<[{ id: Long }[], number]>(REMOVE, [held.map(({ id }) => id)]);
    changes.publishAfter(tx, ...gone.map(({ id }) => `client:${id}` as const));
    return gone.length;
  });
}
