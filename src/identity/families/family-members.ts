import type { EntityManager } from 'typeorm';
import { nameOf } from '../accounts/account-sql.js';
import type { AccountStatus } from '../accounts/account.entity.js';
import type { Long } from '../../platform/operations/long.js';
import { FamilyMember, MemberType, type MemberTypeValue } from './family-member.entity.js';

const SELECT = `SELECT m.account_id AS "accountId", a.name, a.status, m.member_type AS "memberType", m.created_at AS "since",
                m.invited_by IS NOT NULL AS "isInvited", ${nameOf('m.invited_by')} AS "inviterName"
           FROM family_member m JOIN account a ON a.id = m.account_id
          WHERE m.family_id = $1`;
const FIND = `${SELECT} ORDER BY m.member_type DESC, m.created_at, m.account_id LIMIT 500`;
const FIND_ONE = `${SELECT} AND m.account_id = $2`;

/** A member of a family as the others see it. */
export interface MemberView {
  readonly accountId: Long;
  readonly name: string;
  readonly status: AccountStatus;
  readonly memberType: MemberTypeValue;
  readonly since: Date;
  /** A member invited it. */
  readonly isInvited: boolean;
  readonly inviterName: string | null;
}

/**
 * Whether the other members see it. A node of 0.2 makes an invited account a member at once; nobody learns by that who had an
 * account (D312).
 */
export function isShownMember({ status, isInvited }: MemberView): boolean {
  return status !== 'pending' || !isInvited;
}

/** The members of a family with their names: the founder first, then administrators, each the oldest first. */
export function familyMembersOf(tx: EntityManager, familyId: Long): Promise<MemberView[]> {
  return tx.query<MemberView[]>(FIND, [familyId]);
}

/** A member as the others see it; null: it is none, or they don't see it. */
export async function shownMemberOf(
  tx: EntityManager,
  familyId: Long,
  accountId: Long,
): Promise<MemberView | null> {
  const [member] = await tx.query<MemberView[]>(FIND_ONE, [familyId, accountId]);
  return member && isShownMember(member) ? member : null;
}

/** The role of an account in a family; null: it is no member. */
export async function roleIn(
  tx: EntityManager,
  familyId: Long,
  accountId: Long,
): Promise<MemberTypeValue | null> {
  return (await tx.findOneBy(FamilyMember, { familyId, accountId }))?.memberType ?? null;
}

/** The roles of an account, by the ids of its families. */
export async function rolesOf(
  tx: EntityManager,
  accountId: Long,
): Promise<ReadonlyMap<Long, MemberTypeValue>> {
  const memberships = await tx.findBy(FamilyMember, { accountId });
  return new Map(memberships.map(({ familyId, memberType }) => [familyId, memberType]));
}

/** null: the family has none. */
export async function founderOf(tx: EntityManager, familyId: Long): Promise<Long | null> {
  return (await tx.findOneBy(FamilyMember, { familyId, memberType: MemberType.founder }))?.accountId ?? null;
}
