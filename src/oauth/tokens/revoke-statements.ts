import { recordedFrom } from '../../platform/audit/audit-statement.js';
import { endedAt } from './end-grants.js';
import { isInGrace } from './refresh-statements.js';
import { ELSEWHERE, MOST_BACK } from './refresh-states.js';
import type { Statement } from '../../platform/database/database.js';

/** The most ended tokens that are kept for one grant; a client that revokes more ends all tokens of the grant made so far. */
const MOST_ENDED = 1000;

/**
 * Ends one access token: `$1` to `$4` are its grant, issue, scope and end, `$5` is when it was issued. `$6` is now, `$7`
 * the client, `$8` the address, `$9` the actor; null: the grant's own account.
 */
function endAccessToken(action: 'token.revoked' | 'token.ended'): Statement {
  return {
    name: `access-token-end-${action}`,
    text: `WITH g AS MATERIALIZED (
             SELECT id, account_id, (SELECT count(*) FROM ended_token WHERE grant_id = $1) >= ${MOST_ENDED} AS is_full
               FROM token_grant WHERE id = $1 AND revoked_at IS NULL FOR NO KEY UPDATE
           ), one AS (
             INSERT INTO ended_token (grant_id, issue, scope, expires_at)
             SELECT id, $2::bigint, $3::integer, $4::timestamptz FROM g WHERE NOT is_full
             ON CONFLICT DO NOTHING RETURNING grant_id AS id
           ), every AS (
             UPDATE token_grant SET valid_from = greatest(valid_from, $5::timestamptz, $6::timestamptz)
              WHERE id IN (SELECT id FROM g WHERE is_full) RETURNING id
           ), forgotten AS (
             DELETE FROM ended_token WHERE grant_id IN (SELECT id FROM every)
           ), ended AS (
             SELECT id, account_id FROM g WHERE id IN (SELECT id FROM one UNION ALL SELECT id FROM every)
           ), recorded AS (
             ${recordedFrom('ended', action, {
               at: '$6::timestamptz',
               client_id: '$7::text',
               account_id: 'coalesce($9::bigint, account_id)',
               target: `'grant:' || id`,
               address: '$8::text',
               details: action === 'token.revoked' ? `'{"only": "access token"}'::jsonb` : 'NULL::jsonb',
             })}
           )
           SELECT id FROM ended`,
  };
}

export const END_ACCESS_TOKEN = {
  'token.revoked': endAccessToken('token.revoked'),
  'token.ended': endAccessToken('token.ended'),
};

export type GrantEnd = 'token.revoked' | 'token.reused' | 'code.reused' | 'grant.ended';

/**
 * A spent token that is not answered again: `$6` is its generation, `$7` the grace in seconds, `$8` whether it came from
 * another network, which no grace covers.
 */
const IS_STOLEN = `g.generation > $6::integer AND ($8::boolean OR NOT (g.generation - $6::integer <= ${MOST_BACK} AND $6::integer >= g.grace_floor
                AND ${isInGrace('$2::timestamptz', '$7::float8')}))`;
const HOW_STOLEN = `CASE WHEN $8::boolean THEN '${JSON.stringify(ELSEWHERE)}'::jsonb END`;

/** Ends one grant. Of concurrent attempts one ends and records it. */
export const END_GRANT: Readonly<Record<GrantEnd, Statement>> = {
  'token.revoked': endGrant('token.revoked', 'ok'),
  'token.reused': endGrant('token.reused', 'refused', ` AND ${IS_STOLEN}`, HOW_STOLEN),
  'code.reused': endGrant('code.reused', 'refused'),
  'grant.ended': endGrant('grant.ended', 'ok'),
};

/** `$5`: the actor; null: the grant's own account. */
function endGrant(
  action: GrantEnd,
  outcome: 'ok' | 'refused',
  condition = '',
  details = 'NULL::jsonb',
): Statement {
  return {
    name: `grant-end-${action}`,
    text: `WITH ended AS (
             UPDATE token_grant g SET ${endedAt('$2::timestamptz')}
              WHERE id = $1 AND revoked_at IS NULL${condition} RETURNING id, account_id
           ), recorded AS (
             ${recordedFrom('ended', action, {
               at: '$2::timestamptz',
               outcome: `'${outcome}'`,
               client_id: '$3::text',
               account_id: 'coalesce($5::bigint, account_id)',
               target: `'grant:' || id`,
               address: '$4::text',
               details,
             })}
           )
           SELECT id FROM ended`,
  };
}
