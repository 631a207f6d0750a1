import { Injectable } from '@nestjs/common';
import type { AccountStatus } from '../../identity/accounts/account.entity.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { Database, type Statement } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/problem-error.js';
import type { Family } from '../../identity/families/family.entity.js';
import { FamilyService } from '../../identity/families/family.service.js';
import type { MemberTypeValue } from '../../identity/families/family-member.entity.js';
import { keyIn, PAGE_LIMIT, pageOf, UNNAMED, requireId, type ListPage } from '../shell/paging.js';
import type { FamilyQuery } from './family.args.js';
import type { FamilySummary, OneFamilyView } from './family.view.js';

const NAME = `lower(f.name) COLLATE "C"`;
/** A range scan of the index, from the prefix or from where the previous page ended. */
const list = (rows: number): Statement => ({
  name: UNNAMED,
  text: `SELECT f.id, f.name, f.premium_type AS "premiumType", f.created_at AS "createdAt", ${NAME} AS key,
                (SELECT count(*)::int FROM family_member m WHERE m.family_id = f.id) AS members
           FROM (SELECT prefix, greatest(prefix, $2 COLLATE "C") AS key, CASE WHEN prefix <= $2 COLLATE "C" THEN $3::bigint ELSE 0 END AS id
                   FROM (SELECT lower($1) COLLATE "C" AS prefix) p) s
          CROSS JOIN LATERAL (
            SELECT * FROM family f WHERE ${NAME} < s.prefix || U&'\\+10FFFF' AND (${NAME}, f.id) > (s.key, s.id)
             ORDER BY ${NAME}, f.id LIMIT ${rows}) f
          ORDER BY key, f.id`,
});
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

  async list({ query = '', after, limit = PAGE_LIMIT }: FamilyQuery): Promise<ListPage<FamilySummary>> {
    const [key, id] = keyIn(after, 2) ?? ['', '0'];
    const values = [query.trim(), key, requireId(id)];
    const { items, next } = pageOf(
      await this.database.query<ListRow>(list(limit + 1), values),
      limit,
      (row) => [row.key, row.id],
    );
    return { items: items.map((row) => ({ ...toFamily(row), members: row.members })), next };
  }

  /** @throws ProblemError notFound */
  async get(familyId: string): Promise<OneFamilyView> {
    const family = isLong(familyId) && (await this.families.find(familyId));
    if (!family) throw notFound(`family ${JSON.stringify(familyId)}`);
    const members = await this.database.query<MemberRow>(MEMBERS, [familyId]);
    return {
      ...toFamily(family),
      members: members.map(({ id: accountId, name, status, member_type: accountType }) => ({
        accountId,
        name,
        status,
        accountType,
      })),
    };
  }
}

function toFamily({ id: familyId, name, premiumType, createdAt }: Shown) {
  return { familyId, name, premiumType, createdAt };
}
