import { recordedFrom } from '../../platform/audit/audit-statement.js';
import { batchStatement, type BatchStatement, type RowOf } from '../../platform/database/batch-statement.js';
import type { TokenType } from './token-grant.entity.js';

const ACCOUNT_IS_ACTIVE = `(g.account_id IS NULL
  OR EXISTS (SELECT FROM account a WHERE a.id = g.account_id AND a.status = 'active'))`;

/**
 * The grant is locked first, as in a revocation (D71): a refresh either comes before it, and its new tokens end with
 * the grant, or finds the grant revoked.
 */
const LIVE_GRANT = `
  SELECT g.id, g.account_id, g.token_type, g.created_at
    FROM refresh_token r JOIN token_grant g ON g.id = r.grant_id
   WHERE r.digest = $1 AND g.client_id = $2 AND g.revoked_at IS NULL AND ${ACCOUNT_IS_ACTIVE}
     FOR SHARE OF g`;

/** An expired access token is kept until a newer one replaces it, so that it can be answered with "expired" (§3.2). */
const DROP_EXPIRED_SIBLINGS =
  'DELETE FROM access_token t USING used WHERE t.grant_id = used.id AND t.expires_at <= $3';

const COLUMNS = {
  spent_digest: 'bytea',
  client_id: 'bigint',
  now: 'timestamptz',
  successor: 'bytea',
  kept_until: 'timestamptz',
  digest: 'bytea',
  refresh_expires_at: 'timestamptz',
  total_seconds: 'float8',
  access_digest: 'bytea',
  bearer_expires_at: 'timestamptz',
  mac_expires_at: 'timestamptz',
  mac_key: 'bytea',
  mac_algorithm: 'text',
  unused_seconds: 'float8',
  client_name: 'text',
  address: 'text',
} as const;

/** A presented refresh token, and its successors. */
export type Rotation = RowOf<typeof COLUMNS>;

interface Rotated {
  readonly digest: Buffer;
  readonly token_type: TokenType;
}

const ROTATED = recordedFrom('used', 'token.refreshed', {
  at: 'now',
  client_id: 'client_name',
  account_id: 'account_id',
  target: `'grant:' || id`,
  address: 'address',
});
const KEPT = recordedFrom('used', 'token.refreshed', {
  at: '$3::timestamptz',
  client_id: '$9::text',
  account_id: 'account_id',
  target: `'grant:' || id`,
  address: '$10::text',
});

function rotateStatement(name: string, ofLocked: '' | 'SKIP LOCKED'): BatchStatement<Rotation, Rotated> {
  return batchStatement<Rotated>()({
    name,
    columns: COLUMNS,
    key: 'digest',
    text: ({ asked, names, all }) => `WITH asked AS MATERIALIZED (SELECT * FROM ${asked} AS t ${names}),
      live AS MATERIALIZED (
        SELECT r.digest, g.id, g.account_id, g.client_id, g.token_type, g.created_at
          FROM refresh_token r JOIN token_grant g ON g.id = r.grant_id
         WHERE r.digest = ANY(${all.spent_digest}) AND g.revoked_at IS NULL AND ${ACCOUNT_IS_ACTIVE}
           FOR SHARE OF g ${ofLocked}
      ), used AS (
        UPDATE refresh_token r SET spent_at = now, successor = a.successor, expires_at = least(r.expires_at, kept_until)
          FROM live JOIN asked a ON a.spent_digest = live.digest AND a.client_id = live.client_id
         WHERE r.digest = live.digest AND r.spent_at IS NULL AND r.expires_at > now
           AND (live.token_type <> 'mac' OR a.mac_key IS NOT NULL)
           AND (total_seconds IS NULL OR live.created_at > now - make_interval(secs => total_seconds))
           AND (unused_seconds IS NULL OR r.issued_at > now - make_interval(secs => unused_seconds))
        RETURNING live.id, live.account_id, live.token_type, live.created_at, a.*
      ), dropped AS (
        DELETE FROM access_token t USING used WHERE t.grant_id = used.id AND t.expires_at <= used.now
      ), next AS (
        INSERT INTO refresh_token (digest, grant_id, issued_at, expires_at)
        SELECT digest, id, now, least(refresh_expires_at, created_at + make_interval(secs => total_seconds)) FROM used
      ), access AS (
        INSERT INTO access_token (digest, grant_id, expires_at, mac_key, mac_algorithm)
        SELECT access_digest, id, CASE token_type WHEN 'mac' THEN mac_expires_at ELSE bearer_expires_at END,
               CASE token_type WHEN 'mac' THEN mac_key END, CASE token_type WHEN 'mac' THEN mac_algorithm END FROM used
      ), recorded AS (
        ${ROTATED}
      )
    SELECT digest, token_type FROM used`,
  });
}

/** For a batch: skips grants that are locked, so that no other row has to wait for them. */
export const ROTATE_MANY = rotateStatement('refresh-rotate-many', 'SKIP LOCKED');
export const ROTATE_ONE = rotateStatement('refresh-rotate-one', '');

export const KEEP = {
  name: 'refresh-keep',
  text: `WITH live AS (${LIVE_GRANT}),
     used AS (
       SELECT live.id, live.account_id, live.token_type FROM live JOIN refresh_token r ON r.digest = $1
        WHERE r.spent_at IS NULL AND r.expires_at > $3
     ), dropped AS (${DROP_EXPIRED_SIBLINGS}),
     access AS (
       INSERT INTO access_token (digest, grant_id, expires_at, mac_key, mac_algorithm)
       SELECT $4, id, CASE token_type WHEN 'mac' THEN $6::timestamptz ELSE $5::timestamptz END,
              CASE token_type WHEN 'mac' THEN $7::bytea END, CASE token_type WHEN 'mac' THEN $8 END FROM used
     ), recorded AS (
       ${KEPT}
     )
   SELECT token_type FROM used`,
};

export const STATE_OF_REFRESH_TOKEN = {
  name: 'refresh-state',
  text: `SELECT r.spent_at, r.successor, g.id AS grant_id, g.account_id, g.client_id, g.token_type,
                g.revoked_at IS NOT NULL AS is_revoked, g.account_id IS NOT NULL AND a.status <> 'active' AS is_disabled
           FROM refresh_token r JOIN token_grant g ON g.id = r.grant_id LEFT JOIN account a ON a.id = g.account_id
          WHERE r.digest = $1`,
};
