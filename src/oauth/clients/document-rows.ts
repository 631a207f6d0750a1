import type { Changes } from '../../platform/database/changes.js';
import type { Statement } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import type { Client } from './client.entity.js';

/** Of several consents at once each waits for the one before, and there is one row. */
const KEEP = `INSERT INTO client (client_id, name, ruleset_id, client_type, profile, kind, redirect_urls, dpop_bound_access_tokens, created_at,
                    requires_private_key_jwt, jwks_url)
  SELECT $1, $2, id, CASE WHEN $7::text IS NULL THEN 'public' ELSE 'confidential' END, 'strict', 'document', $3, $4, $5, $7 IS NOT NULL, $7
    FROM ruleset WHERE name = $6
  ON CONFLICT (client_id) DO UPDATE
    SET name = excluded.name, redirect_urls = excluded.redirect_urls, dpop_bound_access_tokens = excluded.dpop_bound_access_tokens,
        client_type = excluded.client_type, requires_private_key_jwt = excluded.requires_private_key_jwt, jwks_url = excluded.jwks_url
  RETURNING id`;

/** The names of all registered clients. */
export const REGISTERED_NAMES: Statement = {
  name: 'registered-client-names',
  text: `SELECT name FROM client WHERE kind = 'registered'`,
};

/**
 * Stores a client that nobody registered, or what its document has now, and locks its row (D427).
 * @param ruleset its name
 * @returns the id of the row; null: there is no such ruleset
 */
export async function keepDocumentRow(
  tx: Transaction,
  changes: Changes,
  client: Pick<Client, 'clientId' | 'name' | 'dpopBoundAccessTokens' | 'jwksUrl' | 'createdAt'> & {
    readonly redirectUrls: readonly string[];
  },
  ruleset: string,
): Promise<Long | null> {
  const { clientId, name, redirectUrls, dpopBoundAccessTokens, jwksUrl, createdAt } = client;
  const values = [clientId, name, redirectUrls, dpopBoundAccessTokens, createdAt, ruleset, jwksUrl];
  const [kept] = await tx.query<{ id: Long }[]>(KEEP, values);
  if (kept === undefined) return null;
  changes.publishAfter(tx, `client:${kept.id}`);
  return kept.id;
}
