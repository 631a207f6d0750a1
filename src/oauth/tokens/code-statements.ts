import { recordedFrom } from '../../platform/audit/audit-statement.js';
import type { Long } from '../../platform/operations/long.js';
import { batchStatement, type BatchStatement, type RowOf } from '../../platform/database/batch-statement.js';
import type { Statement } from '../../platform/database/database.js';
import { originNumber } from './grant-origin.js';
import type { Refreshed } from './refresh-statements.js';
import { isWithinTarget } from './target-sql.js';

const COLUMNS = {
  code_digest: 'bytea',
  client_id: 'bigint',
  now: 'timestamptz',
  redirect_uri: 'text',
  code_challenge: 'text',
  token_type: 'text',
  ends_at: 'timestamptz',
  anchor: 'bytea',
  refresh_digest: 'bytea',
  thumbprint: 'bytea',
  key_thumbprint: 'bytea',
  /** What the first access token is for, as the row has it; null: all that the code is for. */
  asked_resources: 'text',
  client_name: 'text',
  address: 'text',
} as const;

/** A presented code, and the tokens to issue for it. */
export type PresentedCode = RowOf<typeof COLUMNS>;

/** The authorization behind a redeemed code. */
export interface Redeemed extends Pick<
  Refreshed,
  'scope' | 'claims' | 'resources' | 'auth_time' | 'sid' | 'methods'
> {
  readonly anchor: Buffer;
  readonly grant_id: Long;
  readonly account_id: Long;
  readonly nonce: string | null;
}

const RECORDED = recordedFrom('fit', 'token.issued', {
  at: 'now',
  client_id: 'client_name',
  account_id: 'account_id',
  target: `'grant:' || grant_id`,
  address: 'address',
  details: `'{"grant": "authorization_code"}'::jsonb`,
});

/** SQL: the code `c` is for what is asked; resources of others take no MAC. */
const isOfTarget = (asked: string, tokenType: string): string =>
  `(${isWithinTarget(asked, 'c.resources')} AND (c.resources IS NULL OR ${tokenType} <> 'mac'))`;

/**
 * Of concurrent uses one is the first (D54, D71). A mismatch (another client, redirect_uri or verifier) uses nothing
 * up: the code still belongs to its own client. The account is locked against being disabled meanwhile, and before its
 * code, in the same order as a password change, so that the two can't deadlock.
 */
function redeemStatement(
  name: string,
  ofLocked: '' | 'SKIP LOCKED',
): BatchStatement<PresentedCode, Redeemed> {
  return batchStatement<Redeemed>()({
    name,
    columns: COLUMNS,
    key: 'anchor',
    text: ({ asked }) => `WITH live AS MATERIALIZED (
        SELECT a.*, who.status = 'active' AS is_active
          FROM ${asked('a')} JOIN authorization_code c ON c.digest = a.code_digest JOIN account who ON who.id = c.account_id
         WHERE c.used_at IS NULL
           FOR SHARE OF who ${ofLocked} FOR UPDATE OF c ${ofLocked}
      ), used AS (
        UPDATE authorization_code c SET used_at = now, grant_id = nextval('token_grant_id_seq')
          FROM live a
         WHERE c.digest = a.code_digest AND c.client_id = a.client_id AND c.used_at IS NULL AND c.expires_at > now
           AND (a.redirect_uri IS NULL OR c.redirect_uri = a.redirect_uri)
           AND c.code_challenge IS NOT DISTINCT FROM a.code_challenge
           AND (c.dpop_jkt IS NULL OR c.dpop_jkt = a.thumbprint)
           AND ${isOfTarget('a.asked_resources', 'a.token_type')}
        RETURNING c.grant_id, c.account_id, c.client_id, c.scope, c.claims, c.resources, c.nonce, c.auth_time, c.sid, c.methods, c.sign_in_id, now, token_type, ends_at,
                  anchor, refresh_digest, key_thumbprint, is_active, client_name, address
      ), fit AS MATERIALIZED (
        SELECT * FROM used WHERE is_active
      ), g AS (
        INSERT INTO token_grant (id, account_id, client_id, token_type, scope, claims, resources, auth_time, sid, methods, sign_in_id, origin, created_at,
                                 ends_at, ends_on, anchor, refresh_digest, key_thumbprint)
        OVERRIDING SYSTEM VALUE
        SELECT grant_id, account_id, client_id, token_type, scope, claims, resources, auth_time, sid, methods, sign_in_id, ${originNumber('authorization_code')}, now,
               ends_at, (ends_at AT TIME ZONE 'UTC')::date, anchor, refresh_digest, key_thumbprint FROM fit
      ), recorded AS (
        ${RECORDED}
      )
    SELECT anchor, grant_id, scope, claims, resources, account_id, nonce, auth_time, sid, methods FROM fit`,
  });
}

/** For a batch: skips codes and accounts that are locked, so that no other row has to wait for them. */
export const REDEEM_MANY = redeemStatement('code-redeem-many', 'SKIP LOCKED');
export const REDEEM_ONE = redeemStatement('code-redeem-one', '');

export const STATE_OF_CODE: Statement = {
  name: 'code-state',
  // The grant may never have been created (its account was disabled), or may have ended already.
  text: `SELECT c.client_id, c.account_id, c.grant_id, c.redirect_uri, c.code_challenge, c.used_at IS NOT NULL AS is_used,
                c.dpop_jkt IS NULL OR coalesce(c.dpop_jkt = $3, false) AS is_of_key,
                ${isOfTarget('$4::text', '$5::text')} AS is_of_target,
                c.expires_at <= $2 AS is_expired, a.status <> 'active' AS is_disabled,
                g.id IS NOT NULL AND g.revoked_at IS NULL AS is_alive
           FROM authorization_code c JOIN account a ON a.id = c.account_id LEFT JOIN token_grant g ON g.id = c.grant_id
          WHERE c.digest = $1`,
};
