import type { Statement } from '../../platform/database/database.js';

/** Tells whether a client, `$1`, has at least `$2` grants. */
export const HAS_MANY_GRANTS = {
  name: 'client-is-large',
  text: `SELECT (SELECT count(*) FROM (SELECT FROM token_grant WHERE client_id = $1 LIMIT $2) AS few) >= $2 AS "isLarge"`,
};

/** Deletes grants of a client, `$1`: at most `$2`. */
export const REMOVE_GRANTS: Statement = {
  name: 'client-grants-remove',
  text: 'DELETE FROM token_grant WHERE id IN (SELECT id FROM token_grant WHERE client_id = $1 LIMIT $2) RETURNING id',
};
