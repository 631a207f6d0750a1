import {
  hasStatus,
  hasHold,
  hasDeletionAsked,
  isSuspended,
  lockedAccount,
  nameOf,
  personOf,
} from '../accounts/account-sql.js';
import { isIn, mayGive } from '../families/family-sql.js';
import { HELPS_HELD, HELPS_LEAVING, LINK_PAGES } from './link-kinds.js';

/** The statements about links. Clients belong to a room above this one, so their table is named in SQL. */

/** A condition on a link `i` that a member of a family sent: the member may still give what it gives (D310). */
export const SENDER_MAY = mayGive('i.invited_by', 'i.family_id', 'i.member_type', 'i.account_id');

/**
 * A condition: no member's role stands behind the link `i`; or the sender's role still allows it, and what was sent was
 * not ended.
 */
export const STANDS = `(i.invited_as IS NULL OR ${SENDER_MAY}
      AND NOT EXISTS (SELECT FROM sent_invitation r WHERE r.id = i.sent_id AND r.ended_at IS NOT NULL))`;

/**
 * A condition: the link `i` completes a pending account, whether a client, an administrator or a member sent it (D311).
 */
export const IS_INVITATION = `(i.kind = 'invitation' OR (i.kind = 'membership' AND i.invited_as IS NOT NULL))`;

/**
 * Invitations whose own time ran out by $2 (D89), and which no newer one of the account replaced. A node of 0.2 ends one
 * by moving its time: then it had less than it was given.
 */
const HAS_EXPIRED = `${IS_INVITATION} AND i.used_at IS NULL AND i.expires_at <= $2
      AND i.expires_at - i.created_at >= interval '${LINK_PAGES.invitation.lifetimeMs} milliseconds'
      AND NOT EXISTS (SELECT FROM invitation n WHERE n.account_id = i.account_id AND n.kind = i.kind AND n.created_at > i.created_at
                         AND (n.kind <> 'membership' OR n.family_id = i.family_id))
      AND ${hasStatus('i.account_id', `'pending'`)} AND ${STANDS}`;
/** The columns that finding and using a link return. */
const ABOUT = `i.kind, i.account_id AS "accountId", i.identifier_id AS "identifierId", i.new_type AS "newType", i.new_value AS "newValue",
       i.family_id AS "familyId", i.invited_by AS "invitedBy", i.is_handed_over AS "isHandedOver"`;
export const FIND = {
  name: 'mailed-link-find',
  text: `SELECT ${ABOUT}, i.client_id AS "clientId", i.invited_as AS "invitedAs", i.created_at AS "createdAt", i.expires_at AS "expiresAt",
                i.used_at AS "endedAt", i.ended_by AS "endedBy", ${personOf('i.account_id')} AS person,
                f.name AS "familyName", coalesce(c.name, ${nameOf('i.invited_by')}) AS "clientName",
                coalesce(c.is_disabled, i.invited_by IS NULL) AS "isClientGone", ${HAS_EXPIRED} AS "hasExpired",
                ${STANDS} AND NOT ${isSuspended('i.identifier_id')} AS stands
           FROM invitation i LEFT JOIN family f ON f.id = i.family_id LEFT JOIN client c ON c.id = i.client_id
          WHERE i.digest = $1`,
};
/** Decides by the same statement whether the link may be renewed: the caller has locked the account. */
export const RENEW = `INSERT INTO invitation (digest, kind, account_id, identifier_id, family_id, member_type, client_id, invited_by, invited_as, sent_id, created_at, expires_at)
    SELECT $3, i.kind, i.account_id, i.identifier_id, i.family_id, i.member_type, i.client_id, i.invited_by, i.invited_as, i.sent_id, $2, $4
      FROM invitation i WHERE i.digest = $1 AND ${HAS_EXPIRED} RETURNING kind`;

/** Locks the account of a link, and the families whose members sent it or those beside it: what ends them waits. */
export const HOLD_ACCOUNT = lockedAccount('(SELECT account_id FROM invitation WHERE digest = $1)');
export const HOLD_FAMILIES = `SELECT id FROM family
  WHERE id IN (SELECT family_id FROM invitation WHERE digest = ANY($1) AND invited_as IS NOT NULL) ORDER BY id FOR NO KEY UPDATE`;
const among = (kinds: readonly string[]): string => `i.kind = ANY('{${kinds.join(',')}}')`;
/** Only the first use succeeds (D71). $5: the status that the account must have. */
export const USE = `UPDATE invitation i SET used_at = $2, ended_by = 'used'
    WHERE i.digest = $1 AND i.kind = ANY($3) AND i.used_at IS NULL AND i.expires_at > $2
      AND (i.kind <> ALL($4) OR i.invited_by IS NOT NULL OR EXISTS (SELECT FROM client c WHERE c.id = i.client_id AND NOT c.is_disabled))
      AND ($5 <> 'pending' OR ${IS_INVITATION})
      AND ${STANDS} AND (${hasStatus('i.account_id', '$5')} OR (${among(HELPS_HELD)} AND ${hasHold('i.account_id')})
                        OR (${among(HELPS_LEAVING)} AND ${hasDeletionAsked('i.account_id')}))
      AND NOT ${isSuspended('i.identifier_id')}
   RETURNING ${ABOUT}, i.member_type AS "memberType", i.sent_id AS "sentId", i.sign_in_id AS "signInId"`;

/**
 * A condition: `i` is a member's pending invitation beside the link `l`, to the same address of the same account, to a
 * family that the account is not in.
 */
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
   RETURNING i.family_id AS "familyId", i.member_type AS "memberType", i.invited_by AS "invitedBy", i.sent_id AS "sentId"`;
/** Marks what was sent as accepted, for the family that sees it (D312). */
export const ACCEPT_SENT = `UPDATE sent_invitation SET ended_at = $2, ended_by = 'used' WHERE id = ANY($1) AND ended_at IS NULL`;
