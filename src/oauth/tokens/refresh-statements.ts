import { recordedFrom } from '../../platform/audit/audit-statement.js';
import { batchStatement, type BatchStatement, type RowOf } from '../../platform/database/batch-statement.js';
import type { Long } from '../../platform/operations/long.js';
import type { TokenType } from './token-grant.entity.js';

const ACCOUNT_IS_ACTIVE = `(g.account_id IS NULL
  OR EXISTS (SELECT FROM account a WHERE a.id = g.account_id AND a.status = 'active'))`;

const ROTATED_COLUMNS = {
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
  asked_scope: 'text',
  usual_scope: 'text',
} as const;

const KEPT_COLUMNS = {
  presented_digest: 'bytea',
  client_id: 'bigint',
  now: 'timestamptz',
  access_digest: 'bytea',
  bearer_expires_at: 'timestamptz',
  mac_expires_at: 'timestamptz',
  mac_key: 'bytea',
  mac_algorithm: 'text',
  client_name: 'text',
  address: 'text',
  asked_scope: 'text',
  usual_scope: 'text',
} as const;

/** A presented refresh token, and its successors. */
export type Rotation = RowOf<typeof ROTATED_COLUMNS>;
/** A presented refresh token that stays, and a new access token. */
export type Renewal = RowOf<typeof KEPT_COLUMNS>;

/** What the answer to a refresh says of its grant. */
export interface Refreshed {
  readonly token_type: TokenType;
  readonly scope: string | null;
  readonly account_id: Long | null;
  readonly auth_time: Date | null;
  readonly sid: string | null;
}

interface Rotated extends Refreshed {
  readonly digest: Buffer;
}

interface Kept extends Refreshed {
  readonly access_digest: Buffer;
}

const RECORDED = recordedFrom('used', 'token.refreshed', {
  at: 'now',
  client_id: 'client_name',
  account_id: 'account_id',
  target: `'grant:' || id`,
  address: 'address',
});

/**
 * The grant is locked first, as in a revocation (D71): a refresh either comes before it, and its new tokens end with
 * the grant, or finds the grant revoked.
 */
const live = (digests: string, ofLocked: '' | 'SKIP LOCKED'): string => `
        SELECT r.digest, g.id, g.account_id, g.client_id, g.token_type, g.scope, g.auth_time, g.sid, g.created_at
          FROM refresh_token r JOIN token_grant g ON g.id = r.grant_id
         WHERE r.digest = ANY(${digests}) AND g.revoked_at IS NULL AND ${ACCOUNT_IS_ACTIVE}
           FOR SHARE OF g ${ofLocked}`;
/** Whether the requested scope, if any, is within the granted one (RFC 6749 §6). */
const IS_GRANTED = `(asked_scope IS NULL
  OR string_to_array(asked_scope, ' ') <@ string_to_array(coalesce(live.scope, usual_scope), ' '))`;
/**
 * An expired access token is kept until a later one is expired for a day, so that it can be answered with "expired"
 * (§3.2): other workers of the client may still have it (D76).
 */
const DROP_LONG_EXPIRED = `DELETE FROM access_token t USING used
         WHERE t.grant_id = used.id AND t.expires_at < (
           SELECT max(later.expires_at) FROM access_token later
            WHERE later.grant_id = used.id AND later.expires_at <= used.now - interval '1 day')`;
const INSERT_ACCESS = `
        INSERT INTO access_token (digest, grant_id, expires_at, mac_key, mac_algorithm)
        SELECT access_digest, id, CASE token_type WHEN 'mac' THEN mac_expires_at ELSE bearer_expires_at END,
               CASE token_type WHEN 'mac' THEN mac_key END, CASE token_type WHEN 'mac' THEN mac_algorithm END FROM used`;

function rotateStatement(name: string, ofLocked: '' | 'SKIP LOCKED'): BatchStatement<Rotation, Rotated> {
  return batchStatement<Rotated>()({
    name,
    columns: ROTATED_COLUMNS,
    key: 'digest',
    text: ({ asked, names, all }) => `WITH asked AS MATERIALIZED (SELECT * FROM ${asked} AS t ${names}),
      live AS MATERIALIZED (${live(all.spent_digest, ofLocked)}
      ), used AS (
        UPDATE refresh_token r SET spent_at = now, successor = a.successor, expires_at = least(r.expires_at, kept_until)
          FROM live JOIN asked a ON a.spent_digest = live.digest AND a.client_id = live.client_id
         WHERE r.digest = live.digest AND r.spent_at IS NULL AND r.expires_at > now
           AND (live.token_type <> 'mac' OR a.mac_key IS NOT NULL) AND ${IS_GRANTED}
           AND (total_seconds IS NULL OR live.created_at > now - make_interval(secs => total_seconds))
           AND (unused_seconds IS NULL OR r.issued_at > now - make_interval(secs => unused_seconds))
        RETURNING live.id, live.account_id, live.token_type, live.scope, live.auth_time, live.sid, live.created_at, a.*
      ), dropped AS (
        ${DROP_LONG_EXPIRED}
      ), next AS (
        INSERT INTO refresh_token (digest, grant_id, issued_at, expires_at)
        SELECT digest, id, now, least(refresh_expires_at, created_at + make_interval(secs => total_seconds)) FROM used
      ), access AS (${INSERT_ACCESS}
      ), recorded AS (
        ${RECORDED}
      )
    SELECT digest, token_type, scope, account_id, auth_time, sid FROM used`,
  });
}

/** For a batch: skips grants that are locked, so that no other row has to wait for them. */
export const ROTATE_MANY = rotateStatement('refresh-rotate-many', 'SKIP LOCKED');
export const ROTATE_ONE = rotateStatement('refresh-rotate-one', '');

/** The refresh token stays (D49); any number of requests may use it at once. */
function keepStatement(name: string, ofLocked: '' | 'SKIP LOCKED'): BatchStatement<Renewal, Kept> {
  return batchStatement<Kept>()({
    name,
    columns: KEPT_COLUMNS,
    key: 'access_digest',
    text: ({ asked, names, all }) => `WITH asked AS MATERIALIZED (SELECT * FROM ${asked} AS t ${names}),
      live AS MATERIALIZED (${live(all.presented_digest, ofLocked)}
      ), used AS MATERIALIZED (
        SELECT live.id, live.account_id, live.token_type, live.scope, live.auth_time, live.sid, a.*
          FROM live JOIN asked a ON a.presented_digest = live.digest AND a.client_id = live.client_id
               JOIN refresh_token r ON r.digest = live.digest
         WHERE r.spent_at IS NULL AND r.expires_at > now AND (live.token_type <> 'mac' OR a.mac_key IS NOT NULL)
           AND ${IS_GRANTED}
      ), dropped AS (
        ${DROP_LONG_EXPIRED}
      ), access AS (${INSERT_ACCESS}
      ), recorded AS (
        ${RECORDED}
      )
    SELECT access_digest, token_type, scope, account_id, auth_time, sid FROM used`,
  });
}

export const KEEP_MANY = keepStatement('refresh-keep-many', 'SKIP LOCKED');
export const KEEP_ONE = keepStatement('refresh-keep-one', '');

export const STATE_OF_REFRESH_TOKEN = {
  name: 'refresh-state',
  text: `SELECT r.spent_at, r.successor, g.id AS grant_id, g.account_id, g.client_id, g.token_type, g.scope, g.auth_time, g.sid,
                g.revoked_at IS NOT NULL AS is_revoked, g.account_id IS NOT NULL AND a.status <> 'active' AS is_disabled
           FROM refresh_token r JOIN token_grant g ON g.id = r.grant_id LEFT JOIN account a ON a.id = g.account_id
          WHERE r.digest = $1`,
};
