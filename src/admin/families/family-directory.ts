import { Injectable } from '@nestjs/common';
import type { AccountStatus } from '../../identity/accounts/account.entity.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/problem-error.js';
import type { Family } from '../../identity/families/family.entity.js';
import { FamilyService } from '../../identity/families/family.service.js';
import type { MemberTypeValue } from '../../identity/families/family-member.entity.js';
import { FAMILY_SETTINGS } from '../../identity/families/family.fields.js';
import type { RecordOf } from '../../platform/records/field.js';
import { membersOf } from '../../platform/records/members.js';
import { PAGE_LIMIT, pageOf, type ListPage } from '../shell/paging.js';
import { sortedBy } from '../shell/sorting.js';
import type { FamilyQuery } from './admin-family.args.js';
import { listByAge, listByName, oneByNumber } from './family-list.js';
import type { FamilySummary, OneFamilyView } from './family.view.js';

const MEMBERS = {
  name: 'admin-family-members',
  text: `SELECT a.id, a.name, a.status, m.member_type FROM family_member m JOIN account a ON a.id = m.account_id
          WHERE m.family_id = $1 ORDER BY m.member_type DESC, a.id`,
};

type Shown = Pick<Family, 'id' | 'name' | 'premiumType' | 'createdAt'>;

interface ListRow extends Shown {
  readonly key: string;
  readonly members: number;
}

interface MemberRow {
  readonly id: Long;
  readonly name: string;
  readonly status: AccountStatus;
  readonly member_type: MemberTypeValue;
}

/** Reads families for the administration. */
@Injectable()
export class FamilyDirectory {
  constructor(
    private readonly database: Database,
    private readonly families: FamilyService,
  ) {}

  async list(asked: FamilyQuery): Promise<ListPage<FamilySummary>> {
    const { query = '', sort = 'name', after, limit = PAGE_LIMIT } = asked;
    const { key, ...direction } = sortedBy(sort);
    const listing =
      key === 'name'
        ? listByName(direction, { query, after, rows: limit + 1 })
        : listByAge(direction, { after, rows: limit + 1 });
    const found = await this.database.query<ListRow>(...listing);
    const { items, next } = pageOf(found, limit, (row) => (key === 'name' ? [row.key, row.id] : [row.id]));
    return { items: items.map(toSummary), next };
  }

  /** @returns null if there is no such family */
  async summary(familyId: Long): Promise<FamilySummary | null> {
    const [row] = await this.database.query<ListRow>(...oneByNumber(familyId));
    return row ? toSummary(row) : null;
  }

  /** @throws ProblemError notFound */
  async get(familyId: string): Promise<OneFamilyView> {
    const family = isLong(familyId) && (await this.families.find(this.database.dataSource.manager, familyId));
    if (!family) throw notFound(`family ${JSON.stringify(familyId)}`);
    const { pictureKey } = family;
    const members = await this.database.query<MemberRow>(MEMBERS, [familyId]);
    return {
      ...toFamily(family),
      ...(membersOf(FAMILY_SETTINGS, family) as RecordOf<typeof FAMILY_SETTINGS>),
      pictureUrl: pictureKey === null ? null : `/pictures/${pictureKey}.webp`,
      members: members.map(({ id: accountId, name, status, member_type: accountType }) => ({
        accountId,
        name,
        status,
        accountType,
      })),
    };
  }
}

function toSummary(row: ListRow): FamilySummary {
  return { ...toFamily(row), members: row.members };
}

function toFamily({ id: familyId, name, premiumType, createdAt }: Shown) {
  return { familyId, name, premiumType, createdAt };
}
