import { recordedFrom } from '../../platform/audit/audit-statement.js';
import type { Statement } from '../../platform/database/database.js';

export const FIND = {
  name: 'token-to-revoke',
  text: `SELECT 'access' AS kind, g.id AS grant_id, g.client_id FROM access_token t JOIN token_grant g ON g.id = t.grant_id WHERE t.digest = $1
         UNION ALL
         SELECT 'refresh', g.id, g.client_id FROM refresh_token t JOIN token_grant g ON g.id = t.grant_id WHERE t.digest = $1`,
};

export const DELETE_ACCESS_TOKEN = {
  name: 'access-token-delete',
  text: `WITH ended AS (DELETE FROM access_token WHERE digest = $1 RETURNING grant_id),
         recorded AS (
           ${recordedFrom('ended JOIN token_grant g ON g.id = ended.grant_id', 'token.revoked', {
             at: '$2::timestamptz',
             client_id: '$3::text',
             account_id: 'g.account_id',
             target: `'grant:' || grant_id`,
             address: '$4::text',
             details: `'{"only": "access token"}'::jsonb`,
           })}
         )
         SELECT grant_id FROM ended`,
};

/** The same by an administrator: `$5` is the administrator, `$3` the client of the token. */
export const END_ACCESS_TOKEN = {
  name: 'access-token-end',
  text: `WITH ended AS (DELETE FROM access_token WHERE digest = $1 RETURNING grant_id),
         recorded AS (
           ${recordedFrom('ended', 'token.ended', {
             at: '$2::timestamptz',
             client_id: '$3::text',
             account_id: '$5::bigint',
             target: `'grant:' || grant_id`,
             address: '$4::text',
           })}
         )
         SELECT grant_id FROM ended`,
};

export type GrantEnd = 'token.revoked' | 'token.reused' | 'code.reused' | 'grant.ended';

/** Ends one grant. Of concurrent attempts one ends and records it. */
export const END_GRANT: Readonly<Record<GrantEnd, Statement>> = {
  'token.revoked': endGrant('token.revoked', 'ok'),
  'token.reused': endGrant('token.reused', 'refused'),
  'code.reused': endGrant('code.reused', 'refused'),
  'grant.ended': endGrant('grant.ended', 'ok'),
};

/** `$5`: the actor; null: the grant's own account. */
function endGrant(action: GrantEnd, outcome: 'ok' | 'refused'): Statement {
  return {
    name: `grant-end-${action}`,
    text: `WITH ended AS (
             UPDATE token_grant SET revoked_at = $2, expires_at = least(expires_at, $2)
              WHERE id = $1 AND revoked_at IS NULL RETURNING id, account_id
           ), recorded AS (
             ${recordedFrom('ended', action, {
               at: '$2::timestamptz',
               outcome: `'${outcome}'`,
               client_id: '$3::text',
               account_id: 'coalesce($5::bigint, account_id)',
               target: `'grant:' || id`,
               address: '$4::text',
             })}
           )
           SELECT id FROM ended`,
  };
}
