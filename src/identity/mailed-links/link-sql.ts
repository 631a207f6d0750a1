import {
  hasStatus,
  isHeld,
  isLeaving,
  isSuspended,
  lockedAccount,
  nameOf,
  personOf,
} from '../accounts/account-sql.js';
import { isIn, mayGive } from '../families/family-sql.js';
import { HELPS_HELD, HELPS_LEAVING, LINK_KINDS } from './link-kinds.js';

/** The statements about links. A client belongs to a room above this one, so it is named in SQL. */

/** A condition on a link `i` that a member of a family sent: the member may still give what it gives (D310). */
export const SENDER_MAY = mayGive('i.invited_by', 'i.family_id', 'i.member_type', 'i.account_id');

/** Nobody's role stands behind the link `i`; or the sender's still does, and what was sent was not ended. */
export const STANDS = `(i.invited_as IS NULL OR ${SENDER_MAY}
      AND NOT EXISTS (SELECT FROM sent_invitation r WHERE r.id = i.sent_id AND r.ended_at IS NOT NULL))`;

/** The link `i` completes an account that is pending, by whoever sent it: a client, an administrator, a member (D311). */
export const IS_INVITATION = `(i.kind = 'invitation' OR (i.kind = 'membership' AND i.invited_as IS NOT NULL))`;

/**
 * Invitations whose own time ran out by $2 (D89), and which no newer one of the account replaced. A node of 0.2 ends one
 * by moving its time: then it had less than it was given.
 */
const HAS_EXPIRED = `${IS_INVITATION} AND i.used_at IS NULL AND i.expires_at <= $2
      AND i.expires_at - i.created_at >= interval '${LINK_KINDS.invitation.lifetimeMs} milliseconds'
      AND NOT EXISTS (SELECT FROM invitation n WHERE n.account_id = i.account_id AND n.kind = i.kind AND n.created_at > i.created_at
                         AND (n.kind <> 'membership' OR n.family_id = i.family_id))
      AND ${hasStatus('i.account_id', `'pending'`)} AND ${STANDS}`;
export const FIND = {
  name: 'mailed-link-find',
  text: `SELECT i.kind, i.account_id, i.identifier_id, i.new_type, i.new_value, i.family_id, i.client_id,
                i.created_at, i.expires_at, i.used_at, i.ended_by, i.is_handed_over, ${personOf('i.account_id')} AS person,
                f.name AS family_name, coalesce(c.name, ${nameOf('i.invited_by')}) AS client_name, i.invited_by, i.invited_as,
                coalesce(c.is_disabled, i.invited_by IS NULL) AS is_client_gone, ${HAS_EXPIRED} AS has_expired,
                ${STANDS} AND NOT ${isSuspended('i.identifier_id')} AS stands
           FROM invitation i LEFT JOIN family f ON f.id = i.family_id LEFT JOIN client c ON c.id = i.client_id
          WHERE i.digest = $1`,
};
/** Whether there is one is decided by the same statement: the caller has locked the account. */
export const RENEW = `INSERT INTO invitation (digest, kind, account_id, identifier_id, family_id, member_type, client_id, invited_by, invited_as, sent_id, created_at, expires_at)
    SELECT $3, i.kind, i.account_id, i.identifier_id, i.family_id, i.member_type, i.client_id, i.invited_by, i.invited_as, i.sent_id, $2, $4
      FROM invitation i WHERE i.digest = $1 AND ${HAS_EXPIRED} RETURNING kind`;

/** Locks the account of a link, and the families whose members sent it or those beside it: what ends them waits. */
export const HOLD_ACCOUNT = lockedAccount('(SELECT account_id FROM invitation WHERE digest = $1)');
export const HOLD_FAMILIES = `SELECT id FROM family
  WHERE id IN (SELECT family_id FROM invitation WHERE digest = ANY($1) AND invited_as IS NOT NULL) ORDER BY id FOR NO KEY UPDATE`;
const among = (kinds: readonly string[]): string => `i.kind = ANY('{${kinds.join(',')}}')`;
/** Only the first use succeeds (D71). $5: the status that the account has. */
export const USE = `UPDATE invitation i SET used_at = $2, ended_by = 'used'
    WHERE i.digest = $1 AND i.kind = ANY($3) AND i.used_at IS NULL AND i.expires_at > $2
      AND (i.kind <> ALL($4) OR i.invited_by IS NOT NULL OR EXISTS (SELECT FROM client c WHERE c.id = i.client_id AND NOT c.is_disabled))
      AND ($5 <> 'pending' OR ${IS_INVITATION})
      AND ${STANDS} AND (${hasStatus('i.account_id', '$5')} OR (${among(HELPS_HELD)} AND ${isHeld('i.account_id')})
                        OR (${among(HELPS_LEAVING)} AND ${isLeaving('i.account_id')}))
      AND NOT ${isSuspended('i.identifier_id')}
   RETURNING i.kind, i.account_id, i.identifier_id, i.new_type, i.new_value, i.family_id, i.member_type, i.invited_by, i.sent_id, i.sign_in_id,
             i.is_handed_over`;

/** Open invitations of members beside the link `l`, to the same address of the same account, to families that it is not in. */
const BESIDE = `i.identifier_id = l.identifier_id AND i.digest <> l.digest AND i.kind = 'membership' AND i.invited_as IS NOT NULL
      AND i.used_at IS NULL AND i.expires_at > $2 AND i.family_id IS DISTINCT FROM l.family_id
      AND NOT ${isIn('i.account_id', 'i.family_id')} AND ${STANDS}`;
export const FIND_BESIDE = {
  name: 'mailed-links-beside',
  text: `SELECT encode(i.digest, 'hex') AS digest, f.name AS "familyName", ${nameOf('i.invited_by')} AS "inviterName"
    FROM invitation l JOIN invitation i ON ${BESIDE} JOIN family f ON f.id = i.family_id
   WHERE l.digest = $1 ORDER BY i.created_at, i.digest LIMIT 50`,
};
export const USE_BESIDE = `UPDATE invitation i SET used_at = $2, ended_by = 'used' FROM invitation l
    WHERE l.digest = $1 AND i.digest = ANY($3) AND ${BESIDE}
   RETURNING i.family_id, i.member_type, i.invited_by, i.sent_id`;
/** What was sent is accepted, for the family that sees it (D312). */
export const ACCEPT_SENT = `UPDATE sent_invitation SET ended_at = $2, ended_by = 'used' WHERE id = ANY($1) AND ended_at IS NULL`;
