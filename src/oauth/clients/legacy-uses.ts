import type { EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { LegacyUse } from './legacy-use.entity.js';

/** Uses of all clients, or of `client_id` $1: the page after (`client_id`, feature) = ($2, $3), at most $4. */
export const LEGACY_USES = {
  name: 'legacy-uses-list',
  text: `SELECT c.client_id AS "clientId", c.name AS "clientName", u.feature, u.last_used_at AS "lastUsedAt"
           FROM client c JOIN legacy_use u ON u.client_id = c.id
          WHERE ($1::text IS NULL OR c.client_id = $1) AND (c.client_id, u.feature) > ($2, $3)
          ORDER BY c.client_id, u.feature LIMIT $4`,
};

/** How many clients used something since $1, and when last. */
export const LEGACY_USERS = {
  name: 'legacy-users',
  text: `SELECT count(DISTINCT client_id)::int AS clients, max(last_used_at) AS "lastUsedAt"
           FROM legacy_use WHERE last_used_at >= $1`,
};

/** What a client used, the latest first. */
export function legacyUsesOf(tx: EntityManager, clientId: Long): Promise<LegacyUse[]> {
  return tx.find(LegacyUse, { where: { clientId }, order: { lastUsedAt: 'DESC' } });
}
