import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { nameOf } from '../accounts/account-sql.js';
import type { AccountStatus } from '../accounts/account.entity.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { FamilyMember, type MemberTypeValue } from './family-member.entity.js';

const FIND = `SELECT m.account_id AS "accountId", a.name, a.status, m.member_type AS "memberType", m.created_at AS "since",
                m.invited_by IS NOT NULL AS "isInvited", ${nameOf('m.invited_by')} AS "inviterName"
           FROM family_member m JOIN account a ON a.id = m.account_id
          WHERE m.family_id = $1 ORDER BY m.member_type DESC, m.created_at, m.account_id LIMIT 500`;

/** What the members of a family see of each other. */
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

/** The members of a family, with their names. */
@Injectable()
export class FamilyMembers {
  constructor(private readonly database: Database) {}

  /** The founder first, then administrators, each the oldest first. */
  of(familyId: Long, tx: EntityManager = this.database.dataSource.manager): Promise<MemberView[]> {
    return tx.query<MemberView[]>(FIND, [familyId]);
  }
}

/** The role of an account in a family; null: it is no member. */
export async function roleIn(
  tx: EntityManager,
  familyId: Long,
  accountId: Long,
): Promise<MemberTypeValue | null> {
  return (await tx.findOneBy(FamilyMember, { familyId, accountId }))?.memberType ?? null;
}
