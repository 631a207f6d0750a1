import { hasStatus } from '../accounts/account-sql.js';
import { MemberType } from './family-member.entity.js';

/** Pieces of SQL about families, for statements that span the tables of several folders (ADR 2). */

/**
 * A condition: the account may still give this role in the family. The founder may give any but the own one, an
 * administrator that of a member, and nobody who may not sign in any (D236).
 * @param role SQL; null: that which the invited account has there already, as a node of 0.2 made it for the invitation
 */
export function mayGive(accountId: string, familyId: string, role: string, invitedId: string): string {
  return `EXISTS (SELECT FROM family_member s
           WHERE s.family_id = ${familyId} AND s.account_id = ${accountId} AND s.member_type >= ${MemberType.administrator}
             AND s.member_type > coalesce(${role}, (SELECT t.member_type FROM family_member t
                                                     WHERE t.family_id = s.family_id AND t.account_id = ${invitedId}), ${MemberType.member})
             AND ${hasStatus('s.account_id', `'active'`)})`;
}

/** A condition: the account is in the family. */
export function isIn(accountId: string, familyId: string): string {
  return `EXISTS (SELECT FROM family_member m WHERE m.account_id = ${accountId} AND m.family_id = ${familyId})`;
}

/** A condition: the account is in no family. */
export function isInNone(accountId: string): string {
  return `NOT EXISTS (SELECT FROM family_member m WHERE m.account_id = ${accountId})`;
}
